import assert from 'node:assert/strict';
import { passedFlag, Rig, stateWith } from '../review/rig';

describe('review-reminder', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.write('src/app.js', 'export const a = 2;\n');
    rig.setState(stateWith({ has_code_change: true }));
  });
  afterEach(() => rig.clear());

  const context = async (event: string, fields: Readonly<Record<string, unknown>>) => {
    const { stdout } = await rig.hook(event, fields, 'review-reminder');
    if (stdout === '') return undefined;
    return (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
      .additionalContext;
  };
  const prompt = (text = 'Go on') => context('UserPromptSubmit', { prompt: text });
  const start = (source: string) => context('SessionStart', { source });

  describe('P1-15 with a prompt', () => {
    it('says what is owed', async () => {
      assert.match((await prompt()) ?? '', /^This project has unreviewed changes.*\/codex-review-fast .*\/precommit /);
    });

    it('not again within five minutes', async () => {
      await prompt();
      assert.equal(await prompt(), undefined);
      rig.now += 5 * 60_000;
      assert.notEqual(await prompt(), undefined);
    });

    it('each session has its own five minutes', async () => {
      await prompt();
      rig.session = 'session-2';
      assert.notEqual(await prompt(), undefined);
    });

    for (const text of ['/precommit', '<task-notification>\n<task-id>x</task-id>\n</task-notification>']) {
      it(`not with ${JSON.stringify(text.slice(0, 20))}`, async () => {
        assert.equal(await prompt(text), undefined);
      });
    }

    it('not when nothing is owed', async () => {
      rig.setState(stateWith({ has_code_change: true, code_review: passedFlag, precommit: passedFlag }));
      assert.equal(await prompt(), undefined);
    });

    it('not when the worktree is clean', async () => {
      rig.git('checkout', '-q', '--', '.');
      assert.equal(await prompt(), undefined);
    });

    it('not without a state file', async () => {
      rig.git('clean', '-fdxq');
      assert.equal(await prompt(), undefined);
    });
  });

  describe('P1-15 after a compaction', () => {
    it('says where the loop stood', async () => {
      assert.match((await start('compact')) ?? '', /^\[AUTO_LOOP_RESUME\] .*\/codex-review-fast/);
    });

    it('counts as a reminder: the next prompt does not say it again', async () => {
      await start('compact');
      assert.equal(await prompt(), undefined);
    });

    it('says that a review is in progress', async () => {
      await rig.review(
        'MCP tool "codex/codex" is still running after 120s. It was moved to the background as task k1 and keeps running.',
      );
      assert.match((await start('compact')) ?? '', /^\[AUTO_LOOP_RESUME\] A review is in progress: k1/);
    });

    for (const source of ['startup', 'resume', 'clear']) {
      it(`says nothing after ${source}`, async () => {
        assert.equal(await start(source), undefined);
      });
    }
  });
});
