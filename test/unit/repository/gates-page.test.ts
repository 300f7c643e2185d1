import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { file, page } from '../../../scripts/gates-page';

describe('docs/gates.md', () => {
  it('is what the gates say about themselves (node scripts/run.mjs schema)', async () => {
    assert.equal(readFileSync(file, 'utf8'), await page());
  });
});
