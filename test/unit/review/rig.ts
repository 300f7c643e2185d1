import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EvidenceKind, FlagStatus } from '../../../src/hooks/evidence/evidence';
import { siteAt } from '../../../src/hooks/pipeline/site-context';
import { placeOf } from '../../../src/hooks/project/place';
import { runHook } from '../../../src/hooks/pipeline/run';
import type { Reply } from '../../../src/hooks/protocol/reply';

export interface StateFlag {
  executed: boolean;
  passed: boolean;
  last_run: string;
}
export interface State {
  session_id: string;
  updated_at: string;
  has_code_change: boolean;
  has_doc_change: boolean;
  code_review: StateFlag;
  doc_review: StateFlag;
  precommit: StateFlag;
}

/** Without the folders that a package manager adds for its own tools. */
const systemPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

let sample: string | undefined;

type Payload = Readonly<Record<string, unknown>>;

/** A real project in a fresh folder, and hooks run through the whole of dispatch with an environment of their own. */
export class Rig {
  readonly root: string;
  readonly home: string;
  /** Laid over the environment; a test may change it. */
  readonly extraEnv: Record<string, string>;
  now = Date.parse('2026-11-18T12:00:00Z');
  /** What passes, in milliseconds, between two looks at the clock. */
  pace = 0;
  session = 'session-1';
  private readonly folder: string;
  private uses = 0;

  constructor(env: Readonly<Record<string, string>> = {}, options: { git?: boolean } = {}) {
    this.extraEnv = { ...env };
    this.folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'gh-review-')));
    this.root = path.join(this.folder, 'project');
    this.home = path.join(this.folder, 'home');
    mkdirSync(this.home);
    if (options.git === false) mkdirSync(this.root);
    else if (sample !== undefined) cpSync(sample, this.root, { recursive: true });
    else this.start();
    // The person's own reviewer.
    mkdirSync(path.join(this.home, '.claude'));
    writeFileSync(path.join(this.home, '.claude/.claude.json'), '{"mcpServers":{"codex":{"command":"codex"}}}');
  }

  /** Git takes longer to make a repository than everything else here; the first one is kept for the others. */
  private start(): void {
    mkdirSync(this.root);
    this.git('init', '-q', '-b', 'main');
    this.write('README.md', '# Project\n');
    this.write('src/app.js', 'export const a = 1;\n');
    this.commit('start');
    sample = mkdtempSync(path.join(os.tmpdir(), 'gh-review-sample-'));
    cpSync(this.root, sample, { recursive: true });
    const made = sample;
    process.once('exit', () => {
      rmSync(made, { recursive: true, force: true });
    });
  }

  get env(): Record<string, string> {
    return {
      PATH: systemPath,
      HOME: this.home,
      GATEHOUSE_HOME: path.join(this.home, '.gatehouse'),
      CLAUDE_CONFIG_DIR: path.join(this.home, '.claude'),
      ...this.extraEnv,
    };
  }

  git(...args: string[]): string {
    const PATH = systemPath;
    const HOME = this.home;
    const identity = {
      GIT_AUTHOR_NAME: 't',
      GIT_AUTHOR_EMAIL: 't@t',
      GIT_COMMITTER_NAME: 't',
      GIT_COMMITTER_EMAIL: 't@t',
    };
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', env: { PATH, HOME, ...identity } });
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
  }

  path(relative: string): string {
    return path.join(this.root, relative);
  }

  write(relative: string, text: string): void {
    const file = this.path(relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), 'utf8');
  }

  get hasState(): boolean {
    return existsSync(this.path('.claude_review_state.json'));
  }

  get state(): State {
    return JSON.parse(this.read('.claude_review_state.json')) as State;
  }

  setState(state: unknown): void {
    this.write('.claude_review_state.json', typeof state === 'string' ? state : JSON.stringify(state));
  }

  /** Each call is a second after the last one. */
  async hook(event: string, payload: Payload, only?: string): Promise<Reply> {
    this.now += 1000;
    return runHook({
      event,
      only: only?.split(','),
      payload: JSON.stringify({ session_id: this.session, cwd: this.root, hook_event_name: event, ...payload }),
      env: this.env,
      via: 'cold',
      cwd: this.root,
      clock: { now: () => (this.now += this.pace) },
    });
  }

  /** A tool call that went well. */
  async tool(tool: string, input: Payload, response: unknown, only = 'review-state'): Promise<Reply> {
    const fields = { tool_name: tool, tool_input: input, tool_response: response, tool_use_id: `toolu_${++this.uses}` };
    return this.hook('PostToolUse', fields, only);
  }

  async review(text: string): Promise<Reply> {
    return this.tool('mcp__codex__codex', { prompt: 'Review the change' }, [{ type: 'text', text }]);
  }

  async bash(command: string, stdout: string): Promise<Reply> {
    return this.tool('Bash', { command }, { stdout, stderr: '', interrupted: false, isImage: false });
  }

  async failedBash(command: string, error: string): Promise<Reply> {
    const fields = { tool_name: 'Bash', tool_input: { command }, error, is_interrupt: false };
    return this.hook('PostToolUseFailure', fields, 'review-state');
  }

  /** An edit that really happens, and the hook that sees it. */
  async edit(relative: string, text: string, only = 'edit-invalidation'): Promise<Reply> {
    this.write(relative, text);
    const input = { file_path: this.path(relative), old_string: 'a', new_string: text };
    return this.tool('Edit', input, { filePath: this.path(relative) }, only);
  }

  /** `--only stop-guard`, as people's own scripts ask. */
  async stop(payload: Payload = {}): Promise<Reply> {
    return this.hook('Stop', { ...stopFields, ...payload }, 'stop-guard');
  }

  /** All gates of the moment, as the client asks. */
  async stopInChain(payload: Payload = {}): Promise<Reply> {
    return this.hook('Stop', { ...stopFields, ...payload });
  }

  /** Every decision of this project so far. */
  log(): string {
    const projects = path.join(this.home, '.gatehouse', 'projects');
    return readdirSync(projects, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('');
  }

  status(kind: EvidenceKind): Promise<FlagStatus> {
    const surroundings = { env: this.env, clock: { now: () => this.now }, requestedByName: false };
    return siteAt(surroundings, placeOf(this.root)).evidence.status(kind);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const stopFields = { stop_hook_active: false, last_assistant_message: 'Done.' };

/** A state file as the seed starts it, with some fields changed. */
export function stateWith(change: Partial<State>): State {
  const never = { executed: false, passed: false, last_run: '' };
  return {
    session_id: '',
    updated_at: '',
    has_code_change: false,
    has_doc_change: false,
    code_review: never,
    doc_review: never,
    precommit: never,
    ...change,
  };
}

export const passedFlag: StateFlag = { executed: true, passed: true, last_run: '2026-11-18T11:00:00Z' };
