import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endHost } from '../harness/end-host';
import { freshEnvironment } from '../../scripts/environment.mjs';
import { projectHome } from '../../src/hooks/project/home';

const runner = path.resolve(__dirname, '../../dist/hooks/runner.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface Started {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** A shell command that ends in `exec "$@"`: the surroundings that the hook is started in. */
  readonly within?: string;
}

/** A person's machine: a project and the built product, installed as `gatehouse install` does it. */
export class FaultPlace {
  readonly #fresh = freshEnvironment('faults');
  readonly env: Record<string, string> = { ...this.#fresh.env };
  readonly folder = this.#fresh.folder;
  readonly home = this.env.GATEHOUSE_HOME ?? '';
  readonly project = path.join(this.folder, 'project');

  constructor() {
    mkdirSync(this.project);
    spawnSync('git', ['init', '-q', this.project], { env: this.env });
    writeFileSync(path.join(this.project, 'a.ts'), 'export const a = 1;\n');
    this.gatehouse('install', '--yes');
  }

  get shim(): string {
    return path.join(this.home, 'bin/gatehouse-hook');
  }

  /** A file of the installed runner. */
  installed(name: string): string {
    const folder = path.join(this.home, 'runner');
    return path.join(folder, readdirSync(folder)[0] ?? '', name);
  }

  /** Gatehouse's own folder for this project. */
  get state(): string {
    return projectHome(this.env, this.project);
  }

  /** The command line of the build, as the editor brings it along. */
  gatehouse(...words: readonly string[]): string {
    const ran = spawnSync(process.execPath, [runner, ...words], { cwd: this.project, env: this.env, encoding: 'utf8' });
    return ran.stdout + ran.stderr;
  }

  payload(event: string, more: object = {}): string {
    return JSON.stringify({ session_id: 's', cwd: this.project, hook_event_name: event, ...more });
  }

  bash(command: string): string {
    return this.payload('PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' });
  }

  /** Starts the registered command as a client does. */
  hook(event: string, input: string | Buffer, { cwd, env, words = [event], within }: Started = {}): Promise<Ran> {
    const [program, args] =
      within === undefined ? [this.shim, words] : ['/bin/sh', ['-c', within, 'sh', this.shim, ...words]];
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: cwd ?? this.project, env: { ...this.env, ...env } });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr, ms: performance.now() - began }));
      child.stdin.on('error', () => undefined).end(input);
    });
  }

  async clear(): Promise<void> {
    await endHost(this.home);
    this.#fresh.clear();
  }
}

/** What a hook said before a tool: the decision and its reason. Anything but one valid answer is said too. */
export function decisionOf({ code, stdout }: Ran): { decision: string; reason: string } {
  if (code !== 0) return { decision: `exit ${String(code)}`, reason: stdout };
  if (stdout === '') return { decision: 'silent', reason: '' };
  try {
    const { hookSpecificOutput: said, systemMessage } = JSON.parse(stdout) as Answer;
    if (said === undefined) return { decision: 'message', reason: systemMessage ?? '' };
    return { decision: said.permissionDecision ?? 'none', reason: said.permissionDecisionReason ?? '' };
  } catch {
    return { decision: 'invalid', reason: stdout };
  }
}

interface Answer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
}
