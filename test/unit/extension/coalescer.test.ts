import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Coalescer } from '../../../src/extension/platform/coalescer';

describe('coalesced work', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  /** Lets time pass by the millisecond, with the work that follows. */
  async function pass(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += 1) {
      mock.timers.tick(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  let runs = 0;
  const count = () => Promise.resolve(void (runs += 1));
  beforeEach(() => void (runs = 0));

  it('runs once for a burst, when it has been quiet for a while', async () => {
    const coalescer = new Coalescer(count, { quietMs: 20, maxWaitMs: 1_000 });
    for (let request = 0; request < 100; request += 1) coalescer.request();
    await pass(19);
    assert.equal(runs, 0);
    await pass(41);
    assert.equal(runs, 1);
  });

  it('is not put off for ever by requests that keep coming', async () => {
    const coalescer = new Coalescer(count, { quietMs: 50, maxWaitMs: 100 });
    for (let request = 0; request < 30; request += 1) {
      coalescer.request();
      await pass(10);
    }
    assert.equal(runs, 3);
    coalescer.dispose();
  });

  it('never overlaps, and runs once more for a request that came meanwhile', async () => {
    let active = 0;
    const coalescer = new Coalescer(
      async () => {
        active += 1;
        assert.equal(active, 1);
        await new Promise((resolve) => setTimeout(resolve, 30));
        active -= 1;
        runs += 1;
      },
      { quietMs: 1, maxWaitMs: 10 },
    );
    coalescer.request();
    await pass(10);
    coalescer.request();
    coalescer.request();
    await pass(120);
    assert.equal(runs, 2);
  });

  it('rests between runs of a long burst, and not before the first', async () => {
    const starts: number[] = [];
    const work = () => Promise.resolve(void starts.push(Date.now()));
    const coalescer = new Coalescer(work, { quietMs: 1, maxWaitMs: 1, restMs: 100 });
    // The clock of a process that has run for a while, as far as rests are concerned.
    await pass(1_000);
    const begin = Date.now();
    while (Date.now() - begin < 350) {
      coalescer.request();
      await pass(5);
    }
    coalescer.dispose();
    assert.deepEqual(
      starts.map((at) => at - begin),
      [1, 101, 201, 301],
    );
  });

  it('does nothing after its end', async () => {
    const coalescer = new Coalescer(count, { quietMs: 1, maxWaitMs: 1 });
    coalescer.request();
    coalescer.dispose();
    coalescer.request();
    await pass(20);
    assert.equal(runs, 0);
  });
});
