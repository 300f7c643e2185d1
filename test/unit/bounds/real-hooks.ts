import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endHost } from '../../harness/end-host';
import { startHost } from '../../../src/hooks/cli/host';
import { deploy, type Deployed } from '../../../src/hooks/install/deploy';
import { bundleRunner } from '../host/real-runner';
import { runProgram, type Ran } from '../host/stage';
import { freshFolder } from '../../harness/test-project';

export type Way = 'cold' | 'warm';
export const ways: readonly Way[] = ['cold', 'warm'];

interface Payload {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** An installation in a home of its own: calls go through its shim to the runner, or to its host. */
export class RealHooks {
  readonly root = freshFolder();
  readonly home = path.join(this.root, '.gatehouse');
  readonly project = path.join(this.root, 'project');
  readonly env = { PATH: process.env.PATH ?? '', HOME: this.root, GATEHOUSE_HOME: this.home, GATEHOUSE_HOST: 'off' };
  private readonly deployed: Deployed;

  constructor() {
    mkdirSync(this.project);
    this.git('init', '-q', '-b', 'work');
    appendFileSync(path.join(this.project, '.git/config'), '[user]\n\tname = A Person\n\temail = person@example.org\n');
    const source = bundleRunner(path.join(this.root, 'dist'));
    this.deployed = deploy(source, this.home, { node: process.execPath, bash: '/bin/bash' }, this.env);
  }

  /** Until this is called every call is cold. */
  async startHost(): Promise<void> {
    await startHost({ home: this.home, runner: this.deployed.runner, node: process.execPath, env: this.env });
  }

  stopHost = () => endHost(this.home);

  call(payload: Payload, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return this.send(
      [payload.hook_event_name],
      JSON.stringify({ session_id: 's1', cwd: this.project, ...payload }),
      env,
    );
  }

  /** For payloads that are too deep for JSON.stringify. */
  send(args: readonly string[], payload: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const shim = path.join(this.deployed.bin, 'gatehouse-hook');
    return runProgram(shim, args, payload, { ...this.env, ...env }, this.root);
  }

  bash(command: string, more: Readonly<Record<string, unknown>> = {}): Promise<Ran> {
    return this.call({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, ...more });
  }

  cli(...args: readonly string[]): Promise<Ran> {
    return runProgram(path.join(this.deployed.bin, 'gatehouse'), args, '', this.env, this.project);
  }

  /** The person's own configuration. */
  configure(settings: object): void {
    writeFileSync(path.join(this.home, 'config.json'), JSON.stringify(settings));
  }

  write(relative: string, text: string, mode = 0o644): string {
    const file = path.join(this.project, relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.project, env: this.env, encoding: 'utf8' });
  }

  async clear(): Promise<void> {
    await this.stopHost();
    rmSync(this.root, { recursive: true, force: true });
  }
}
