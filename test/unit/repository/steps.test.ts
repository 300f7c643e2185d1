import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { planned, runSteps, type Step, type Telling } from '../../../scripts/schedule.mjs';
import { counted } from '../../../scripts/suites.mjs';
import { sentence, summary, total } from '../../../scripts/summary.mjs';
import { freshFolder } from '../../harness/test-project';

const silent: Telling = { start: () => undefined, line: () => undefined, print: () => undefined, end: () => undefined };

const step = (needs: readonly string[] = [], code = 0): Step => ({
  title: '',
  needs,
  run: () => Promise.resolve({ code, output: '' }),
});

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

  it('whose need was skipped are skipped', async () => {
    const browser = { title: '', run: () => Promise.resolve({ code: 1, skipped: 'no Chromium' }) };
    const steps = { browser, journeys: step(['browser']), unit: step() };
    const expected = { browser: 'skipped', journeys: 'skipped', unit: 'passed' };
    assert.deepEqual(await outcomes(steps, ['journeys', 'unit']), expected);
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
      { together: 2, most: 2, alone: 1 },
    );
  });
});

describe('a suite that fills the cores', () => {
  it('does not run beside one that waits for a browser, but beside others', async () => {
    const now = new Set<string>();
    const together = new Set<string>();
    const watched = (name: string, load?: Step['load']): Step => ({
      title: '',
      ...(load !== undefined && { load }),
      run: async () => {
        for (const other of now) together.add(`${other} + ${name}`);
        now.add(name);
        await delay(20);
        now.delete(name);
        return { code: 0 };
      },
    });
    const steps = { journeys: watched('journeys', 'browser'), unit: watched('unit', 'cores'), types: watched('types') };
    await runSteps(steps, Object.keys(steps), { lanes: 2, progress: silent });
    assert.ok(together.has('journeys + types'));
    assert.ok(!together.has('journeys + unit'));
  });

  it('lets an earlier one that waits for a browser go first, though that one still needs something', async () => {
    const begun: string[] = [];
    const noted = (name: string, more: Partial<Step> = {}): Step => ({
      title: '',
      ...more,
      run: () => {
        begun.push(name);
        return delay(20, { code: 0 });
      },
    });
    const steps = {
      build: noted('build'),
      journeys: noted('journeys', { needs: ['build'], load: 'browser' }),
      unit: noted('unit', { load: 'cores' }),
      types: noted('types'),
    };
    await runSteps(steps, ['journeys', 'unit', 'types'], { lanes: 2, progress: silent });
    assert.deepEqual(begun, ['build', 'types', 'journeys', 'unit']);
  });
});

describe('the figures of a suite', () => {
  let folder: string;
  before(() => void (folder = freshFolder()));
  after(() => rmSync(folder, { recursive: true }));

  const report = (name: string, passes: number, failures: number, pending = 0) => {
    const file = path.join(folder, name);
    const failed = Array.from({ length: failures }, (_, index) => ({
      title: `sums bad ${index}`,
      name: `bad ${index}`,
      file: path.resolve(__dirname, 'steps.test.ts'),
      state: 'failed',
      error: `E\n    at Context.<anonymous> (test/unit/repository/steps.test.ts:7:12)`,
    }));
    const skipped = { title: 'sums (skipped: no tool) one', file: path.resolve(__dirname, 'steps.test.ts') };
    const tests = [...failed, ...Array.from({ length: pending }, () => ({ ...skipped, state: 'skipped' }))];
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

  it('are followed by what failed, where, how to run it again and what it has left; and by what was skipped, and why', () => {
    const result = { outcome: 'failed' as const, ...counted({ code: 1, output: 'long' }, [report('a', 3, 1, 2)]) };
    assert.deepEqual(summary(new Map([['test:unit', result]])), [
      '',
      'FAIL test/unit/repository/steps.test.ts:7  sums bad 0',
      '     E',
      '         at Context.<anonymous> (test/unit/repository/steps.test.ts:7:12)',
      '     again: npm run test:unit -- test/unit/repository/steps.test.ts',
      '     log: out/logs/test-unit.log',
      '',
      'skip test:unit: 2 tests: no tool (test/unit/repository/steps.test.ts)',
    ]);
  });

  it('name the step that failed without tests of its own, with the end of what it said', () => {
    const results = new Map([
      ['lint', { outcome: 'failed' as const, code: 1, output: 'a.ts:1 is wrong\n' }],
      ['tools', { outcome: 'skipped' as const, skipped: 'no registry gives them' }],
    ]);
    assert.deepEqual(total(results), { passed: 0, failed: 1, skipped: 0 });
    assert.deepEqual(summary(results), [
      '',
      'FAIL lint',
      '     a.ts:1 is wrong',
      '     again: node scripts/run.mjs lint',
      '     log: out/logs/lint.log',
      '',
      'skip tools: no registry gives them',
    ]);
  });

  it('read as one line', () => {
    assert.equal(sentence({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed');
    assert.equal(sentence({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped');
  });
});
