import assert from 'node:assert/strict';
import { doorOf } from '../../../src/hooks/questions/door';
import { identityOf } from '../../../src/hooks/questions/identity';
import { recommendedOf } from '../../../src/hooks/questions/recommended';
import { everydayOneWay } from './everyday-one-way';
import { everydayTwoWay } from './everyday-two-way';
import { furtherOneWay } from './further-one-way';
import { furtherTwoWay } from './further-two-way';
import { deskTwoWay, mildOneWay } from './mild-questions';
import { oneWayQuestions } from './one-way-questions';
import { plainOneWay, plainTwoWay } from './plain-questions';
import { read, type Sample } from './sample';
import { localActs, roundabout, toldAndAsked, toldAndDone } from './spoken-questions';
import { twoWayQuestions } from './two-way-questions';
import { unseenOneWay, unseenTwoWay } from './unseen-questions';

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

  it('F1 answers at least 95 of 100 everyday two-way questions and none of 60 one-way ones', () => {
    assert.deepEqual([everydayTwoWay.length, everydayOneWay.length], [100, 60]);
    const asked = everydayTwoWay.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= 5, asked.join('\n'));
    assert.deepEqual(everydayOneWay.filter(decidable), []);
  });

  it('F1 answers at least 95 of 100 more two-way questions and none of 80 more one-way ones', () => {
    assert.deepEqual([unseenTwoWay.length, unseenOneWay.length], [100, 80]);
    const asked = unseenTwoWay.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= 5, asked.join('\n'));
    assert.deepEqual(unseenOneWay.filter(decidable), []);
  });

  it(`F1 answers 98 of 100 two-way questions of all trades (${furtherTwoWay.length})`, () => {
    const asked = furtherTwoWay.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= furtherTwoWay.length * 0.02, asked.join('\n'));
  });

  it(`F1 answers none of ${furtherOneWay.length} one-way questions of all trades`, () => {
    assert.deepEqual(furtherOneWay.filter(decidable), []);
  });

  it(`F1 answers at least 95 of 100 plain two-way questions (${plainTwoWay.length}) and none of ${plainOneWay.length} plain one-way ones`, () => {
    const asked = plainTwoWay.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= plainTwoWay.length * 0.05, asked.join('\n'));
    assert.deepEqual(plainOneWay.filter(decidable), []);
  });

  it(`F1 answers none of ${mildOneWay.length} acts in mild words and all of ${deskTwoWay.length} everyday questions that sound like acts`, () => {
    assert.deepEqual(mildOneWay.filter(decidable), []);
    assert.deepEqual(
      deskTwoWay.filter((sample) => !decidable(sample)),
      [],
    );
  });

  it('F1 answers at least 95 of 100 questions about a text or a program in words of acts', () => {
    const asked = localActs.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= 5, asked.join('\n'));
  });

  it('F1 answers at least 95 of 100 questions that tell what was found before they ask', () => {
    const asked = toldAndAsked.filter((sample) => !decidable(sample)).map(({ question }) => question);
    assert.ok(asked.length <= toldAndAsked.length * 0.05, asked.join('\n'));
  });

  it(`F1 answers none of ${roundabout.length} acts in roundabout words`, () => {
    assert.deepEqual(roundabout.filter(decidable), []);
  });

  it(`F1 answers none of ${toldAndDone.length} acts behind a harmless sentence`, () => {
    assert.deepEqual(toldAndDone.filter(decidable), []);
  });

  for (const [question, why] of [
    ['Shall I hoover the carpet?', 'it asks to hoover something'],
    ['Rename the published package?', 'it changes what others depend on'],
    ['Which seats should be red?', 'it is about seats'],
    ['Can the pilot start today?', 'it is about pilot'],
  ] as const) {
    it(`F1 says why it asks: ${question}`, () => {
      assert.deepEqual(door({ question, options: ['Yes (Recommended)', 'No'] }), { kind: 'one-way', why });
    });
  }

  it('F1 asks what nothing shows to be harmless, and says so', () => {
    const open = door({
      question: 'Ready when you are?',
      options: ['Yes (Recommended)', 'No'],
    });
    const why = 'nothing in it shows that its answer can be undone';
    assert.deepEqual(open, { kind: 'one-way', why });
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
