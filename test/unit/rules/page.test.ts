import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failedExamples, sayFailed } from '../../../src/hooks/rules/examples';
import { RuleSchema } from '../../../src/hooks/rules/rule';

const page = readFileSync(path.resolve(__dirname, '../../../docs/rules.md'), 'utf8');
const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as { id?: string; rules?: unknown[] },
);
const examples = blocks.flatMap((block) => (block.id === undefined ? (block.rules ?? []) : [block]));

describe('docs/rules.md', () => {
  it('has ten examples, and one at the top', () => assert.equal(examples.length, 11));

  for (const example of examples) {
    const { id } = example as { id: string };
    it(`${id} is a rule, and its examples hold`, () => {
      const rule = RuleSchema.parse(example);
      assert.deepEqual(failedExamples(rule, { root: '/home/dev/project', home: '/home/dev' }).map(sayFailed), []);
    });
  }
});
