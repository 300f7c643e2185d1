import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { runOnDemand } from '../../../src/hooks/test-runs/run';
import { processStart } from '../../../src/hooks/project/process-state';
import { cancelRun, readRun } from '../../../src/hooks/test-runs/run-state';
import { Rig } from '../review/rig';

describe('tests at a person’s wish', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const site = () => siteAt({ env: rig.env, clock: Date, requestedByName: false }, placeOf(rig.root));
  function suite(folder: string, script: string): void {
    rig.write(path.join(folder, '.mocharc.json'), '{}');
    rig.write(path.join(folder, 'node_modules/.bin/mocha'), `#!/bin/sh\n${script}\n`);
    chmodSync(rig.at(path.join(folder, 'node_modules/.bin/mocha')), 0o755);
  }

  it('are those of the active file’s package, else those of the whole folder', async () => {
    suite('.', 'echo whole > ran');
    suite('packages/a', 'echo near > ran');
    rig.write('packages/a/x.js', 'let a;\n');
    await runOnDemand(site(), rig.at('packages/a/x.js'));
    assert.deepEqual([rig.read('packages/a/ran'), existsSync(rig.at('ran'))], ['near\n', false]);
    for (const file of [undefined, rig.at('README.md'), '/elsewhere/x.js']) {
      const demanded = await runOnDemand(site(), file);
      assert.equal(demanded.kind === 'finished' && demanded.last.result, 'pass');
    }
    assert.equal(rig.read('ran'), 'whole\n');
  });

  it('says when there are none, and when they cannot be run', async () => {
    assert.deepEqual(await runOnDemand(site(), undefined), { kind: 'no-suite' });
    rig.write('vitest.config.ts', '');
    assert.deepEqual(await runOnDemand(site(), undefined), { kind: 'no-runner', name: 'vitest' });
    assert.equal(readRun(site().home)?.last?.result, 'no-runner');
  });

  it('are no pass where none ran', async () => {
    suite('.', 'echo "  0 passing (2ms)"');
    const demanded = await runOnDemand(site(), undefined);
    assert.equal(demanded.kind === 'finished' && demanded.last.result, 'no-tests');
  });

  it('are left to the process that is at it already, whose wait for the second run a person may end', async () => {
    suite('.', 'echo run >> runs; while ! test -e go; do sleep 0.02; done');
    const first = runOnDemand(site(), undefined);
    while (!existsSync(rig.at('runs'))) await setTimeout(20);
    assert.deepEqual(await runOnDemand(site(), undefined), { kind: 'elsewhere' });
    rig.write('go', '');
    while (readRun(site().home)?.running !== undefined) await setTimeout(20);
    await cancelRun(site().home, Date.now() + 1_000);
    const demanded = await first;
    assert.equal(demanded.kind === 'finished' && demanded.last.result, 'cancelled');
    assert.equal(rig.read('runs'), 'run\n');
  });

  const endings: readonly (readonly [string, (child: ChildProcess) => void])[] = [
    ['the window that asked for them', (child) => child.stdin?.end('close')],
    ['a client that ends its hooks', (child) => child.kill('SIGTERM')],
  ];
  for (const [name, end] of endings) {
    it(`do not outlive ${name}`, async () => {
      suite('.', 'echo $$ > pid; while :; do sleep 0.05; done');
      const loader = pathToFileURL(path.resolve('node_modules/tsx/dist/loader.mjs')).href;
      const window = path.join(__dirname, 'window.ts');
      const child = spawn(process.execPath, ['--import', loader, window], { cwd: rig.root, env: rig.env });
      while (!existsSync(rig.at('pid')) || rig.read('pid') === '') {
        assert.equal(child.exitCode, null, 'it ended before it ran the tests');
        await setTimeout(20);
      }
      const pid = Number(rig.read('pid'));
      assert.notEqual(processStart(pid), undefined);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      end(child);
      await ended;
      while (processStart(pid) !== undefined) await setTimeout(20);
      assert.equal(readRun(site().home)?.runner, undefined);
    });
  }
});
