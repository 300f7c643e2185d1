import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freshEnvironment } from '../../scripts/environment.mjs';
import { treeOf } from './tree';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const Settings = z.object({
  hooks: z.record(
    z.string(),
    z.array(z.object({ hooks: z.array(z.object({ command: z.string(), args: z.array(z.string()).optional() })) })),
  ),
});
const Reply = z.object({
  hookSpecificOutput: z.object({ permissionDecision: z.string(), permissionDecisionReason: z.string() }),
});

/** A person on a machine that has never heard of Gatehouse, with a project of their own. */
export class Newcomer {
  private readonly surroundings = freshEnvironment('newcomer');
  readonly home = realpathSync(this.surroundings.env.HOME);
  readonly project = path.join(this.home, 'work');
  readonly env: Record<string, string>;
  private readonly before: ReturnType<typeof treeOf>;

  constructor(node = process.execPath) {
    const { PATH, TMPDIR } = this.surroundings.env;
    this.env = {
      PATH: [path.dirname(node), PATH].join(path.delimiter),
      HOME: this.home,
      TMPDIR,
      LANG: 'C.UTF-8',
      GATEHOUSE_HOST: 'off',
      npm_config_cache: path.join(this.surroundings.folder, 'npm'),
      npm_config_update_notifier: 'false',
    };
    mkdirSync(this.project);
    writeFileSync(path.join(this.project, 'a.ts'), 'export const a = 1;\n');
    this.run('git', 'init', '-q');
    this.before = treeOf(this.home);
  }

  run(program: string, ...args: readonly string[]): Ran {
    return this.answer(program, args, '');
  }

  /** What the agent's client does before a command: it starts what the settings name. */
  refusal(command: string): string {
    const settings = readFileSync(path.join(this.project, '.claude/settings.local.json'), 'utf8');
    const entries = Settings.parse(JSON.parse(settings)).hooks.PreToolUse ?? [];
    const hook = entries.flatMap(({ hooks }) => hooks).find(({ args }) => args !== undefined);
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's1',
      cwd: this.project,
      tool_name: 'Bash',
      tool_input: { command },
    };
    const ran = this.answer(hook?.command ?? '', hook?.args ?? [], JSON.stringify(payload));
    const { permissionDecision, permissionDecisionReason } = Reply.parse(JSON.parse(ran.out)).hookSpecificOutput;
    return permissionDecision === 'deny' ? permissionDecisionReason : '';
  }

  /** What is different at home from before the first step; empty where everything is as it was. */
  traces(): readonly string[] {
    const now = treeOf(this.home);
    const names = new Set([...Object.keys(this.before), ...Object.keys(now)]);
    return [...names].filter((name) => this.before[name] !== now[name]);
  }

  clear(): void {
    this.surroundings.clear();
  }

  private answer(program: string, args: readonly string[], input: string): Ran {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.project,
      env: this.env,
      input,
      encoding: 'utf8',
    });
    return { code: status, out: stdout, err: error === undefined ? stderr : String(error) };
  }
}
