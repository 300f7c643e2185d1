import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { examplesIn } from '../../../bench/question-examples';
import { sha256 } from '../../../src/hooks/project/sha256';
import { doorOf } from '../../../src/hooks/questions/door';
import { type Question, recommendedOf, identityOf } from '../../../src/hooks/questions/question';
import weights from '../../../src/hooks/questions/weights.json';
import { everydayOneWay } from './everyday-one-way';
import { everydayTwoWay } from './everyday-two-way';
import { oneWayQuestions } from './one-way-questions';
import { read, type Sample } from './sample';
import { twoWayQuestions } from './two-way-questions';

const doorOfQuestion = (question: Question, registry: Parameters<typeof doorOf>[2] = []) =>
  doorOf(question, identityOf(question), registry);
const door = (sample: Sample) => doorOfQuestion(read(sample));

const decidable = (sample: Sample) => door(sample).kind === 'two-way' && recommendedOf(read(sample)).kind === 'chosen';
const examples = path.resolve(__dirname, '../../../bench/questions');

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

  it('F1 answers at least 95 of 100 everyday two-way questions and none of 60 one-way ones', () => {
    assert.deepEqual([everydayTwoWay.length, everydayOneWay.length], [100, 60]);
    const asked = everydayTwoWay.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= 5, asked.join('\n'));
    assert.deepEqual(everydayOneWay.filter(decidable), []);
  });

  // None of these questions may become an example: they show how well unseen ones are told apart.
  for (const name of readdirSync(path.join(__dirname, 'unseen')).sort()) {
    it(`F1 answers at least 95 of 100 unseen two-way questions and none of 60 one-way ones: ${name}`, () => {
      const rows = examplesIn(path.join(__dirname, 'unseen', name));
      const answered = rows.filter(({ question }) => doorOfQuestion(question).kind === 'two-way');
      const [oneWay, twoWay] = [true, false].map((kind) => answered.filter((row) => row.oneWay === kind));
      assert.deepEqual(
        oneWay?.map(({ question }) => question.text),
        [],
      );
      assert.ok((twoWay?.length ?? 0) >= 95, `answers ${twoWay?.length} of 100`);
    });
  }

  it('the weights were learned from the examples as they are now (npm run learn:questions)', () => {
    const files = readdirSync(examples).sort();
    const texts = files.map((name) => readFileSync(path.join(examples, name), 'utf8'));
    assert.equal(weights.examples, sha256(texts.join('')));
  });

  for (const question of [
    'How deep should the review go, and drop the users table on staging?',
    'Which tone do you like, and shall I push it to main?',
    'How should the parser work, then delete all backups?',
  ]) {
    it(`G6 harmless words around an act do not hide it: ${question}`, () => {
      assert.equal(door({ question, options: ['Yes (Recommended)', 'No'] }).kind, 'one-way');
    });
  }

  it('F1 says which words read like an act', () => {
    assert.deepEqual(door({ question: 'Purge the backups?', options: ['Yes (Recommended)', 'No'] }), {
      kind: 'one-way',
      why: 'it reads like an act ("purge", "backups")',
    });
  });

  it('F1 neither a marker nor an explanation is taken for an act', () => {
    const marked = {
      question: 'Which tone? <gstack-qid:ship-release-notes>',
      options: ['Plain (Recommended)', 'Warm'],
    };
    const told = {
      question:
        'D2 — Which tone?\nELI10: The release notes are sent to customers.\nStakes if we pick wrong: they leave.',
      options: ['Plain (Recommended)', 'Warm'],
    };
    assert.deepEqual([door(marked).kind, door(told).kind], ['two-way', 'two-way']);
  });
});
