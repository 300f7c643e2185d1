import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { Rig } from '../review/rig';

describe('tests after an edit', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
  });
  afterEach(() => rig.dispose());

  const edit = async (file = 'src/app.js'): Promise<string> =>
    (await rig.edit(file, 'export const a = 2;\n', 'test-runner')).stdout;
  const status = (): string | undefined =>
    existsSync(rig.path('.claude/.test-status'))
      ? rig.read('.claude/.test-status').trim().split('|').slice(0, 2).join('|')
      : undefined;

  /** A real npm test that runs node's own test runner. */
  function nodeTests(body: string): void {
    rig.write('package.json', '{"scripts":{"test":"node --test"}}');
    rig.write('test/a.test.js', `const { test } = require('node:test');\n${body}\n`);
  }

  function program(name: string, script: string): void {
    rig.write(`node_modules/.bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(rig.path(`node_modules/.bin/${name}`), 0o755);
  }

  describe('test-runner', () => {
    it('TR-1 records a suite that fails as failed, with the number of failing tests', async () => {
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

    it('TR-2 a framework that is set up and not installed is never a pass', async () => {
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
      chmodSync(rig.path('.venv/bin/pytest'), 0o755);
      const { stdout } = await rig.edit('a.py', 'x = 1\n', 'test-runner');
      assert.match(stdout, /pytest found no tests/);
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

    it('keeps the whole output for a person to open', async () => {
      nodeTests("test('a', () => { console.log('seen by a person'); });");
      await edit();
      const { stdout } = await rig.edit('src/app.js', 'x', 'test-runner');
      assert.match(stdout, /passed/);
    });
  });
});
