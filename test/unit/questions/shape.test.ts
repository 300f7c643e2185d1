import assert from 'node:assert/strict';
import { sentencesOf } from '../../../src/hooks/questions/sentence';
import { shapeOf, type Shape } from '../../../src/hooks/questions/shape';

function shape(text: string): Shape {
  const [sentence] = sentencesOf(text);
  assert.ok(sentence);
  return shapeOf(sentence);
}

describe('what a sentence asks, by its form', () => {
  for (const [text, topic] of [
    ['Which accent colour do you want for the buttons?', ['accent', 'colour']],
    ['Tabs or spaces?', ['tabs', 'spaces']],
    ['Should the price column be right-aligned?', ['price', 'column']],
    ['Quick one, how wide should the gutter be?', ['gutter']],
    ['Could you tell me which layout you like most?', ['layout']],
  ] as const) {
    it(`a choice for ${topic.join(' ')}: ${text}`, () => {
      const found = shape(text);
      assert.deepEqual(found.kind === 'choice' && found.topic, topic);
    });
  }

  for (const [text, verb] of [
    ['Shall I go ahead and wipe the phone?', 'wipe'],
    ['Mind if I tidy the imports?', 'tidy'],
    ['Which card should I charge?', 'charge'],
    ['Rewrite the second paragraph?', 'rewrite'],
    ['Start counting at one?', 'count'],
    ['Should I apply the patch?', 'apply'],
  ] as const) {
    it(`a request to ${verb}: ${text}`, () => {
      const found = shape(text);
      assert.deepEqual(found.kind === 'request' && found.verb, verb);
    });
  }

  for (const text of ['Ready?', 'What now?', 'What about the old backups?']) {
    it(`its form does not tell: ${text}`, () => {
      assert.equal(shape(text).kind, 'unclear');
    });
  }
});
