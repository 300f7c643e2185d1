import assert from 'node:assert/strict';
import { Agent, refusesAll } from './agent';
import { forgedDuringTests, keyAttempts } from './key-attempts';

describe('C1 forging with the key in hand', () => {
  refusesAll(keyAttempts);

  it('a test run that forges other flags earns none of them, and the person is told', async () => {
    const agent = new Agent();
    try {
      await agent.begin();
      await agent.take({ title: '', steps: forgedDuringTests });
      assert.match(agent.rig.log(), /receipts\.json was changed behind Gatehouse's back by Bash npm test/);
      assert.deepEqual(
        (await agent.green()).map((line) => line.split(':')[0]),
        ['tests'],
      );
      assert.equal(await agent.commit(), false);
    } finally {
      agent.rig.clear();
    }
  });
});
