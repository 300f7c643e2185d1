import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { file, page } from '../../../scripts/approvals-page';

describe('docs/approvals.md', () => {
  it('lists what the definitions say is approved and secret (node scripts/run.mjs schema)', async () => {
    assert.equal(readFileSync(file, 'utf8'), await page());
  });
});
