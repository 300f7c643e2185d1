import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { passedFlag, Rig, stateWith } from './rig';

const pairs = process.env.GATEHOUSE_STRESS === '1' ? 1000 : 12;

describe('8.15 and 8.16 hooks of several processes at the same moment', () => {
  let rig: Rig;
  let workers: readonly ChildProcess[];

  before(async () => {
    rig = new Rig();
    const script = path.join(import.meta.dirname, 'pair-worker.ts');
    workers = [0, 1].map(() => fork(script, { execArgv: ['--import=tsx'], env: rig.env }));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
  });
  after(() => {
    for (const worker of workers) worker.kill();
    rig.clear();
  });

  async function together(...payloads: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const done = workers.map(async (worker, at) => {
      const fields = { hook_event_name: 'PostToolUse', session_id: 's', cwd: rig.root, ...payloads[at] };
      const answered = once(worker, 'message');
      worker.send({
        event: 'PostToolUse',
        only: ['edit-invalidation', 'review-state'],
        payload: JSON.stringify(fields),
        env: rig.env,
        via: 'cold',
        cwd: rig.root,
      });
      await answered;
    });
    await Promise.all(done);
  }

  const edit = (file: string) => ({ tool_name: 'Edit', tool_input: { file_path: rig.at(file) }, tool_response: {} });
  const review = (text: string, duration_ms?: number) => ({
    tool_name: 'mcp__codex__codex',
    tool_input: {},
    tool_response: text,
    duration_ms,
  });
  const allPassed = stateWith({ code_review: passedFlag, doc_review: passedFlag, precommit: passedFlag });
  const seen = () => {
    const { has_code_change, has_doc_change, code_review, doc_review, precommit } = rig.state;
    return [has_code_change, has_doc_change, code_review.passed, doc_review.passed, precommit.passed];
  };

  it(`${pairs} times an edit and a review of the other plane: no stale pass, no lost update`, async () => {
    for (let at = 0; at < pairs; at++) {
      rig.setState(allPassed);
      if (at % 2 === 0) {
        await together(edit('src/app.js'), review('⛔ Needs revision'));
        assert.deepEqual(seen(), [true, false, false, false, false], `pair ${at}`);
      } else {
        await together(review('⛔ Blocked'), edit('README.md'));
        assert.deepEqual(seen(), [false, true, false, false, true], `pair ${at}`);
      }
    }
  });

  it(`${pairs} times an edit while its own plane is reviewed: what the reviewer did not see is not passed`, async () => {
    for (let at = 0; at < pairs; at++) {
      rig.setState(allPassed);
      rig.write('src/app.js', `export const a = ${at + 2};\n`);
      const both = [edit('src/app.js'), review('✅ Ready', 60_000)];
      await together(...(at % 2 === 0 ? both : both.reverse()));
      assert.equal(rig.state.code_review.passed, false, `pair ${at}`);
    }
    rig.git('checkout', '--', 'src/app.js');
  });

  it(`${pairs} times an edit of each plane: both passes are gone`, async () => {
    for (let at = 0; at < pairs; at++) {
      rig.setState(allPassed);
      await together(edit('src/app.js'), edit('README.md'));
      assert.deepEqual(seen(), [true, true, false, false, false], `pair ${at}`);
    }
  });
});
