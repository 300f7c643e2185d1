import assert from 'node:assert/strict';
import { findingsIn } from '../../../src/extension/language/findings';

describe('findings of a review at their places', () => {
  for (const [line, expected] of [
    ['- P1 src/basket.js:12 the sum is wrong', 'src/basket.js 12 error the sum is wrong'],
    ['- **[P2]** `src/basket.js:3-9`: one name for two things', 'src/basket.js 3 warning one name for two things'],
    [
      '1. 🔴 A race in `lib/store.ts` (line 40): two writers',
      'lib/store.ts 40 error A race in `lib/store.ts` (line 40): two writers',
    ],
    ['* nit (docs/a.md:7) a typo', 'docs/a.md 7 note a typo'],
    ['src/a.py:5:1: unused import', 'src/a.py 5 warning unused import'],
    ['- Major: see ./src/a.ts#L8-L12', './src/a.ts 8 error Major: see ./src/a.ts#L8-L12'],
    ['- P1 the till is slow', undefined],
    ['- P2 at 12:30 it failed', undefined],
    ['- P1 https://example.com/a.html:80 is down', undefined],
  ] as const) {
    it(line, () => {
      const [finding] = findingsIn(line);
      const text = finding && `${finding.file} ${finding.line} ${finding.weight} ${finding.message}`;
      assert.equal(text, expected);
    });
  }

  it('weigh what the heading above them says, and none in code', () => {
    const report = '### P1\n- src/a.js:1 wrong\n\n### Nits\n- src/a.js:2 odd\n\n```\n- P0 src/a.js:3 no\n```\n';
    assert.deepEqual(
      findingsIn(report).map(({ line, weight }) => [line, weight]),
      [
        [1, 'error'],
        [2, 'note'],
      ],
    );
  });
});
