import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Coalescer } from '../../../src/extension/platform/coalescer';

describe('coalesced work', () => {
  it('runs once for a burst', async () => {
    let runs = 0;
    const coalescer = new Coalescer(() => Promise.resolve(void (runs += 1)), { quietMs: 20, patienceMs: 1_000 });
    for (let count = 0; count < 100; count += 1) coalescer.request();
    await pause(60);
    assert.equal(runs, 1);
  });

  it('is not put off for ever by requests that keep coming', async () => {
    let runs = 0;
    const coalescer = new Coalescer(() => Promise.resolve(void (runs += 1)), { quietMs: 50, patienceMs: 100 });
    for (let count = 0; count < 30; count += 1) {
      coalescer.request();
      await pause(10);
    }
    assert.ok(runs >= 2, `${runs} runs`);
    coalescer.dispose();
  });

  it('never overlaps, and runs once more for a request that came meanwhile', async () => {
    let active = 0;
    let runs = 0;
    const coalescer = new Coalescer(
      async () => {
        active += 1;
        assert.equal(active, 1);
        await pause(30);
        active -= 1;
        runs += 1;
      },
      { quietMs: 1, patienceMs: 10 },
    );
    coalescer.request();
    await pause(10);
    coalescer.request();
    coalescer.request();
    await pause(120);
    assert.equal(runs, 2);
  });

  it('does nothing after its end', async () => {
    let runs = 0;
    const coalescer = new Coalescer(() => Promise.resolve(void (runs += 1)), { quietMs: 1, patienceMs: 1 });
    coalescer.request();
    coalescer.dispose();
    coalescer.request();
    await pause(20);
    assert.equal(runs, 0);
  });
});
