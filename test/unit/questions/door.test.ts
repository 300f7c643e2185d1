import assert from 'node:assert/strict';
import { doorOf } from '../../../src/hooks/questions/door';
import { identityOf } from '../../../src/hooks/questions/identity';
import { recommendedOf } from '../../../src/hooks/questions/recommended';
import { oneWayQuestions } from './one-way-questions';
import { read, type Sample } from './sample';
import { twoWayQuestions } from './two-way-questions';

function door(sample: Sample, registry: Parameters<typeof doorOf>[2] = []) {
  const question = read(sample);
  return doorOf(question, identityOf(question), registry);
}

const decidable = (sample: Sample) => door(sample).kind === 'two-way' && recommendedOf(read(sample)).kind === 'chosen';

describe('one-way doors', () => {
  it('the table has 60 questions of each kind', () => {
    assert.equal(new Set(oneWayQuestions.map(({ question, options }) => question + String(options))).size, 60);
    assert.equal(new Set(twoWayQuestions.map(({ question }) => question)).size, 60);
  });

  for (const sample of oneWayQuestions) {
    it(`G5 G7 one-way: ${sample.question} [${sample.options.map(String).join(' | ')}]`, () => {
      assert.equal(door(sample).kind, 'one-way');
    });
  }

  it('decides no one-way question and at least 55 of the two-way ones', () => {
    assert.deepEqual(oneWayQuestions.filter(decidable), []);
    const asked = twoWayQuestions.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= 5, asked.join('\n'));
  });
});
