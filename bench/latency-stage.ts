import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hostFlags } from '../src/hooks/host/background-start';

const run = promisify(execFile);

/** A fresh person with a fresh project in which Gatehouse is installed. Nothing of the machine's own shows through. */
export class LatencyStage {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly shim: string;
  readonly env: Readonly<Record<string, string>>;

  /** From the installation on the copy in Gatehouse's home, which no build replaces while we measure. */
  runner: string;

  /** All files of the stage lie in a new folder of `where`. */
  constructor(built: string, where: string) {
    this.runner = built;
    this.root = realpathSync(mkdtempSync(path.join(where, 'gatehouse-bench-')));
    this.project = path.join(this.root, 'project');
    this.home = path.join(this.root, '.gatehouse');
    this.shim = path.join(this.home, 'bin', 'gatehouse-hook');
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.root,
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      LANG: 'C.UTF-8',
      // The cold figures are of calls that no host answers.
      GATEHOUSE_HOST: 'off',
    };
  }

  async open(): Promise<void> {
    mkdirSync(this.project);
    writeFileSync(path.join(this.project, 'a.ts'), 'export const a = 1;\n');
    const git = (...args: readonly string[]) =>
      run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
        cwd: this.project,
        env: this.env,
      });
    await git('init', '-q', '-b', 'work');
    await git('add', '.');
    await git('commit', '-q', '-m', 'first');
    await this.gatehouse('install', '--yes');
    const [build = ''] = readdirSync(path.join(this.home, 'runner'));
    this.runner = path.join(this.home, 'runner', build, 'runner.js');
  }

  /** A command line of Gatehouse, as a person types it. */
  async gatehouse(...args: readonly string[]): Promise<string> {
    return (await run(process.execPath, [this.runner, ...args], { cwd: this.project, env: this.env })).stdout;
  }

  /** How long a host takes from the start of its process until the file is there that says where it listens. */
  async hostStart(): Promise<number> {
    const meeting = path.join(this.home, 'host/endpoint');
    const start = performance.now();
    const child = spawn(process.execPath, [...hostFlags, this.runner, 'host', 'serve'], {
      cwd: this.home,
      env: this.env,
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    while (!existsSync(meeting)) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - start;
  }

  async close(): Promise<void> {
    await this.gatehouse('host', 'stop').catch(() => undefined);
    rmSync(this.root, { recursive: true, force: true });
  }

  /** One call of each event, as the client sends it. */
  payload(event: string, more: Readonly<Record<string, unknown>> = {}): string {
    return `${JSON.stringify({
      session_id: '7f1d8a52-0000-4000-8000-000000000001',
      transcript_path: path.join(this.root, '.claude/projects/p/s.jsonl'),
      cwd: this.project,
      prompt_id: 'p1',
      permission_mode: 'default',
      hook_event_name: event,
      ...more,
    })}\n`;
  }
}
