import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { Rig } from '../review/rig';
import { message } from '../session/wire';

describe('a stop, summed up', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.write(
      '.claude/.session-changes-session-1',
      ['src/app.js', 'src/app.js', 'README.md'].map((f) => `${rig.at(f)}\n`).join(''),
    );
  });
  afterEach(() => rig.clear());

  const stop = async (more: object = {}) =>
    message(
      await rig.hook('Stop', { stop_hook_active: false, last_assistant_message: 'ok', ...more }, 'session-summary'),
    );
  const next = async () => /^Next: (.*)$/m.exec(await stop())?.[1];
  const tests = (result: 'pass|0' | 'fail|3') =>
    rig.write('.claude/.test-status', `${result}|${Math.floor(rig.now / 1000)}`);

  function commit(file: string): void {
    rig.git('add', file);
    rig.git('commit', '-q', '-m', file);
  }

  describe('session-summary, in its own words', () => {
    it('on main', async () => {
      rig.write('src/app.js', '// @decision DEC-APP-001\n');
      assert.equal(
        await stop(),
        [
          'Session: 2 files changed (1 source, 1 other), 1 with a @decision.',
          'Git: main, dirty (1 file). Tests: not run on the current files.',
          'Next: create MASTER_PLAN.md before more source is written.',
        ].join('\n'),
      );
    });

    it('names the next step in each of the seven situations', async () => {
      const plan = () => {
        rig.write('MASTER_PLAN.md', '# P\n');
        commit('MASTER_PLAN.md');
      };
      assert.equal(await next(), 'create MASTER_PLAN.md before more source is written.');
      plan();
      assert.equal(await next(), 'create worktrees for the phases of the plan.');
      rig.git('worktree', 'add', '-q', path.join('..', 'tree'), '-b', 'other');
      assert.equal(await next(), 'continue in the worktrees; this branch only takes merges.');
      rig.git('switch', '-q', '-c', 'feature');
      tests('fail|3');
      assert.equal(await next(), 'fix the failing tests.');
      rig.write('.claude/.test-status', '');
      assert.equal(await next(), 'run the tests.');
      tests('pass|0');
      rig.write('src/app.js', 'export const a = 2;\n');
      assert.equal(await next(), 'review the changes and commit them.');
      commit('src/app.js');
      assert.equal(await next(), 'have the person try it, then merge to main.');
    });

    it('says how many tests fail', async () => {
      tests('fail|3');
      assert.match(await stop(), /^Git: main, clean\. Tests: failing \(3\)\.$/m);
    });
  });

  describe('session-summary', () => {
    it('is quiet without changes, of another session’s changes, and when the agent goes on because of a hook', async () => {
      assert.equal(await stop({ session_id: 'other' }), '');
      assert.equal(await stop({ stop_hook_active: true }), '');
    });

    it('SU-3 speaks after surface has audited the same changes', async () => {
      const reply = await rig.hook('Stop', { stop_hook_active: false }, 'surface,session-summary');
      assert.match(message(reply), /^Decision audit.*\n\nSession: 2 files changed/s);
    });

    it('D-14 says that tests are running without waiting for them, and does not wait for processes of that name', async () => {
      const other = spawn('sleep', ['3600'], { argv0: 'test-runner.sh', stdio: 'ignore' });
      assert.doesNotMatch(await stop(), /running/);
      rig.write('.claude/.test-runner.lock', `${other.pid ?? 0}\n`);
      assert.match(await stop(), /Tests: running now\./);
      assert.deepEqual([other.exitCode, other.signalCode], [null, null]);
      other.kill();
      await new Promise((resolve) => other.once('exit', resolve));
      assert.doesNotMatch(await stop(), /running/);
    });
  });
});
