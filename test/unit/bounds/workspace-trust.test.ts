import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RealHooks, ways } from './real-hooks';

const why = /prettier is not run: it runs code of this repository, and you do not trust this workspace/;

for (const way of ways) {
  describe(`programs that come with a repository, ${way}`, () => {
    let hooks: RealHooks;
    let marker: string;
    beforeEach(async () => {
      hooks = new RealHooks();
      marker = path.join(hooks.root, 'ran');
      hooks.write('a.ts', 'x\n');
      for (const name of ['prettier', 'eslint', 'jest']) {
        hooks.write(`node_modules/.bin/${name}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
      }
      for (const name of ['.prettierrc', 'eslint.config.js', 'jest.config.js']) hooks.write(name, '');
      hooks.git('add', '-f', '.');
      hooks.git('commit', '-q', '-m', 'first');
      if (way === 'warm') await hooks.startHost();
    });
    afterEach(() => hooks.clear());

    const edited = (folder = hooks.project) =>
      hooks.call({
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        cwd: folder,
        tool_input: { file_path: path.join(folder, 'a.ts'), content: 'x\n' },
        tool_response: {},
      });
    const trust = () => hooks.cli('install', '--yes', '--trust');

    it('D10 do not run after an edit, and the person is told why once', async () => {
      assert.match((await edited()).stdout, why);
      assert.equal((await edited()).stdout, '');
      assert.equal(existsSync(marker), false);
    });

    it('D10 nor do its linter and its tests', async () => {
      hooks.configure({ profile: 'harness' });
      const { stdout } = await edited();
      assert.match(stdout, /is not run/);
      assert.equal(existsSync(marker), false);
    });

    it('run once the person trusts the workspace', async () => {
      const { stdout } = await trust();
      assert.match(stdout, /Trusted .*project: its formatters, linters and tests may run\./);
      await edited();
      assert.equal(existsSync(marker), true);
    });

    it('run in the linked worktrees of a trusted workspace', async () => {
      await trust();
      const linked = path.join(hooks.root, 'linked');
      hooks.git('worktree', 'add', '-q', linked);
      await edited(linked);
      assert.equal(existsSync(marker), true);
    });

    it('do not run in a folder that only says that it belongs to a trusted workspace', async () => {
      await trust();
      const own = path.join(hooks.project, '.git');
      for (const [name, link] of [
        ['direct', own],
        ['linked', path.join(own, 'worktrees', 'linked')],
      ] as const) {
        hooks.git('worktree', 'prune');
        if (name === 'linked') hooks.git('worktree', 'add', '-q', path.join(hooks.root, 'linked'));
        const folder = path.join(hooks.root, `pretends-${name}`);
        mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
        writeFileSync(path.join(folder, '.git'), `gitdir: ${link}\n`);
        writeFileSync(path.join(folder, 'a.ts'), 'x\n');
        writeFileSync(path.join(folder, 'node_modules/.bin/prettier'), `#!/bin/sh\ntouch '${marker}'\n`, {
          mode: 0o755,
        });
        await edited(folder);
        assert.equal(existsSync(marker), false, name);
      }
    });

    it('run where the gate was asked for by name', async () => {
      const payload = {
        session_id: 's',
        cwd: hooks.project,
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: path.join(hooks.project, 'a.ts'), content: 'x\n' },
        tool_response: {},
      };
      await hooks.send(['PostToolUse', '--only', 'edit-format'], JSON.stringify(payload));
      assert.equal(existsSync(marker), true);
    });

    it('are not trusted without a terminal, and not by the agent', async () => {
      assert.deepEqual((await hooks.cli('trust')).code, 1);
      for (const command of ['gatehouse trust', 'gatehouse install --yes --trust']) {
        assert.match((await hooks.bash(command)).stdout, /"permissionDecision":"deny"/, command);
      }
      assert.match((await edited()).stdout, why);
    });
  });
}
