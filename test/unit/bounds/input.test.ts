import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { RealHooks, ways } from './real-hooks';

const refused = /"permissionDecision":"deny"/;

for (const way of ways) {
  describe(`what a repository or a payload supplies, ${way}`, () => {
    let hooks: RealHooks;
    before(async () => {
      hooks = new RealHooks();
      hooks.configure({ profile: 'harness' });
      if (way === 'warm') await hooks.startHost();
    });
    after(() => hooks.clear());

    const stillGuards = async () => assert.match((await hooks.bash('rm -rf ~/')).stdout, refused);

    it('D3 a directory in which no folder can be made does not stop the guard', async () => {
      assert.match((await hooks.bash('rm -rf ~/', { cwd: '/proc/1' })).stdout, refused);
      const prompt = { hook_event_name: 'UserPromptSubmit', cwd: '/proc/1', prompt: 'hello' };
      assert.equal((await hooks.call(prompt)).code, 0);
      await stillGuards();
    });

    const plans: readonly (readonly [string, (file: string) => void])[] = [
      ['a pipe', (file) => execFileSync('mkfifo', [file])],
      ['a link to /dev/zero', (file) => symlinkSync('/dev/zero', file)],
      ['a link to a terminal', (file) => symlinkSync('/dev/tty', file)],
      ['a folder', (file) => mkdirSync(file)],
    ];
    const names = [
      'MASTER_PLAN.md',
      'package.json',
      '.mcp.json',
      '.claude/gatehouse.json',
      '.claude/settings.json',
      '.claude/careful-state.json',
      '.claude/research-log.md',
      '.claude/.test-runner.lock',
      '.claude/.test-status',
      '.claude_review_state.json',
      '.gstack-slug',
      '.git/config.worktree',
      'src/a.ts',
    ];
    for (const [what, make] of plans) {
      it(`D3 ${what} in the place of any file that gates read is passed over by every event`, async () => {
        const project = path.join(hooks.root, `project-${what.replace(/\W/g, '-')}`);
        mkdirSync(project);
        execFileSync('git', ['init', '-q', project], { env: hooks.env });
        for (const name of names) {
          mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
          make(path.join(project, name));
        }
        const edit = { tool_input: { file_path: path.join(project, 'src/a.ts'), old_string: 'a', new_string: 'b' } };
        const events = [
          { hook_event_name: 'SessionStart', source: 'startup' },
          { hook_event_name: 'UserPromptSubmit', prompt: 'look at src/a.ts' },
          { hook_event_name: 'PreToolUse', tool_name: 'Edit', ...edit },
          { hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_response: {}, ...edit },
          { hook_event_name: 'PreCompact', trigger: 'auto' },
          { hook_event_name: 'Stop', transcript_path: path.join(project, 'MASTER_PLAN.md') },
          { hook_event_name: 'SessionEnd', reason: 'other' },
        ];
        for (const event of events) {
          const ran = await hooks.call({ cwd: project, ...event });
          assert.deepEqual([event.hook_event_name, ran.code, ran.stderr], [event.hook_event_name, 0, '']);
        }
        assert.match((await hooks.bash('rm -rf ~/', { cwd: project })).stdout, refused);
      });
    }
  });
}
