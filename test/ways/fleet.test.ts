import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../scripts/environment.mjs';
import { appendTrace } from '../../src/hooks/pipeline/decision-log';
import { Collector } from '../harness/collector';
import { eventually } from '../harness/eventually';

const runner = path.resolve(__dirname, '../../dist/hooks/runner.js');

describe('a host that sends decisions', () => {
  const { env, clear } = freshEnvironment('fleet-host');
  const collector = new Collector();
  const gatehouse = (...words: string[]) => spawnSync(process.execPath, [runner, ...words], { env, encoding: 'utf8' });

  before(async () => {
    await collector.start();
    mkdirSync(env.GATEHOUSE_HOME, { recursive: true });
    writeFileSync(
      path.join(env.GATEHOUSE_HOME, 'config.json'),
      JSON.stringify({ fleet: { endpoint: collector.endpoint } }),
    );
    const started = gatehouse('host', 'start');
    assert.equal(started.status, 0, started.stderr);
  });
  after(async () => {
    gatehouse('host', 'stop');
    await collector.stop();
    clear();
  });

  it('loses none of 10,000 while the collector is restarted three times', async () => {
    const state = path.join(env.GATEHOUSE_HOME, 'projects/p-0123456789ab');
    mkdirSync(state, { recursive: true });
    const ids = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    for (const [index, id] of ids.entries()) {
      appendTrace(state, {
        ...{
          v: 1,
          id,
          at: Date.now(),
          ms: 2,
          via: 'warm',
          event: 'PreToolUse',
          tool: 'Bash',
          session: 's1',
          cwd: '/w',
        },
        ...{ root: '/w', subject: `echo ${index}`, gates: [], verdict: {} },
      });
      if (index % 2_500 !== 1_249 || index > 8_000) continue;
      await collector.stop();
      const taken = collector.requests;
      await collector.start();
      // Each restart falls into the middle of the work.
      await eventually(() => assert.ok(collector.requests > taken));
    }
    await eventually(() => assert.deepEqual(collector.missing(ids), []));
  });

  it('is not contacted by default: the exporter is not even loaded', () => {
    const other = freshEnvironment('fleet-off');
    const ran = spawnSync(process.execPath, [runner, 'host', 'start'], { env: other.env, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
    assert.equal(existsSync(path.join(other.env.GATEHOUSE_HOME, 'fleet.json')), false);
    spawnSync(process.execPath, [runner, 'host', 'stop'], { env: other.env });
    other.clear();
  });
});
