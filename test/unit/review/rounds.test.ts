import assert from 'node:assert/strict';
import { runCommand } from '../../../src/hooks/cli/commands';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { countFindings, countsText } from '../../../src/hooks/review/finding-counts';
import { progressLine } from '../../../src/hooks/review/progress';
import { route } from '../../../src/hooks/review/routing';
import { Rig } from './rig';

describe('P1-18 what a report found', () => {
  const counted: readonly (readonly [says: string, text: string, counts: string])[] = [
    ['a table', '| Weight | Count |\n|---|---|\n| P0 | 1 |\n| P1 | 2 |\n| P2 | 0 |\n| Nit | 4 |', '1 P0, 2 P1, 4 nits'],
    ['a line of counts', 'P0: 0, P1: 2, P2: 1, Nit: 1', '2 P1, 1 P2, 1 nit'],
    ['counts in a sentence', 'The change has 1 P0 and 3 P2.', '1 P0, 3 P2'],
    ['emphasis', '- **P0**: 2\n- **P1**: 1', '2 P0, 1 P1'],
    ['weights in brackets', '- [P1] src/a.ts:12 leaks\n- [P2] src/b.ts:3 name\n- [P1] src/c.ts:9 race', '2 P1, 1 P2'],
    ['weights in bold', '1. **P0** `a.ts` deletes too much\n2. **nit** spelling', '1 P0, 1 nit'],
    ['weights as headings of one finding', '### P1: the lock is never freed\n\nText.\n', '1 P1'],
    ['weights as headings of a list', '### P0 (must fix)\n\n- one\n- two\n\n### P1\n\n- None\n', '2 P0'],
    ['the documents’ signs', '- 🔴 the command is wrong\n- 🟡 old picture\n- ⚪ comma', '1 P0, 1 P2, 1 nit'],
    ['a stated count before the list', 'P1: 1\n\n- [P1] a\n- [P1] the same again', '1 P1'],
    ['none of it', '- P0: none\n- P1: none\n\nP0: 0, P1: 0', 'no findings'],
  ];
  for (const [says, text, counts] of counted) {
    it(says, () => {
      const found = countFindings(text, 1);
      assert.equal(found && countsText(found), counts);
    });
  }

  const uncounted: readonly (readonly [says: string, text: string])[] = [
    ['a verdict', '✅ Ready: No P0/P1, safe to merge'],
    ['prose', 'A P0 is what keeps us from merging.'],
    ['code', '```\n- [P0] sample\nP1: 3\n```'],
    ['a quotation', '> - [P0] what the last review said'],
    ['a legend', '## Legend\n\n- P0: blocks\n- P1: must be fixed\n'],
    ['a path and a time', 'See src/P1:12 and P2/3.'],
    ['an empty text', ''],
  ];
  for (const [says, text] of uncounted)
    it(`${says} is no finding`, () => assert.equal(countFindings(text, 1), undefined));

  it('counts the last report alone', () => {
    const text = '## Code Review\n\nP0: 3\n⛔ Blocked\n\n## Code Review (round 2)\n\nP0: 0, P1: 1\n⛔ Blocked\n';
    const [change] = route(text, { source: 'reviewer' }).changes;
    assert.deepEqual(change?.findings, { p0: 0, p1: 1, p2: 0, nit: 0 });
  });

  it('believes no number without bounds, and no report without end', () => {
    assert.equal(countFindings('P0: 99999', 1), undefined);
    assert.equal(countFindings('P0: 9999', 1)?.p0, 999);
    assert.equal(countFindings('- [P2] x\n'.repeat(5_000), 1)?.p2, 999);
    assert.equal(countFindings(`${'x'.repeat(500_000)}\n- [P0] late`, 1), undefined);
    assert.equal(countFindings('P0: -3', 1), undefined);
  });
});

describe('P1-18 rounds, phase and history', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    // The command line goes by the real clock.
    rig.now = Date.now();
  });
  afterEach(() => rig.clear());

  interface Status {
    readonly reviews: {
      readonly phase: { readonly code: string; readonly doc: string };
      readonly maxRounds: number;
      readonly history: Readonly<
        Record<string, readonly { readonly verdict: string; readonly round: number; readonly findings?: object }[]>
      >;
    };
  }

  async function status(...args: readonly string[]): Promise<string> {
    let out = '';
    await runCommand(['status', ...args], {
      out: (text) => void (out += text),
      err: () => undefined,
      env: rig.env,
      cwd: rig.root,
      isTTY: false,
      ask: () => Promise.resolve(''),
    });
    return out;
  }
  const reviews = async () => (JSON.parse(await status('--json')) as Status).reviews;

  it('a fail that follows a fail is the next round, and a pass ends the count', async () => {
    await rig.review('- [P0] a\n⛔ Blocked');
    await rig.edit('src/app.js', 'export const a = 2;\n');
    await rig.review('P0: 0, P1: 2\n⛔ Blocked');
    await rig.edit('src/app.js', 'export const a = 3;\n');
    await rig.review('✅ Ready');
    await rig.edit('src/app.js', 'export const a = 4;\n');
    await rig.review('⛔ Blocked');
    const { history } = await reviews();
    assert.deepEqual(
      history.code_review?.map(({ verdict, round, findings }) => [verdict, round, findings]),
      [
        ['fail', 1, { p0: 1, p1: 0, p2: 0, nit: 0 }],
        ['fail', 2, { p0: 0, p1: 2, p2: 0, nit: 0 }],
        ['pass', 3, undefined],
        ['fail', 1, undefined],
      ],
    );
  });

  it('another session counts its own rounds', async () => {
    await rig.review('⛔ Blocked');
    rig.session = 'session-2';
    await rig.edit('src/app.js', 'export const a = 2;\n');
    await rig.review('⛔ Blocked');
    assert.deepEqual(
      (await reviews()).history.code_review?.map(({ round }) => round),
      [1, 1],
    );
  });

  it('the seed’s file keeps its seven keys and three fields', async () => {
    await rig.review('P0: 1\n⛔ Blocked');
    assert.deepEqual(Object.keys(rig.state), [
      'session_id',
      'updated_at',
      'has_code_change',
      'has_doc_change',
      'code_review',
      'doc_review',
      'precommit',
    ]);
    assert.deepEqual(Object.keys(rig.state.code_review), ['executed', 'passed', 'last_run']);
  });

  it('the phase follows the work from the edit to the precommit', async () => {
    const phase = async () => (await reviews()).phase.code;
    assert.equal(await phase(), 'idle');
    await rig.edit('src/app.js', 'export const a = 2;\n');
    assert.equal(await phase(), 'pending_review');
    await rig.review(
      'MCP tool "codex/codex" is still running after 120s. It was moved to the background as task k1 and',
    );
    assert.equal(await phase(), 'review_in_progress');
    await rig.review('- [P1] race\n⛔ Blocked');
    assert.equal(await phase(), 'addressing_findings');
    await rig.review('✅ Ready');
    assert.equal(await phase(), 'precommit_pending');
    await rig.bash('npm run precommit', '## Overall: ✅ PASS');
    assert.equal(await phase(), 'idle');
  });

  it('status says the phase and the round in words, and the log keeps the round', async () => {
    await rig.edit('src/app.js', 'export const a = 2;\n');
    await rig.review('P0: 1, P1: 2\n⛔ Blocked');
    const text = await status();
    assert.match(text, /code: findings of the last review are being fixed/);
    assert.match(text, /Code review, round 1 of 10: 1 P0, 2 P1/i);
    assert.match(rig.log(), /code_review: round 1 of 10: 1 P0, 2 P1/);
  });

  it('one line of it is there for the tree and the status bar', async () => {
    await rig.review('- [P0] a\n⛔ Blocked');
    await rig.edit('src/app.js', 'export const a = 2;\n');
    await rig.review('P1: 2\n⛔ Blocked');
    const site = siteAt({ env: rig.env, clock: { now: () => Date.now() }, requestedByName: false }, placeOf(rig.root));
    const { receipt } = await site.evidence.status('code_review');
    assert.equal(progressLine(receipt, site), 'round 2 of 10: 2 P1');
    assert.equal(
      progressLine({ kind: 'tests', verdict: 'fail', session: '', rule: '', at: 0, round: 2 }, site),
      undefined,
    );
  });

  describe('at the cap', () => {
    async function rounds(count: number): Promise<void> {
      for (let at = 0; at < count; at++) {
        await rig.edit('src/app.js', `export const a = ${at + 10};\n`);
        await rig.review('⛔ Blocked');
      }
    }
    beforeEach(() => {
      rig.env.STOP_GUARD_MODE = 'strict';
      rig.write('.claude/gatehouse.json', '{"review": {"maxRounds": 3}}');
    });

    it('strict sends the agent back while there are rounds left, then hands over to a person', async () => {
      await rounds(2);
      assert.match((await rig.stopInChain()).stdout, /"decision":"block"/);
      await rounds(1);
      const over = await rig.stopInChain();
      assert.equal(over.exitCode, 0);
      assert.doesNotMatch(over.stdout, /"decision"/);
      assert.match(over.stdout, /Max review rounds exceeded \(code review 3\/3\): escalate to a person, do not retry/);
      assert.equal((await reviews()).phase.code, 'needs_a_person');
    });

    it('says so once, and a pass opens the next count', async () => {
      await rounds(3);
      await rig.stopInChain();
      assert.doesNotMatch((await rig.stopInChain()).stdout, /rounds exceeded/);
      await rig.review('✅ Ready');
      assert.match((await rig.stopInChain()).stdout, /\/precommit/);
    });

    for (const [title, rounds, said] of [
      [
        'three rounds that close nothing are told to the person',
        ['P1: 2', 'P1: 2', 'P1: 3'],
        /resolved nothing \(code review: 2 → 2 → 3 findings\)/,
      ],
      ['a round with fewer findings goes on', ['P1: 3', 'P1: 2', 'P1: 2'], /Missing steps/],
      ['two rounds are not enough to say so', ['P1: 2', 'P1: 2'], /Missing steps/],
    ] as const) {
      it(title, async () => {
        rig.write('.claude/gatehouse.json', '{}');
        for (const [at, findings] of rounds.entries()) {
          await rig.edit('src/app.js', `export const a = ${at + 30};\n`);
          await rig.review(`${findings}\n\n⛔ Blocked`);
        }
        rig.env.STOP_GUARD_MODE = 'strict';
        assert.match((await rig.stopInChain()).stdout, said);
      });
    }

    it('an untrusted repository can only shorten it', async () => {
      rig.write('.claude/gatehouse.json', '{"review": {"maxRounds": 50}}');
      assert.equal((await reviews()).maxRounds, 10);
    });
  });
});
