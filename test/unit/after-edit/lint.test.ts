import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { Rig } from '../review/rig';

describe('linting an edited file', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  /** A program in the project's own folder: a real process with the exit code and words that a test needs. */
  function program(name: string, script: string): void {
    const file = `node_modules/.bin/${name}`;
    rig.write(file, `#!/bin/sh\n${script}\n`);
    chmodSync(rig.at(file), 0o755);
  }
  const edit = (file: string, text = 'x = 1\n') => rig.edit(file, text, 'lint');

  describe('lint', () => {
    it('gives the linter’s own words back with exit 2', async () => {
      rig.write('eslint.config.mjs', '');
      program('eslint', 'echo "$3: no-var"; exit 1');
      const reply = await edit('src/app.js');
      assert.equal(reply.exitCode, 2);
      assert.equal(reply.stderr, 'eslint on src/app.js:\nsrc/app.js: no-var\n');
    });

    it('is silent when the linter is content or not installed', async () => {
      rig.write('eslint.config.mjs', '');
      assert.deepEqual(await edit('src/app.js'), { stdout: '', stderr: '', exitCode: 0 });
      program('eslint', 'exit 0');
      assert.deepEqual(await edit('src/app.js'), { stdout: '', stderr: '', exitCode: 0 });
    });

    it('8.1 and 16.13 chooses by language: a Python file does not decide how TypeScript is linted', async () => {
      rig.write('pyproject.toml', '[tool.ruff.lint]\nselect = ["E"]\n');
      rig.write('biome.json', '{}');
      program('ruff', 'echo ruff >&2; exit 1');
      program('biome', 'echo biome >&2; exit 1');
      assert.match((await edit('a.py')).stderr, /^ruff on a\.py:\nruff/);
      assert.match((await edit('a.ts')).stderr, /^biome on a\.ts:\nbiome/);
      assert.equal((await edit('a.sh')).stderr, '');
    });

    it('takes the nearest configuration of a monorepo', async () => {
      rig.write('eslint.config.mjs', '');
      rig.write('packages/a/biome.json', '{}');
      program('eslint', 'echo outer; exit 1');
      program('biome', 'echo near; exit 1');
      assert.match((await edit('packages/a/x.ts')).stderr, /near/);
      assert.match((await edit('packages/b/x.ts')).stderr, /outer/);
    });

    it('tells the agent when a fixer changed the file', async () => {
      rig.write('.prettierrc', '{}');
      program('prettier', 'echo fixed > "$3"');
      assert.match((await edit('src/app.js')).stdout, /prettier changed src\/app\.js after your edit/);
    });

    it('opens the breaker at three failures, per linter, and tries again after five minutes', async () => {
      rig.write('eslint.config.mjs', '');
      rig.write('pyproject.toml', '[tool.ruff]\n');
      program('eslint', 'echo bad; exit 1');
      program('ruff', 'exit 0');
      for (let n = 0; n < 3; n += 1) assert.equal((await edit('src/app.js')).exitCode, 2);
      assert.match(rig.read('.claude/.lint-breaker'), /^open\|3\|\d+$/m);
      assert.match((await edit('src/app.js')).stdout, /is paused for another \d+ s/);
      assert.equal((await edit('a.py')).stdout, '');
      rig.now += 301_000;
      assert.equal((await edit('src/app.js')).exitCode, 2);
    });

    it('8.1 never fetches a tool: npx is not asked', async () => {
      rig.write('eslint.config.mjs', '');
      program('npx', `touch ${rig.at('fetched')}`);
      await edit('src/app.js');
      assert.equal(existsSync(rig.at('fetched')), false);
    });

    it('8.1 a linter that is not installed closes no breaker', async () => {
      rig.write('eslint.config.mjs', '');
      program('eslint', 'echo bad; exit 1');
      for (let n = 0; n < 3; n += 1) await edit('src/app.js');
      rmSync(rig.at('node_modules'), { recursive: true });
      await edit('src/app.js');
      assert.match(rig.read('.claude/.lint-breaker'), /^open\|3\|/);
    });

    it('leaves vendored files and files outside alone', async () => {
      rig.write('eslint.config.mjs', '');
      program('eslint', 'echo bad; exit 1');
      assert.equal((await edit('node_modules/x/i.js')).exitCode, 0);
      assert.equal((await edit('dist/i.js')).exitCode, 0);
    });

    it('runs make lint only where nothing else is configured', async () => {
      rig.write('Makefile', 'lint:\n\t@echo made; exit 1\n');
      assert.match((await edit('src/app.js')).stderr, /^make lint on src\/app\.js/);
    });

    it('ends a linter that hangs when its sixteen seconds are over, and says so', async () => {
      rig.write('eslint.config.mjs', '');
      program('eslint', 'sleep 3600');
      // So much passes between any two looks at the clock that one second is left for the linter.
      rig.pace = 15_000;
      assert.match((await edit('src/app.js')).stdout, /did not finish src\/app\.js in time/);
    });
  });
});
