import assert from 'node:assert/strict';
import { recommendedOf } from '../../../src/hooks/questions/question';
import { read, type Sample } from './sample';

const labels = (sample: Sample) => {
  const found = recommendedOf(read(sample));
  return found.kind === 'chosen' ? found.options.map(({ label }) => label) : found.kind;
};

describe('the recommended option', () => {
  const marks = [
    'Fix now (recommended)',
    'Fix now (Recommended)',
    'Fix now (RECOMMENDED) ',
    'Fix now [recommended]',
    '(Recommended) Fix now',
    'A) "Fix now" (recommended) today',
    'Fix now (recommended, smallest change)',
    'Fix now (strongly recommended)',
    'Fix now - Recommended',
    'Fix now — recommended',
    'Fix now, recommended',
    'Recommended: Fix now',
    'Fix now (recommend)',
    'Fix now (recomended)',
    'Fix now (empfohlen)',
  ];
  for (const mark of marks) {
    it(`is marked by ${mark}`, () => assert.deepEqual(labels({ question: 'What?', options: ['Later', mark] }), [mark]));
  }

  for (const other of [
    'Fix now (not recommended)',
    'Fix now (no longer recommended)',
    'Use the recommended settings',
    'Recommended settings',
    'Fix now',
  ]) {
    it(`is not marked by ${other}`, () =>
      assert.equal(labels({ question: 'What?', options: ['Later', other] }), 'none'));
  }

  const options = ['A) Abort everything', 'B) Add a cache', 'C) Add a cache and a queue'];
  const lines: readonly (readonly [string, readonly string[] | 'none' | 'ambiguous'])[] = [
    ['Recommendation: B because it is enough', ['B) Add a cache']],
    ['Recommendation: B', ['B) Add a cache']],
    ['Recommendation: option B, it is enough', ['B) Add a cache']],
    ['**Recommendation:** B — it is enough', ['B) Add a cache']],
    ['Recommendation: Add a cache and a queue', ['C) Add a cache and a queue']],
    ['Recommendation: Add a cache because it is enough', ['B) Add a cache']],
    ['I recommend B.', ['B) Add a cache']],
    ['Recommendation: A or B', 'ambiguous'],
    ['Recommendation: B and C', 'ambiguous'],
    ['Recommendation: B\nRecommendation: C', 'ambiguous'],
    ['Recommendation: a faster cache', 'none'],
    ['Recommendation: not A', 'none'],
    ['Recommendation: D', 'none'],
    ['The recommended approach is common', 'none'],
  ];
  for (const [line, expected] of lines) {
    it(`G8 "${line.replace('\n', ' / ')}" names ${String(expected)}`, () =>
      assert.deepEqual(labels({ question: `How?\n${line}`, options }), expected));
  }

  it('G8 a letter names nothing where the options have none, and never the first by default', () => {
    const plain = ['Abort everything', 'Add a cache'];
    assert.equal(labels({ question: 'How?\nRecommendation: A', options: plain }), 'none');
    assert.equal(labels({ question: 'How?', options: plain }), 'none');
  });

  it('G8 two marks are only an answer where several may be chosen', () => {
    const two = ['A (recommended)', 'B (recommended)', 'C'];
    assert.equal(labels({ question: 'Which?', options: two }), 'ambiguous');
    assert.deepEqual(labels({ question: 'Which?', options: two, multiSelect: true }), [
      'A (recommended)',
      'B (recommended)',
    ]);
  });

  it('is ambiguous where the mark and the line disagree', () => {
    const sample = { question: 'How?\nRecommendation: A', options: ['A) Now', 'B) Later (recommended)'] };
    assert.equal(labels(sample), 'ambiguous');
  });
});
