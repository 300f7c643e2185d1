import { runCommand } from '../../../src/hooks/cli/commands';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { runHook } from '../../../src/hooks/pipeline/hook';
import type { Trace } from '../../../src/hooks/pipeline/trace';
import { projectHome } from '../../../src/hooks/project/home';
import { TestProject } from '../../harness/test-project';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What the person was asked. */
  readonly asked: string;
}

/** A repository, a person's home, and a terminal in front of them. */
export class Stage extends TestProject {
  /** Where the state of the project lies. */
  readonly state: string;

  constructor() {
    super();
    this.env.USER = 'anna';
    this.startGit({ 'a.ts': 'export const a = 1;\n' });
    this.state = projectHome(this.env, this.root);
  }

  private readonly started = process.argv[1] ?? '';

  /** Commands of this process are those of a runner with this text. */
  runAs(runner = '// runs\n'): void {
    process.argv[1] = this.write('../dist/runner.js', runner);
  }

  override clear(): void {
    process.argv[1] = this.started;
    super.clear();
  }

  /** A command as typed; with `answer` at a terminal, without in a script. */
  async run(args: readonly string[], answer?: string, cwd = this.root): Promise<Said> {
    const said = { out: '', err: '', asked: '' };
    const code = await runCommand(args, {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      env: this.env,
      cwd,
      isTTY: answer !== undefined,
      ask: (question) => {
        said.asked += question;
        return Promise.resolve(answer ?? '');
      },
    });
    return { code, ...said };
  }

  /** A hook as the client calls it. */
  async hook(event: string, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const payload = JSON.stringify({ hook_event_name: event, session_id: 's1', cwd: this.root, ...fields });
    const reply = await runHook({ event, payload, env: this.env, via: 'cold', cwd: this.root });
    return reply.stdout;
  }

  bash(command: string): Promise<string> {
    return this.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } });
  }

  last(): Trace {
    return readTraces(this.state, { limit: 1 })[0]!;
  }
}
