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

  it('rests between runs of a long burst, and not before the first', async () => {
    const starts: number[] = [];
    const work = () => Promise.resolve(void starts.push(Date.now()));
    const coalescer = new Coalescer(work, { quietMs: 1, patienceMs: 1, restMs: 100 });
    const begin = Date.now();
    while (Date.now() - begin < 350) {
      coalescer.request();
      await pause(5);
    }
    coalescer.dispose();
    assert.ok((starts[0] ?? Infinity) - begin < 90, `first after ${(starts[0] ?? 0) - begin} ms`);
    assert.ok(starts.length <= 4, `${starts.length} runs`);
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
