import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceKind, FlagStatus } from '../../../src/hooks/evidence/evidence';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { runHook } from '../../../src/hooks/pipeline/hook';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { TestProject } from '../../harness/test-project';

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

const sample = { 'README.md': '# Project\n', 'src/app.js': 'export const a = 1;\n' };

type Payload = Readonly<Record<string, unknown>>;

/** A project, and hooks run through the whole of dispatch with an environment of their own. */
export class Rig extends TestProject {
  now = Date.parse('2026-11-18T12:00:00Z');
  /** What passes, in milliseconds, between two looks at the clock. */
  pace = 0;
  session = 'session-1';
  private uses = 0;

  constructor(
    env: Readonly<Record<string, string>> = {},
    options: { git?: boolean; files?: Readonly<Record<string, string>> } = {},
  ) {
    super();
    Object.assign(this.env, env);
    if (options.git !== false) this.startGit({ ...sample, ...options.files });
    // The person's own reviewer.
    this.write(path.join(this.home, '.claude/.claude.json'), '{"mcpServers":{"codex":{"command":"codex"}}}');
  }

  get hasState(): boolean {
    return existsSync(this.at('.claude_review_state.json'));
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
    const input = { file_path: this.at(relative), old_string: 'a', new_string: text };
    return this.tool('Edit', input, { filePath: this.at(relative) }, only);
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

/** The environment in which stop-guard blocks. */
export const strict = { STOP_GUARD_MODE: 'strict' };

interface Answer {
  ok: boolean;
  reason: string;
  description?: string;
}

/** What `--only stop-guard` answers. */
export function answer(reply: Reply): Answer {
  const lines = reply.stdout.split('\n').filter(Boolean);
  assert.equal(lines.length, 1, 'one line of JSON');
  return JSON.parse(lines[0]!) as Answer;
}
