import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { planned, runSteps, type Step, type Telling } from '../../../scripts/schedule.mjs';
import { counted, sentence } from '../../../scripts/suites.mjs';

const silent: Telling = { start: () => undefined, line: () => undefined, print: () => undefined, end: () => undefined };

function step(needs: readonly string[] = [], code = 0): Step {
  return { title: '', needs, run: () => Promise.resolve({ code, output: '' }) };
}

async function outcomes(steps: Readonly<Record<string, Step>>, goals: readonly string[], lanes = 2) {
  const results = await runSteps(steps, goals, { lanes, progress: silent });
  return Object.fromEntries([...results].map(([name, { outcome }]) => [name, outcome]));
}

describe('steps', () => {
  it('run after what they need, each once', () => {
    const steps = { test: step(['build', 'install']), build: step(['install']), install: step(), other: step() };
    assert.deepEqual(planned(steps, ['test', 'build']), ['install', 'build', 'test']);
  });

  it('that need each other are refused', () => {
    assert.throws(() => planned({ a: step(['b']), b: step(['a']) }, ['a']), /a -> b -> a/);
  });

  it('whose need failed count as failed, and the others still run', async () => {
    const steps = { build: step([], 1), suite: step(['build']), other: step() };
    assert.deepEqual(await outcomes(steps, ['suite', 'other']), { build: 'failed', suite: 'failed', other: 'passed' });
  });

  it('that throw have failed', async () => {
    assert.deepEqual(await outcomes({ a: { title: '', run: () => Promise.reject(new Error('no')) } }, ['a']), {
      a: 'failed',
    });
  });

  it('that wait for the network take no lane', async () => {
    let done = 0;
    const waiting = { title: '', waits: true, run: () => delay(50).then(() => ({ code: done })) };
    const quick = { title: '', run: () => Promise.resolve({ code: (done += 1) - done }) };
    const results = await runSteps({ waiting, quick }, ['waiting', 'quick'], { lanes: 1, progress: silent });
    assert.deepEqual([results.get('waiting')?.code, results.get('quick')?.code], [1, 0]);
  });

  it('run side by side, but no more than there are lanes, and some alone', async () => {
    let now = 0;
    const most: Record<string, number> = {};
    const watched = (name: string, alone = false): Step => ({
      title: '',
      alone,
      run: async () => {
        now += 1;
        most[name] = now;
        await delay(20);
        most[name] = Math.max(most[name], now);
        now -= 1;
        return { code: 0 };
      },
    });
    const steps = { a: watched('a'), b: watched('b'), c: watched('c'), bench: watched('bench', true) };
    await runSteps(steps, Object.keys(steps), { lanes: 2, progress: silent });
    assert.deepEqual(
      { together: most.b, most: Math.max(...Object.values(most)), alone: most.bench },
      {
        together: 2,
        most: 2,
        alone: 1,
      },
    );
  });
});

describe('the figures of a suite', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'figures-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const report = (name: string, passes: number, failures: number, pending = 0) => {
    const file = path.join(folder, name);
    const tests = Array.from({ length: failures }, (_, index) => ({
      title: `bad ${index}`,
      state: 'failed',
      error: 'E',
    }));
    writeFileSync(file, JSON.stringify({ stats: { passes, failures, pending }, tests }));
    return file;
  };

  it('are the sum of its reports', () => {
    const { code, counts } = counted({ code: 0, output: '' }, [report('a', 3, 0, 1), report('b', 4, 0)]);
    assert.deepEqual({ code, counts }, { code: 0, counts: { passed: 7, failed: 0, skipped: 1 } });
  });

  it('count a missing report as a failure, also when the run ended well', () => {
    const { code, counts } = counted({ code: 0, output: '' }, [path.join(folder, 'absent')]);
    assert.deepEqual({ code, failed: counts.failed }, { code: 1, failed: 1 });
  });

  it('count a run that ended badly after its last test as a failure', () => {
    assert.equal(counted({ code: 1, output: '' }, [report('a', 3, 0)]).counts.failed, 1);
  });

  it('name what failed', () => {
    assert.match(counted({ code: 1, output: 'long' }, [report('a', 3, 1)]).output, /^bad 0\n {2}E/);
  });

  it('read as one line', () => {
    assert.equal(sentence({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed');
    assert.equal(sentence({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped');
  });
});
