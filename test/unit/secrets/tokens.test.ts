import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readText } from '../../../src/hooks/project/read-file';
import { tokensIn } from '../../../src/hooks/secrets/tokens';
import { lookAlikes, tokenForms } from './drawn-tokens';

const root = path.resolve(__dirname, '../../..');

describe('tokens in a text', () => {
  it('knows at least 25 families in at least 30 forms', () => {
    const families = Object.values(tokenForms);
    assert.ok(families.length >= 25);
    assert.ok(families.flat().length >= 30);
  });

  for (const [family, forms] of Object.entries(tokenForms)) {
    it(`finds a ${family}, and names its line`, () => {
      for (const make of forms) {
        for (const seed of [3, 17, 91]) {
          const text = `first line\nconst value = "${make(seed)}";\n`;
          const [found] = tokensIn(text);
          assert.equal(found?.family, family, make(seed));
          assert.equal(found.line, 2);
        }
      }
    });
  }

  for (const [family, forms] of Object.entries(tokenForms)) {
    it(`finds a ${family} among thousands of lines, and names its line`, () => {
      const before = 'a line of words\n\n'.repeat(300);
      for (const make of forms) {
        const [found] = tokensIn(`${before}const value = "${make(3)}";\n${before}`);
        assert.deepEqual([found?.family, found?.line], [family, 601], make(3));
      }
    });
  }

  it('leaves 200 texts alone that only look like tokens', () => {
    assert.ok(lookAlikes.length >= 200);
    assert.deepEqual(
      lookAlikes.filter((text) => tokensIn(text).length > 0),
      [],
    );
  });

  it('finds none in this repository', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const found = files.filter((file) => tokensIn(readText(path.join(root, file)) ?? '').length > 0);
    assert.deepEqual(found, []);
  });
});
