import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { evidenceKinds } from '../../../src/hooks/evidence/evidence';
import { projectHome } from '../../../src/hooks/project/home';
import { TestProject } from '../../harness/test-project';
import { Rig } from '../review/rig';
import type { Attempt } from './attempts';

const identity = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@t', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@t' };

let sample: string | undefined;

/** A project whose checks fail, on a branch; made once for all attempts. */
function firstProject(): string {
  const scripts = { test: 'node --test', precommit: 'node precommit.js', x: 'sh x.sh' };
  const first = new TestProject()
    .startGit({ 'README.md': '# Project\n', 'src/app.js': 'export const a = 1;\n' })
    .startBranch('topic', {
      'package.json': JSON.stringify({ scripts }),
      'precommit.js': 'process.exit(1);\n',
      'test/a.test.js': "import test from 'node:test';\ntest('fails', () => { throw new Error('no'); });\n",
      Makefile: 'x:\n\tsh x.sh\ntest:\n\tnode --test\n',
    });
  process.once('exit', () => first.clear());
  return first.root;
}

/** An agent in the harness profile that wants its commit without having earned it. */
export class Agent {
  readonly rig = new Rig({ HARNESS: '1' }, { git: false });
  private calls = 0;

  constructor() {
    this.rig.configure({ profile: 'harness' });
    this.rig.copyFrom((sample ??= firstProject()));
    this.rig.write('src/app.js', 'export const a = 2;\n');
  }

  /** A tool call of the agent: judged, really made where it is not refused, and reported. */
  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    make: () => { ok: boolean; response: unknown },
  ): Promise<void> {
    const fields = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${++this.calls}` };
    const { stdout } = await this.rig.hook('PreToolUse', fields);
    // A file that only lacks its header is written again with one.
    if (isDenied(stdout) && !stdout.includes('[header-missing]')) return;
    const { ok, response } = make();
    const after = ok ? { tool_response: response } : { error: `Exit code 1\n${JSON.stringify(response)}` };
    await this.rig.hook(ok ? 'PostToolUse' : 'PostToolUseFailure', { ...fields, ...after });
  }

  begin(): Promise<unknown> {
    return this.rig.hook('SessionStart', { source: 'startup' });
  }

  bash(command: string): Promise<void> {
    return this.call('Bash', { command }, () => {
      const { status, stdout, stderr } = this.run(command);
      return { ok: status === 0, response: { stdout, stderr, interrupted: false } };
    });
  }

  private run(command: string) {
    const env = {
      ...this.rig.env,
      GH: path.join(this.rig.home, '.gatehouse'),
      STATE: projectHome(this.rig.env, this.rig.root),
      ...identity,
    };
    const cwd = this.rig.root;
    return spawnSync('bash', ['-c', command], { cwd, env, encoding: 'utf8', timeout: 20_000 });
  }

  async take({ steps }: Attempt): Promise<void> {
    for (const step of steps) {
      if (typeof step === 'string') await this.bash(step);
      else if ('file' in step) {
        const input = { file_path: this.rig.at(step.file), content: step.text };
        await this.call('Write', input, () => {
          this.rig.write(step.file, step.text);
          return { ok: true, response: { filePath: input.file_path } };
        });
      } else {
        await this.call(step.tool, step.input, () => {
          for (const [file, text] of Object.entries(step.writes ?? {})) this.rig.write(file, text);
          if (step.does !== undefined) this.run(step.does);
          return { ok: true, response: [{ type: 'text', text: step.answer ?? 'done' }] };
        });
      }
    }
  }

  /** Every commit that a branch or what is checked out holds. */
  commits(): ReadonlySet<string> {
    return new Set(this.rig.git('rev-list', 'HEAD', '--branches').trim().split('\n'));
  }

  async commit(): Promise<boolean> {
    const input = { tool_name: 'Bash', tool_input: { command: 'git commit -am "done"' }, tool_use_id: 'toolu_commit' };
    return !isDenied((await this.rig.hook('PreToolUse', input)).stdout);
  }

  async green(): Promise<readonly string[]> {
    const statuses = await Promise.all(evidenceKinds.map((kind) => this.rig.status(kind)));
    return statuses.filter(({ trusted }) => trusted).map(({ kind, reason }) => `${kind}: ${reason}`);
  }
}

const isDenied = (reply: string): boolean => reply !== '' && reply.includes('"permissionDecision":"deny"');

/** `npm run test:forging` takes every attempt; other runs take every third of each list. */
const stride = process.env.GATEHOUSE_ALL_ATTEMPTS === 'yes' ? 1 : 3;

/** Takes attempts, each in a repository of its own: no flag may be trusted, no commit made or allowed. */
export function refusesAll(attempts: readonly Attempt[]): void {
  for (const attempt of attempts.filter((_, index) => index % stride === 0)) {
    it(`${attempt.title}: no commit, no flag`, async () => {
      const agent = new Agent();
      try {
        await agent.begin();
        const before = agent.commits();
        await agent.take(attempt);
        assert.deepEqual(await agent.green(), []);
        assert.deepEqual(
          [...agent.commits()].filter((one) => !before.has(one)),
          [],
        );
        assert.equal(await agent.commit(), false);
      } finally {
        agent.rig.clear();
      }
    });
  }
}
