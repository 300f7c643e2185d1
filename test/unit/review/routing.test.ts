import assert from 'node:assert/strict';
import { route, type Provenance } from '../../../src/hooks/review/routing';
import type { ReviewKind } from '../../../src/hooks/review/vocabulary';

const reviewer: Provenance = { source: 'reviewer' };

/** The state change in one word: `code_review pass`, or `none`. */
function verdict(text: string, provenance: Provenance = reviewer): string {
  const { changes } = route(text, provenance);
  return changes.length === 0 ? 'none' : changes.map((change) => `${change.kind} ${change.verdict}`).join(', ');
}

const command = (...kinds: ReviewKind[]): Provenance => ({ source: 'command', kinds, command: 'the command' });

type Row = readonly [title: string, text: string, expected: string];

function table(rows: readonly Row[], provenance: Provenance = reviewer): void {
  for (const [title, text, expected] of rows) {
    it(`${title} → ${expected}`, () => {
      assert.equal(verdict(text, provenance), expected);
    });
  }
}

describe('sentinel routing', () => {
  describe('C5 a fail in the answer to a known review command is that review’s, whatever its words', () => {
    table(
      [
        ['⛔ Needs revision', 'P1: race in a.ts\n\n⛔ Needs revision', 'code_review fail'],
        ['⛔ Need Human', '⛔ Need Human', 'code_review fail'],
        ['⚠️ Needs revision', '⚠️ Needs revision', 'code_review fail'],
        ['**Gate**: ⛔ Not yet mergeable', '**Gate**: ⛔ Not yet mergeable', 'code_review fail'],
        ['beside a pass', '✅ Ready\n\n⛔ Needs work', 'code_review fail'],
        ['a tally of none', '⛔ Errors: 0\n\n✅ Ready', 'code_review pass'],
        ['in the middle of a sentence', 'The old gate said ⛔ Need Human then.\n\n✅ Ready', 'code_review pass'],
      ],
      command('code_review'),
    );
    table([['of a precommit', '⛔ Blocked', 'precommit fail']], command('precommit'));
    table([['of a document review', '⛔ Blocked', 'doc_review fail']], command('doc_review'));
    table([['is no word of a reviewer’s tool', '⛔ Need Human', 'none']]);
  });

  describe('Fix 1: the full sentinel set', () => {
    table([
      ['✅ Ready', '✅ Ready', 'code_review pass'],
      ['⛔ Blocked', '⛔ Blocked', 'code_review fail'],
      ['✅ Mergeable', '✅ Mergeable', 'doc_review pass'],
      ['⛔ Needs revision', '⛔ Needs revision', 'doc_review fail'],
      ['## Overall: ✅ PASS', '## Overall: ✅ PASS', 'precommit pass'],
      ['A2 ## Overall: ⛔ FAIL', '## Overall: ⛔ FAIL', 'precommit fail'],
      ['A2 ## Overall: ❌ FAIL', '## Overall: ❌ FAIL', 'precommit fail'],
      ['✅ All Pass', '✅ All Pass', 'code_review pass'],
      ['nothing at all', 'I looked at the code.', 'none'],
      ['an empty text', '', 'none'],
    ]);
  });

  describe('Fix 1: precedence, documents before code before precommit before the shared word', () => {
    table([
      ['a document word beside a code word', '✅ Ready\n✅ Mergeable', 'doc_review pass'],
      ['a document fail beside a code pass', '✅ Ready\n\n⛔ Needs revision', 'doc_review fail'],
      ['a code word beside a precommit line', '## Overall: ✅ PASS\n✅ Ready', 'code_review pass'],
      ['a precommit line beside the shared word', '✅ All Pass\n## Overall: ⛔ FAIL', 'precommit fail'],
      ['a code fail beside the shared word', '✅ All Pass\n\n⛔ Blocked', 'code_review fail'],
    ]);
  });

  describe('Fix 1: the ambiguity rule', () => {
    table([
      ['a bare ## Gate: ✅', '## Gate: ✅', 'none'],
      ['a bare ## Gate: ⛔', '## Gate: ⛔', 'none'],
      ['## Gate: ✅ with prose around it', 'Review done.\n\n## Gate: ✅\n\nNothing to add.', 'none'],
      ['## Gate: ✅ beside ✅ Ready', '## Gate: ✅\n\n✅ Ready: No P0/P1', 'code_review pass'],
      ['## Gate: ✅ beside ✅ Mergeable', '## Gate: ✅\n\n✅ Mergeable', 'doc_review pass'],
      ['## Gate: ✅ Ready on one line', '## Gate: ✅ Ready', 'code_review pass'],
      ['## Gate: ⛔ Blocked on one line', '## Gate: ⛔ Blocked', 'code_review fail'],
      ['## Gate: ⛔ beside ✅ Ready: the fail wins', '## Gate: ⛔\n\n✅ Ready', 'code_review fail'],
      ['## Gate: ✅ beside a precommit line stays ambiguous', '## Gate: ✅\n## Overall: ✅ PASS', 'precommit pass'],
    ]);
  });

  describe('sec-collision: a security review speaks in similar words', () => {
    table([
      ['✅ Mergeable: No P0', '✅ Mergeable: No P0', 'none'],
      ['under its heading', '## Security Review\n\n### Gate\n✅ Mergeable: No P0', 'none'],
      ['⛔ Must fix: Has P0', '⛔ Must fix: Has P0', 'none'],
      ['✅ Mergeable beside ⛔ Must fix', '- ✅ Mergeable\n- ⛔ Must fix', 'none'],
      ['a security heading with plain ✅ Mergeable', '# Security Audit\n✅ Mergeable', 'none'],
      ['a document review stays one', '## Document Review\n\n✅ Mergeable: No 🔴 items', 'doc_review pass'],
      ['a document review without a heading', '### Gate\n✅ Mergeable: No 🔴 items', 'doc_review pass'],
    ]);
  });

  describe('realistic verdict lines', () => {
    table([
      ['the commands’ own words', '### Merge Gate\n\n- ✅ Ready: No P0/P1, safe to merge', 'code_review pass'],
      ['the commands’ own fail', '### Merge Gate\n\n- ⛔ Blocked: Has P0/P1, needs fix', 'code_review fail'],
      ['bold', '**✅ Ready**', 'code_review pass'],
      ['bold with a colon', '**✅ Ready:** no findings', 'code_review pass'],
      ['bold after the mark', '✅ **Ready**', 'code_review pass'],
      ['heading', '### ✅ Ready', 'code_review pass'],
      ['numbered', '3. ⛔ Blocked: SQL injection in a.ts', 'code_review fail'],
      ['star bullet', '* ✅ Mergeable', 'doc_review pass'],
      ['nested bullet', '- Gate\n  - ✅ Ready', 'code_review pass'],
      ['label', 'Result: ✅ Ready', 'code_review pass'],
      ['bold label', '**Merge Gate**: ✅ Ready', 'code_review pass'],
      ['bold label with the colon inside', '**Verdict:** **⛔ Blocked**', 'code_review fail'],
      ['label with a dash', 'Final verdict — ✅ Ready', 'code_review pass'],
      ['heading as the label', '## Verdict ✅ Ready', 'code_review pass'],
      ['table row with a label', '| Gate | ✅ Ready |', 'code_review pass'],
      ['after a sentence', 'All P0 and P1 findings are fixed. ✅ Ready', 'code_review pass'],
      ['to merge', '✅ Ready to merge', 'code_review pass'],
      ['full-width punctuation', '✅ Ready：可以合併', 'code_review pass'],
      ['presentation selector', '⛔️ Blocked', 'code_review fail'],
      ['upper case', '✅ READY', 'code_review pass'],
      ['bracketed remark', '✅ Ready (2 nits)', 'code_review pass'],
      ['a remark after a comma', '✅ Ready, but consider a rename', 'code_review pass'],
      ['fail by', '⛔ Blocked by two P0 findings', 'code_review fail'],
      ['fail that takes a pass back', '⛔ Blocked (was ✅ Ready)', 'code_review fail'],
      ['Windows line ends', '### Gate\r\n✅ Ready\r\nBye\r\n', 'code_review pass'],
      ['a text indented as a whole', '\n      ### Merge Gate\n      ✅ Ready: safe to merge\n    ', 'code_review pass'],
      ['a report wrapped in one Markdown fence', '```markdown\n### Gate\n✅ Ready\n```', 'code_review pass'],
      ['bold precommit line', '**Overall: ✅ PASS**', 'precommit pass'],
      ['precommit line with a count', '## Overall: ✅ PASS (3 steps)', 'precommit pass'],
      ['a ticked box decides between two', '- [ ] ✅ Ready\n- [x] ⛔ Blocked', 'code_review fail'],
      ['a struck answer is withdrawn', '~~✅ Ready~~ ⛔ Blocked', 'code_review fail'],
      ['the rules document’s ⛔ Block', '⛔ Block', 'code_review fail'],
      ['a specification review', '## Overall Verdict\n\n✅ Approved', 'doc_review pass'],
      ['a specification review that wants work', '## Overall Verdict\n\n⚠️ Needs revision', 'doc_review fail'],
      ['a specification review that starts over', '## Overall Verdict\n\n❌ Needs redesign', 'doc_review fail'],
    ]);
  });

  describe('what reads like a verdict and is none', () => {
    table([
      ['8.9 a brainstorm', 'The plan is solid.\n✅ Ready for QA', 'none'],
      ['8.9 a sentence', 'Then the reviewer says ✅ Ready and we merge.', 'none'],
      ['8.8 the template on one line', '✅ Ready / ⛔ Blocked', 'none'],
      [
        '8.8 the template as a list',
        '### Merge Gate\n- ✅ Ready: No P0/P1, safe to merge\n- ⛔ Blocked: Has P0/P1, needs fix',
        'none',
      ],
      ['8.8 the template in two lines', '✅ Ready: No P0/P1, safe to merge\n⛔ Blocked: Has P0/P1, needs fix', 'none'],
      ['a list with a line under each', '- ✅ Ready\n  no P0\n- ⛔ Blocked\n  any P0', 'none'],
      ['a list with blank lines', '- ✅ Ready\n\n- ⛔ Blocked', 'none'],
      ['a legend heading', '## Gate legend\n\n✅ Ready\n\n## Findings\nnone', 'none'],
      ['an output format', '## Output Format\n### Merge Gate\n✅ Ready: safe', 'none'],
      ['a lead-in', 'Respond with one of:\n✅ Ready', 'none'],
      ['a meaning', '✅ Ready = no P0', 'none'],
      ['a meaning in words', '✅ Ready means no P0', 'none'],
      ['a condition', '✅ Ready if the P0 is fixed', 'none'],
      ['a condition after a colon', '✅ Ready: once the tests pass', 'none'],
      ['a condition for a fail', '⛔ Blocked if any P0 remains', 'none'],
      ['a placeholder', 'Verdict: <✅ Ready | ⛔ Blocked>', 'none'],
      ['a code fence', 'Output:\n```\n✅ Ready\n```\n', 'none'],
      ['a tilde fence', '~~~\n✅ Ready\n~~~', 'none'],
      ['a fence that is never closed', '```md\ntext\n✅ Ready', 'none'],
      ['a quote', '> ✅ Ready', 'none'],
      ['quotation marks', 'Verdict: "✅ Ready"', 'none'],
      ['inline code', 'End with `✅ Ready`', 'none'],
      ['inline code that opens the line', '`✅ Ready`: no P0', 'none'],
      ['an HTML comment', '<!-- verdict:\n✅ Ready\n-->', 'none'],
      ['indented code', 'See:\n\n    ✅ Ready\n', 'none'],
      ['indented code of several lines', 'See:\n\n    the report says\n    ✅ Ready\n', 'none'],
      ['an unticked box', '- [ ] ✅ Ready', 'none'],
      ['a question', '✅ Ready? Not yet.', 'none'],
      ['a tally', '✅ Ready: 3', 'none'],
      ['a count of nothing', '⛔ Blocked: none', 'none'],
      ['a row per file', '| src/a.ts | ✅ Ready |', 'none'],
      ['a row that explains', '| ✅ Ready | No P0 |\n| ⛔ Blocked | Has P0 |', 'none'],
      ['the last round', 'Previous verdict: ⛔ Blocked', 'none'],
      ['what was expected', 'Error: expected ✅ All Pass', 'none'],
      ['8.26 two quotes in an error', 'Error: expected ✅ All Pass\nthe log says "## Gate: ✅"', 'none'],
      ['prose about tests', '- ✅ All pass now', 'none'],
      ['another word', '✅ Readyness is fine', 'none'],
      ['another mark', '❌ Ready', 'none'],
      ['a word without its mark', 'Ready', 'none'],
      ['a plain line of its own about PASS', 'Overall: ✅ PASS is what the runner prints', 'none'],
      ['no checks were run', '## Overall: ⚠️ NO CHECKS RUN', 'none'],
      ['an approval outside a verdict section', '✅ Approved', 'none'],
    ]);
  });

  describe('a report that shows its template and decides', () => {
    const list = '- ✅ Ready: No P0/P1, safe to merge\n- ⛔ Blocked: Has P0/P1, needs fix\n';
    const docs = '✅ Mergeable: No 🔴 items / ⛔ Needs revision: Has 🔴 items';
    table([
      [
        '8.8 verdict Blocked, three P0',
        `### Gate options\n${list}\n## Findings\n3 P0\n\nVerdict: ⛔ Blocked`,
        'code_review fail',
      ],
      ['8.8 verdict Ready', `${list}\nText.\n\n### Merge Gate\n✅ Ready`, 'code_review pass'],
      ['8.10 verdict Needs revision', `## Document Review\n${docs}\n\n### Gate\n⛔ Needs revision`, 'doc_review fail'],
      ['8.10 verdict Mergeable', `## Document Review\n${docs}\n\n### Gate\n✅ Mergeable`, 'doc_review pass'],
      ['8.9 a document review that quotes a code verdict', '## Document Review\n- ✅ Ready\n\nno gate given', 'none'],
      ['three statuses are no legend', '- ✅ Ready: a\n- ✅ Ready: b\n- ⛔ Blocked: c', 'code_review fail'],
    ]);
  });

  describe('several verdicts', () => {
    table([
      ['fail beats pass in a report', '✅ Ready\n\nThen again:\n\n⛔ Blocked', 'code_review fail'],
      ['in either order', '⛔ Blocked\n\nlater\n\n✅ Ready', 'code_review fail'],
      ['line under line', '✅ Ready\n⛔ Blocked', 'code_review fail'],
      [
        'the last report stands: pass',
        '## Code Review\n⛔ Blocked\n\n## Code Review: round 2\n✅ Ready',
        'code_review pass',
      ],
      ['the last report stands: fail', '## Code Review\n✅ Ready\n\n## Re-review\n⛔ Blocked', 'code_review fail'],
      [
        'a summary is part of its report',
        '## Code Review\n⛔ Blocked\n## Review Summary\n✅ Ready',
        'code_review fail',
      ],
      ['8.11 a precommit that passed and then failed', '## Overall: ✅ PASS\n…\n## Overall: ⛔ FAIL', 'precommit fail'],
      ['a precommit that failed and then passed', '## Overall: ❌ FAIL\nfixed\n## Overall: ✅ PASS', 'precommit pass'],
      ['a precommit that then ran nothing', '## Overall: ✅ PASS\n## Overall: ⚠️ NO CHECKS RUN', 'none'],
    ]);
  });

  describe('a machine-readable gate', () => {
    const fenced = (json: string) => `Report.\n\`\`\`json\n${json}\n\`\`\`\n`;
    table([
      ['READY', fenced('{"gate":"READY"}'), 'code_review pass'],
      ['BLOCKED', fenced('{"gate":"BLOCKED","findings":[1]}'), 'code_review fail'],
      ['BLOCKED wins over text', fenced('{"gate":"BLOCKED"}') + '✅ Ready', 'code_review fail'],
      ['text that fails wins over READY', '⛔ Blocked\n' + fenced('{"gate":"READY"}'), 'code_review fail'],
      ['the template', fenced('{"gate":"READY|BLOCKED"}'), 'none'],
      ['not JSON', fenced('{gate: READY}'), 'none'],
      ['outside a fence', '{"gate":"READY"}', 'none'],
      ['in a document review', '## Document Review\n' + fenced('{"gate":"READY"}'), 'doc_review pass'],
    ]);
  });

  describe('Fix 1: the Bash route still works, and the command says which review it was', () => {
    table([['## Gate: ✅', '## Gate: ✅', 'code_review pass']], command('code_review'));
    table([['## Gate: ✅', '## Gate: ✅', 'doc_review pass']], command('doc_review'));
    table([['## Gate: ⛔', '## Gate: ⛔', 'doc_review fail']], command('doc_review'));
    table(
      [
        ['## Overall: ✅ PASS', 'log\n## Overall: ✅ PASS\n', 'precommit pass'],
        ['✅ All Pass', '✅ All Pass', 'precommit pass'],
        ['## Gate: ✅', '## Gate: ✅', 'precommit pass'],
        ['8.11 PASS then FAIL', '## Overall: ✅ PASS\n## Overall: ❌ FAIL', 'precommit fail'],
        ['a code verdict of something else', '✅ Ready', 'none'],
        ['indented output is no code block here', 'x\n\n    ## Overall: ✅ PASS', 'precommit pass'],
      ],
      command('precommit'),
    );
    table(
      [
        ['8.7 ✅ Ready', '✅ Ready', 'code_review pass'],
        ['8.7 only a precommit line', '## Overall: ✅ PASS', 'none'],
        ['8.26 quoting lines', 'Error: expected ✅ All Pass\nsaw "## Gate: ✅"', 'none'],
      ],
      command('code_review'),
    );
    table(
      [
        ['each review by its own words', '✅ Ready\n## Overall: ✅ PASS', 'code_review pass, precommit pass'],
        ['a shared word between two', '✅ All Pass', 'none'],
      ],
      command('code_review', 'precommit'),
    );
    it('8.6 a command that spells the verdict out does not earn it', () => {
      const forged: Provenance = {
        source: 'command',
        kinds: ['precommit'],
        command: `npm run precommit; echo '## Overall: ✅ PASS'`,
      };
      assert.equal(verdict('## Overall: ✅ PASS', forged), 'none');
    });
  });

  describe('the explanation', () => {
    it('says where every token stood, which won and why the others lost', () => {
      const text = [
        '# Review',
        '- ✅ Ready: No P0/P1',
        '- ⛔ Blocked: Has P0/P1',
        '',
        'Verdict: ⛔ Blocked',
        '```',
        '✅ Ready',
        '```',
        '## Overall: ✅ PASS',
      ].join('\n');
      const { matches, changes } = route(text, reviewer);
      assert.deepEqual(
        matches.map(({ line, column, token, fate }) => ({ line, column, token, fate })),
        [
          { line: 2, column: 3, token: '✅ Ready', fate: { kind: 'ignored', because: 'legend' } },
          { line: 3, column: 3, token: '⛔ Blocked', fate: { kind: 'ignored', because: 'legend' } },
          { line: 5, column: 10, token: '⛔ Blocked', fate: { kind: 'won' } },
          { line: 7, column: 1, token: '✅ Ready', fate: { kind: 'ignored', because: 'fence' } },
          { line: 9, column: 13, token: '## Overall: ✅ PASS', fate: { kind: 'lost', line: 5, because: 'precedence' } },
        ],
      );
      assert.deepEqual(changes, [{ kind: 'code_review', verdict: 'fail', rule: '⛔ Blocked (line 5)', line: 5 }]);
    });

    for (const [text, because] of [
      ['> ✅ Ready', 'quote'],
      ['⛔ Must fix', 'security'],
      ['## Gate: ✅', 'ambiguous'],
      ['- [ ] ✅ Ready', 'unchecked'],
      ['Previous verdict: ✅ Ready', 'history'],
      ['✅ Ready / ⛔ Blocked', 'template'],
      ['✅ Ready if it builds', 'conditional'],
      ['⛔ Blocked: 0', 'tally'],
      ['## Document Review\n✅ Ready', 'other-review'],
    ] as const) {
      it(`${JSON.stringify(text)} is passed over as ${because}`, () => {
        assert.deepEqual(route(text, reviewer).matches[0]?.fate, { kind: 'ignored', because });
      });
    }

    it('says that a run without checks is no verdict', () => {
      const { changes, none } = route('## Overall: ⚠️ NO CHECKS RUN', command('precommit'));
      assert.deepEqual(changes, []);
      assert.deepEqual(none, [{ kind: 'precommit', token: '⚠️ NO CHECKS RUN', line: 1 }]);
    });

    it('says what lost to a fail in the same report', () => {
      const { matches } = route('✅ Ready\n\nNo.\n\n⛔ Blocked', reviewer);
      assert.deepEqual(
        matches.map(({ fate }) => fate),
        [{ kind: 'lost', line: 5, because: 'fail beats pass' }, { kind: 'won' }],
      );
    });

    it('keeps the winner however many tokens there are', () => {
      const noise = '> ✅ Ready\n'.repeat(3000);
      const { matches, changes } = route(`${noise}⛔ Blocked\n${noise}`, reviewer);
      assert.equal(changes[0]?.line, 3001);
      assert.ok(matches.length <= 201);
      assert.ok(matches.some(({ fate }) => fate.kind === 'won'));
    });
  });

  describe('8.12 size', () => {
    const filler = 'A finding about `src/a.ts`, line 12, with some words to it.\n'.repeat(85_000);

    for (const [where, text] of [
      ['top', `⛔ Blocked\n${filler}`],
      ['end', `${filler}⛔ Blocked\n`],
    ] as const) {
      it(`finds a verdict at the ${where} of five megabytes`, () => {
        assert.ok(text.length > 5_000_000);
        assert.equal(verdict(text), 'code_review fail');
      });
    }
  });
});
