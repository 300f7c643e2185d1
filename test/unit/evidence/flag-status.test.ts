import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceKind, FlagStatusKind } from '../../../src/hooks/evidence/evidence';
import { EvidenceRig } from './rig';

const rule = 'test: ✅';
const files = { 'a.ts': 'one\n', 'b.ts': 'two\n', 'README.md': 'hello\n' };

const passedReview = (kind: string): string =>
  JSON.stringify({ [kind]: { executed: true, passed: true, last_run: '2026-11-18T12:00:00Z' } });

describe('the status of a flag', () => {
  let shop: EvidenceRig;
  afterEach(() => shop.clear());

  async function says(kind: EvidenceKind, status: FlagStatusKind, trusted: boolean, reason?: string): Promise<void> {
    const flag = await shop.evidence().status(kind);
    assert.deepEqual({ status: flag.status, trusted: flag.trusted }, { status, trusted }, flag.reason);
    if (reason !== undefined) assert.equal(flag.reason, reason);
  }

  const pass = (kind: EvidenceKind) => shop.evidence().record(kind, { verdict: 'pass', rule });

  for (const kind of ['code_review', 'doc_review', 'precommit', 'tests', 'proof'] as const) {
    it(`${kind}: missing, passed, stale after a change, passed again when the change is taken back`, async () => {
      shop = EvidenceRig.repository(files);
      await says(kind, 'missing', false);
      await pass(kind);
      await says(kind, 'passed', true);
      const file = kind === 'doc_review' ? 'README.md' : 'a.ts';
      const text = shop.read(file);
      shop.write(file, 'changed\n');
      await says(kind, 'stale', false);
      shop.write(file, text);
      await says(kind, 'passed', true);
    });
  }

  it('names the files that changed since the pass, also ones committed meanwhile', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('b.ts', 'dirty at the pass\n');
    await pass('tests');
    shop.pass(3 * 60);
    shop.write('a.ts', 'changed\n');
    shop.git('commit', '-qm', 'only a', 'a.ts');
    shop.write('c.ts', 'new\n');
    shop.write('README.md', 'not of this plane\n');
    const status = await shop.evidence().status('tests');
    assert.equal(status.reason, 'The test run passed 3 minutes ago, but a.ts and c.ts changed since.');
    assert.deepEqual(status.changed, ['a.ts', 'c.ts']);
  });

  it('names a file that only went back to what the last commit holds', async () => {
    shop = EvidenceRig.repository(files);
    shop.write('b.ts', 'dirty at the pass\n');
    await pass('tests');
    shop.git('checkout', '-q', 'b.ts');
    assert.deepEqual((await shop.evidence().status('tests')).changed, ['b.ts']);
  });

  it('cuts a long list of changed files in the sentence, not in the list', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    for (let file = 0; file < 7; file++) shop.write(`new-${String(file)}.ts`, 'x\n');
    const status = await shop.evidence().status('tests');
    assert.match(status.reason, /but new-0\.ts, new-1\.ts, new-2\.ts and 4 more files changed since\.$/);
    assert.equal(status.changed?.length, 7);
  });

  it('14 a pass is stale on unreviewed work whether that is committed, stashed and popped, or lies in the worktree', async () => {
    shop = EvidenceRig.repository(files);
    await pass('code_review');
    shop.write('a.ts', 'never reviewed\n');
    await says('code_review', 'stale', false);
    shop.git('commit', '-qam', 'never reviewed');
    await says('code_review', 'stale', false);
    shop.git('reset', '-q', '--soft', 'HEAD~1');
    shop.git('stash');
    await says('code_review', 'passed', true);
    shop.git('stash', 'pop');
    await says('code_review', 'stale', false);
  });

  it('13 a change is seen in a status that is longer than a pipe holds', async () => {
    shop = EvidenceRig.repository(files);
    for (let file = 0; file < 500; file++) shop.write(`${'long-name-'.repeat(20)}${String(file)}.ts`, 'x\n');
    await pass('code_review');
    await says('code_review', 'passed', true);
    shop.write(`${'long-name-'.repeat(20)}7.ts`, 'y\n');
    await says('code_review', 'stale', false);
  });

  it('an older content that once passed is good again, also after another content failed', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    shop.pass(60);
    shop.write('a.ts', 'broken\n');
    await shop.evidence().record('tests', { verdict: 'fail', rule: 'exit 1', failures: 2 });
    await says('tests', 'failed', false, 'The test run failed just now on exactly this content (exit 1).');
    shop.write('a.ts', 'one\n');
    await says('tests', 'passed', true, `The test run passed 1 minute ago on exactly this content (${rule}).`);
  });

  it('a failure on the same content outweighs the earlier pass', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    shop.pass(60);
    await shop.evidence().record('tests', { verdict: 'fail', rule: 'exit 1' });
    await says('tests', 'failed', false);
    assert.equal(shop.read('.claude/.test-status'), 'fail|1|1795003260\n');
  });

  it('a pass that counts outlasts a doubtful repeat of the same call, and of no other', async () => {
    shop = EvidenceRig.repository(files);
    const report = (toolUseId: string, doubt?: string) =>
      shop.evidence().record('code_review', { verdict: 'pass', rule, doubt, call: { sessionId: 's1', toolUseId } });
    const doubt = 'nothing shows which program reported it';
    await report('toolu_1');
    await report('toolu_1', doubt);
    await says('code_review', 'passed', true);
    await report('toolu_2', doubt);
    await says('code_review', 'unbound', false);
    await report('toolu_2');
    await says('code_review', 'passed', true);
  });

  it('remembers the last 32 contents of a kind', async () => {
    shop = EvidenceRig.repository(files);
    for (let content = 0; content < 33; content++) {
      shop.write('a.ts', `content ${String(content)}\n`);
      await pass('proof');
    }
    shop.write('a.ts', 'content 1\n');
    await says('proof', 'passed', true);
    shop.write('a.ts', 'content 0\n');
    await says('proof', 'stale', false);
  });

  it('an edit that a hook saw takes the passes of its plane off and keeps when they ran', async () => {
    shop = EvidenceRig.repository(files);
    await pass('code_review');
    await pass('precommit');
    await pass('doc_review');
    shop.pass(5);
    shop.write('a.ts', 'edited\n');
    await shop.evidence().invalidate('code');
    assert.deepEqual(JSON.parse(shop.read('.claude_review_state.json')), {
      session_id: '',
      updated_at: '2026-11-18T12:00:05Z',
      has_code_change: true,
      has_doc_change: false,
      code_review: { executed: true, passed: false, last_run: '2026-11-18T12:00:00Z' },
      doc_review: { executed: true, passed: true, last_run: '2026-11-18T12:00:00Z' },
      precommit: { executed: true, passed: false, last_run: '2026-11-18T12:00:00Z' },
    });
    await says('code_review', 'stale', false);
    await says('doc_review', 'passed', true);
    shop.write('a.ts', 'one\n');
    await says('code_review', 'passed', true);
  });

  describe('C1 a pass that another tool wrote', () => {
    const now = 1_795_003_200;

    it('is unbound, says what the file says, and does not count', async () => {
      shop = EvidenceRig.repository(files);
      shop.write('.claude/.test-status', `pass|0|${String(now)}\n`);
      await says(
        'tests',
        'unbound',
        false,
        'The test run passed just now according to .claude/.test-status, but no receipt ties it to these files: it counts once a person accepts it.',
      );
    });

    for (const [kind, file, text] of [
      ['proof', '.claude/.proof-status', `verified|${String(now)}\n`],
      ['tests', '.claude/.test-status', `pass|0|${String(now)}\n`],
      ['code_review', '.claude_review_state.json', passedReview('code_review')],
      ['doc_review', '.claude_review_state.json', passedReview('doc_review')],
      ['precommit', '.claude_review_state.json', passedReview('precommit')],
    ] as const) {
      it(`${kind} counts once a person accepts it, for the files at that moment`, async () => {
        shop = EvidenceRig.repository(files);
        shop.write(file, text);
        await says(kind, 'unbound', false);
        await shop.evidence().accept(kind, 'ada in the editor');
        const accepted = 'on exactly this content (accepted by ada in the editor).';
        assert.ok((await shop.evidence().status(kind)).reason.endsWith(accepted));
        await says(kind, 'passed', true);
        shop.write(kind === 'doc_review' ? 'README.md' : 'a.ts', 'changed\n');
        await says(kind, 'stale', false);
      });
    }

    it('accepting a flag that is not unbound changes nothing', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().accept('tests', 'ada');
      await says('tests', 'missing', false);
    });

    it('holds where no file of its plane changed since, and not where one did', async () => {
      shop = EvidenceRig.repository(files);
      shop.time = Date.now() + 60_000;
      const at = String(Math.floor(shop.time / 1000));
      shop.write('.claude/.test-status', `pass|0|${at}\n`);
      shop.write('.claude/.proof-status', 'verified|5\n');
      shop.write('a.ts', 'changed\n');
      const unbound = await shop.evidence().unbound();
      assert.deepEqual(
        unbound.map(({ flag, holds }) => [flag.kind, holds]),
        [
          ['tests', true],
          ['proof', false],
        ],
      );
    });

    it('does not outweigh a failure that has a receipt', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().record('tests', { verdict: 'fail', rule: 'exit 1', failures: 2 });
      shop.pass(600);
      shop.write('.claude/.test-status', `pass|0|${String(now + 300)}\n`);
      await says('tests', 'unbound', false);
    });

    it('is still failed where its newer word is a failure', async () => {
      shop = EvidenceRig.repository(files);
      await pass('tests');
      shop.pass(600);
      shop.write('.claude/.test-status', `fail|3|${String(now + 310)}\n`);
      await says('tests', 'failed', false);
    });

    it('with a receipt outlives a new session', async () => {
      shop = EvidenceRig.repository(files);
      await pass('tests');
      shop.pass(10);
      await shop.evidence().sessionStarted('startup');
      await says('tests', 'passed', true);
    });
  });

  describe('a public file, for a gate that runs by name', () => {
    const now = 1_795_003_200;

    async function believed(kind: EvidenceKind, trusted: boolean): Promise<void> {
      const status = await shop.evidence({ believesFiles: true }).status(kind);
      assert.deepEqual([status.status, status.trusted], ['unbound', trusted], status.reason);
    }

    for (const [source, trusted] of [
      ['startup', false],
      ['clear', false],
      ['compact', true],
      ['resume', true],
    ] as const) {
      it(`from before a session's ${source} is ${trusted ? 'still' : 'no longer'} believed`, async () => {
        shop = EvidenceRig.repository(files);
        shop.write('.claude/.test-status', `pass|0|${String(now)}\n`);
        shop.pass(10);
        await shop.evidence().sessionStarted(source);
        await believed('tests', trusted);
      });
    }

    it('from after the start of the session is believed', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().sessionStarted('startup');
      shop.write('.claude/.test-status', `pass|0|${String(now)}\n`);
      await believed('tests', true);
    });

    it('dated in the future is not believed', async () => {
      shop = EvidenceRig.repository(files);
      shop.write('.claude/.test-status', `pass|0|${String(now + 3600)}\n`);
      await believed('tests', false);
    });

    it('the review state of the seed is read unchanged', async () => {
      shop = EvidenceRig.repository(files);
      const ran = { executed: true, passed: true, last_run: '2026-11-18T11:59:00Z' };
      shop.write('.claude_review_state.json', JSON.stringify({ code_review: ran }));
      await believed('code_review', true);
      await says('precommit', 'missing', false);
    });

    it('a bare "verified" is as old as its file', async () => {
      shop = EvidenceRig.repository(files);
      shop.write('.claude/.proof-status', 'verified\n');
      shop.time = Date.now();
      await believed('proof', true);
      shop.pass(10);
      await shop.evidence().sessionStarted('startup');
      await believed('proof', false);
    });
  });

  it('C1 receipts that a script wrote are no receipts', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    const file = path.join(shop.state, 'receipts.json');
    const forged = readFileSync(file, 'utf8').replace(/"tests"/, '"proof"');
    writeFileSync(file, forged);
    shop.write('.claude/.proof-status', 'verified|1795003200\n');
    await says('proof', 'unbound', false);
    await says('tests', 'unbound', false);
  });

  it('a repository cannot ship its own evidence: tracked files are shown and satisfy nothing', async () => {
    shop = EvidenceRig.repository({
      ...files,
      '.claude/.test-status': 'pass|0|1795003200\n',
      '.claude/.proof-status': 'verified|1795003200\n',
      '.claude_review_state.json': JSON.stringify({ code_review: { executed: true, passed: true, last_run: '' } }),
    });
    for (const kind of ['tests', 'proof', 'code_review'] as const) await says(kind, 'shipped', false);
    shop.git('rm', '-q', '--cached', '.claude/.test-status');
    await says('tests', 'unbound', false);
  });

  it('a tracked file stays untouched by a record, and the flag stays shipped', async () => {
    shop = EvidenceRig.repository({ ...files, '.claude/.test-status': 'fail|1|5\n' });
    await pass('tests');
    assert.equal(shop.read('.claude/.test-status'), 'fail|1|5\n');
    await says('tests', 'shipped', false);
  });

  it('a pass earned during a conflict is never good', async () => {
    shop = EvidenceRig.repository(files);
    shop.startConflict('a.ts');
    await pass('tests');
    await says('tests', 'stale', false);
    shop.git('checkout', '-q', '--ours', 'a.ts');
    shop.git('add', 'a.ts');
    await says('tests', 'stale', false);
  });

  it('an earlier pass cannot be compared during a conflict', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    shop.startConflict('a.ts');
    await says(
      'tests',
      'stale',
      false,
      'The test run passed just now, but the current files cannot be compared: a.ts has an unresolved conflict.',
    );
  });

  it('outside a repository a receipt says what came of the run, until an edit is seen', async () => {
    shop = new EvidenceRig();
    await pass('code_review');
    await says('code_review', 'unbound', true);
    await shop.evidence().invalidate('code');
    await says('code_review', 'stale', false);
  });

  it('is the same from every sub-directory: 21 one state file, at the top', async () => {
    shop = EvidenceRig.repository({ ...files, 'deep/er/c.ts': 'x\n' });
    await shop.evidence({ directory: shop.at('deep/er') }).record('code_review', { verdict: 'pass', rule });
    await says('code_review', 'passed', true);
    assert.equal(shop.read('.claude_review_state.json').includes('"passed": true'), true);
    assert.throws(() => shop.read('deep/er/.claude_review_state.json'));
  });

  it("a linked worktree's passes are its own", async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    const linked = path.join(shop.base, 'linked');
    shop.git('worktree', 'add', '-q', linked, '-b', 'linked');
    const home = path.join(shop.gatehouse, 'projects', 'linked');
    assert.equal((await shop.evidence({ directory: linked, home }).status('tests')).status, 'missing');
  });

  describe('a review in the background', () => {
    it('is in progress until it is forgotten', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().begin('code_review', 'task-1', 'session');
      shop.pass(120);
      await says(
        'code_review',
        'in-progress',
        false,
        'The code review was started 2 minutes ago and has not finished yet.',
      );
      assert.equal(await shop.evidence().forget('code_review', 'other'), false);
      assert.equal(await shop.evidence().forget('code_review', 'task-1'), true);
      await says('code_review', 'missing', false);
    });

    it('is about the content it began on', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().begin('code_review', 'task-1', 'session');
      shop.write('a.ts', 'edited meanwhile\n');
      await shop.evidence().record('code_review', { verdict: 'pass', rule, task: 'task-1' });
      await says('code_review', 'stale', false, 'The code review passed just now, but a.ts changed since.');
      shop.write('a.ts', 'one\n');
      await says('code_review', 'passed', true);
    });

    it('does not hide a pass that stands', async () => {
      shop = EvidenceRig.repository(files);
      await pass('code_review');
      await shop.evidence().begin('code_review', 'task-1', 'session');
      await says('code_review', 'passed', true);
    });

    it('that has been away for two hours will not come back', async () => {
      shop = EvidenceRig.repository(files);
      await shop.evidence().begin('code_review', 'task-1', 'session');
      shop.pass(2 * 3600);
      await says('code_review', 'missing', false);
    });
  });

  it('a verdict about a content of before a long run is bound to that content', async () => {
    shop = EvidenceRig.repository(files);
    const digest = await shop.evidence().digest('code');
    shop.write('a.ts', 'edited while the tests ran\n');
    await shop.evidence().record('tests', { verdict: 'pass', rule, digest });
    await says('tests', 'stale', false);
    shop.write('a.ts', 'one\n');
    await says('tests', 'passed', true);
  });

  it('reset takes one flag back to never run, and reset of all takes all', async () => {
    shop = EvidenceRig.repository(files);
    for (const kind of ['code_review', 'precommit', 'tests', 'proof'] as const) await pass(kind);
    await shop.evidence().reset('code_review');
    await says('code_review', 'missing', false);
    await says('precommit', 'passed', true);
    await shop.evidence().reset(undefined);
    for (const kind of ['precommit', 'tests', 'proof'] as const) await says(kind, 'missing', false);
  });

  it('damaged receipts are no receipts', async () => {
    shop = EvidenceRig.repository(files);
    await pass('tests');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(path.join(shop.state, 'receipts.json'), '{"v":1,"receipts":[{"kind":"tests","verdict":"pass"}]}');
    await says('tests', 'unbound', false);
    await pass('tests');
    await says('tests', 'passed', true);
  });
});
