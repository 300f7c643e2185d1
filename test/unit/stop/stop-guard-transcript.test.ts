import assert from 'node:assert/strict';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { answer, Rig, strict } from '../review/rig';

describe('stop-guard without a state file', () => {
  let rig: Rig;
  afterEach(() => rig.clear());

  describe('transcript mode', () => {
    const edit = (file: string) => ({
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'e1', name: 'Edit', input: { file_path: file } }],
      },
    });
    const slash = (name: string) => ({
      type: 'user',
      message: { role: 'user', content: `<command-name>${name}</command-name>\n<command-args></command-args>` },
    });
    const codex = (text: string) => [
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 'c1', name: 'mcp__codex__codex', input: {} }] },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text }] }],
        },
      },
    ];
    const bash = (command: string, text: string) => [
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 'b1', name: 'Bash', input: { command } }] } },
      { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b1', content: text }] } },
    ];

    async function stopAfter(...entries: readonly unknown[]): Promise<Reply> {
      rig.write(
        '../t.jsonl',
        entries
          .flat()
          .map((entry) => JSON.stringify(entry))
          .join('\n') + '\n',
      );
      return rig.stop({ transcript_path: rig.at('../t.jsonl') });
    }

    beforeEach(() => void (rig = new Rig(strict)));

    it('no transcript, no state: nothing is known', async () => {
      assert.deepEqual(answer(await rig.stop()), { ok: true, reason: 'no transcript' });
    });

    it('an edit without a review', async () => {
      const reply = await stopAfter(edit(rig.at('src/app.js')));
      assert.equal(reply.exitCode, 2);
      assert.equal(answer(reply).reason, 'Missing required steps');
    });

    it('a code change is not satisfied by a doc review', async () => {
      const reply = await stopAfter(edit(rig.at('src/app.js')), slash('/codex-review-doc'));
      assert.match(answer(reply).description ?? '', /\/codex-review-fast \/precommit/);
    });

    it('8.24 a typed command counts, with its own markup', async () => {
      const reply = await stopAfter(
        edit(rig.at('src/app.js')),
        slash('/codex-review-fast'),
        codex('✅ Ready'),
        slash('/precommit'),
        bash('node scripts/precommit-runner.js', '## Overall: ✅ PASS'),
      );
      assert.deepEqual(answer(reply), { ok: true, reason: 'All steps completed' });
    });

    it('8.24 a mere mention of the commands does not', async () => {
      const says = {
        type: 'assistant',
        message: { content: [{ type: 'text', text: 'Run /codex-review-fast and /precommit now' }] },
      };
      const asks = {
        type: 'user',
        message: { role: 'user', content: 'please run /codex-review-fast and /precommit ' },
      };
      assert.equal((await stopAfter(edit(rig.at('src/app.js')), says, asks)).exitCode, 2);
    });

    it('a review that blocked', async () => {
      const reply = await stopAfter(
        edit(rig.at('src/app.js')),
        codex('⛔ Blocked'),
        bash('/precommit', '## Overall: ✅ PASS'),
      );
      assert.deepEqual([reply.exitCode, answer(reply).reason], [2, 'Review not passed (Blocked)']);
      assert.equal(answer(reply).description, 'Fix issues and re-run review immediately, do not stop');
    });

    it('a precommit that failed', async () => {
      const reply = await stopAfter(
        edit(rig.at('src/app.js')),
        codex('✅ Ready'),
        bash('/precommit', '## Overall: ❌ FAIL'),
      );
      assert.equal(answer(reply).reason, 'Precommit not passed (FAIL)');
    });

    it('missing steps outrank a blocked review', async () => {
      const reply = await stopAfter(edit(rig.at('src/app.js')), codex('⛔ Blocked'));
      assert.equal(answer(reply).reason, 'Missing required steps');
    });

    it('an edit after the review owes another', async () => {
      const reply = await stopAfter(
        codex('✅ Ready'),
        bash('/precommit', '## Overall: ✅ PASS'),
        edit(rig.at('src/app.js')),
      );
      assert.equal(reply.exitCode, 2);
    });

    it('only a session that edited owes anything', async () => {
      assert.equal((await stopAfter(slash('/help'), codex('✅ Ready'))).exitCode, 0);
    });

    it('broken lines are passed over', async () => {
      rig.write('../t.jsonl', `{"half":\n\n[]\n"x"\n${JSON.stringify(edit(rig.at('src/app.js')))}\n`);
      assert.equal((await rig.stop({ transcript_path: rig.at('../t.jsonl') })).exitCode, 2);
    });

    it('the seed’s flat lines are read', async () => {
      const flat = { tool: 'Edit', file_path: rig.at('src/app.js') };
      assert.equal((await stopAfter(flat)).exitCode, 2);
    });

    it('a transcript that is a folder is none', async () => {
      assert.equal((await rig.stop({ transcript_path: rig.root })).exitCode, 0);
    });
  });
});
