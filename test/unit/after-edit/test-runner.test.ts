import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { projectHome } from '../../../src/hooks/project/home';
import { processStart } from '../../../src/hooks/project/process-state';
import { cancelRun, readRun, type RunState } from '../../../src/hooks/test-runs/run-state';
import { eventually } from '../../harness/eventually';
import { Rig } from '../review/rig';

describe('tests after an edit', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const edit = async (file = 'src/app.js'): Promise<string> =>
    (await rig.edit(file, 'export const a = 2;\n', 'test-runner')).stdout;
  const status = (): string | undefined =>
    existsSync(rig.at('.claude/.test-status'))
      ? rig.read('.claude/.test-status').trim().split('|').slice(0, 2).join('|')
      : undefined;

  /** A real npm test that runs node's own test runner. */
  function nodeTests(body: string): void {
    rig.write('package.json', '{"scripts":{"test":"node --test"}}');
    rig.write('test/a.test.js', `const { test } = require('node:test');\n${body}\n`);
  }

  function program(name: string, script: string): void {
    rig.write(`node_modules/.bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(rig.at(`node_modules/.bin/${name}`), 0o755);
  }

  describe('test-runner', () => {
    it('TR-1 and 16.1 records a suite that fails as failed, with the number of failing tests', async () => {
      nodeTests(
        "test('a', () => { throw new Error('no'); });\ntest('b', () => { throw new Error('no'); });\ntest('c', () => {});",
      );
      assert.match(await edit(), /npm test failed: 2 failing tests/);
      assert.equal(status(), 'fail|2');
    });

    it('records a suite that passes, with a receipt for the tested content', async () => {
      nodeTests("test('a', () => {});");
      assert.match(await edit(), /npm test passed in \d+ ms/);
      assert.equal(status(), 'pass|0');
      rig.write('src/app.js', 'export const a = 3;\n');
      rig.write('.claude/.proof-status', 'verified|1');
      const { stdout } = await rig.hook(
        'PreToolUse',
        { tool_name: 'Bash', tool_input: { command: 'git switch -c x && git commit -am y' } },
        'guard',
      );
      assert.match(stdout, /"permissionDecision":"deny"/);
    });

    it('TR-2 and 16.1 a framework that is set up and not installed is never a pass', async () => {
      rig.write('jest.config.js', '');
      rig.write('package.json', '{"keywords":["test"]}');
      assert.match(await edit(), /jest is set up here but not installed/);
      assert.equal(status(), undefined);
    });

    it('TR-2 the word "test" elsewhere in package.json is no suite', async () => {
      rig.write(
        'package.json',
        '{"keywords":["test"],"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}',
      );
      assert.equal(await edit(), '');
      assert.equal(status(), undefined);
    });

    it('keeps an error apart from a failing test, and finding no tests apart from both', async () => {
      rig.write('jest.config.js', '');
      program('jest', 'exit 127');
      assert.match(await edit(), /jest could not run/);
      assert.equal(status(), 'fail|1');
      rig.write('pytest.ini', '');
      rig.write('.venv/bin/pytest', '#!/bin/sh\nexit 5\n');
      chmodSync(rig.at('.venv/bin/pytest'), 0o755);
      const { stdout } = await rig.edit('a.py', 'x = 1\n', 'test-runner');
      assert.match(stdout, /pytest found no tests/);
    });

    it('TR-5 knows frameworks by their part of package.json as well, but not as a dependency', async () => {
      rig.write('package.json', '{"devDependencies":{"mocha":"11"},"jest":{}}');
      assert.match(await edit(), /jest is set up here but not installed/);
      rig.write('package.json', '{"mocha":{}}');
      program('mocha', 'exit 0');
      assert.match(await edit(), /mocha passed/);
      rig.write('package.json', '{"devDependencies":{"mocha":"11"},"keywords":["jest"]}');
      assert.equal(await edit(), '');
    });

    it('TR-5 runs the nearest package of a monorepo', async () => {
      rig.write('package.json', '{"scripts":{"test":"exit 9"}}');
      rig.write('packages/a/package.json', '{"scripts":{"test":"echo near"}}');
      assert.match(await edit('packages/a/x.js'), /npm test passed/);
    });

    it('TR-4 touches no process that it did not start', async () => {
      nodeTests("test('a', () => {});");
      rig.write('.claude/.test-runner.lock', `${process.pid}`);
      await edit();
      assert.equal(process.kill(process.pid, 0), true);
    });

    it('leaves documents alone', async () => {
      nodeTests("test('a', () => {});");
      assert.equal(await edit('README.md'), '');
    });

    const home = (): string => projectHome(rig.env, rig.root);
    const last = () => readRun(home())?.last;

    it('keeps the whole output for a person to open', async () => {
      nodeTests("test('a', () => { console.log('seen by a person'); });");
      await edit();
      assert.match(readFileSync(path.join(home(), 'test-output.txt'), 'utf8'), /seen by a person/);
    });

    it('shows what runs while it runs: the process in the lock file, the output as it comes', async () => {
      rig.write('package.json', '{"scripts":{"test":"x"}}');
      rig.write('.mocharc.json', '{}');
      program('mocha', 'cat .claude/.test-runner.lock; cat "$GATEHOUSE_HOME"/projects/*/test-run.json');
      await edit();
      const [pid, ...state] = readFileSync(path.join(home(), 'test-output.txt'), 'utf8').split('\n');
      assert.equal(pid, String(process.pid));
      const { runner, running } = JSON.parse(state.join('\n')) as RunState;
      assert.deepEqual([runner?.pid, running?.suite], [process.pid, 'mocha']);
      assert.equal(existsSync(rig.at('.claude/.test-runner.lock')), false);
      assert.equal(readRun(home())?.runner, undefined);
    });

    it('keeps every kind of result apart for the editor', async () => {
      rig.write('.mocharc.json', '{}');
      assert.match(await edit(), /not installed/);
      assert.equal(last()?.result, 'no-runner');
      for (const [script, result] of [
        ['exit 0', 'pass'],
        ['echo "  3 failing"; exit 3', 'fail'],
        ['exit 127', 'error'],
      ] as const) {
        program('mocha', script);
        await edit();
        assert.deepEqual([last()?.result, last()?.failures], [result, result === 'fail' ? 3 : 0]);
      }
    });

    it('ends the suite, and all that it started, when a person says so; that is no evidence', async () => {
      rig.write('.mocharc.json', '{}');
      program('mocha', 'sleep 60 & echo "child $!"; wait');
      const run = edit();
      const output = path.join(home(), 'test-output.txt');
      const started = () => (existsSync(output) ? /child (\d+)/.exec(readFileSync(output, 'utf8'))?.[1] : undefined);
      while (started() === undefined) await setTimeout(20);
      await cancelRun(home(), rig.now);
      assert.match(await run, /A person stopped mocha/);
      assert.equal(last()?.result, 'cancelled');
      assert.equal(status(), undefined);
      await eventually(() => assert.equal(processStart(Number(started())), undefined));
    });

    it('TR-3 an edit during a run leads to one more run, in the process that is at it', async () => {
      rig.write('.mocharc.json', '{}');
      program(
        'mocha',
        'echo run >> runs.txt; test -e more || { touch more; while ! test -e go; do sleep 0.02; done; }',
      );
      const first = edit();
      while (!existsSync(rig.at('more'))) await setTimeout(20);
      rig.now += 1;
      assert.equal(await edit('src/other.js'), '');
      rig.write('go', '');
      assert.match(await first, /mocha passed/);
      assert.equal(rig.read('runs.txt'), 'run\nrun\n');
    });
  });
});
