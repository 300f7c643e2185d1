import assert from 'node:assert/strict';
import { campaign, type Tried } from '../../../bench/rescue-campaign';

describe('discards in generated repositories', () => {
  it('come back byte for byte in 8 of 8 runs, with nothing else changed', async () => {
    const tried: Tried[] = [];
    await campaign(8, 7_000, (one) => tried.push(one));
    assert.deepEqual(
      tried.filter(({ problems }) => problems.length > 0),
      [],
    );
    assert.equal(tried.filter(({ answer }) => answer === 'saved').length, 8);
  });
});
