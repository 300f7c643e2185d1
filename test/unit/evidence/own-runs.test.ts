import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { notedRuns } from '../../../src/hooks/evidence/noted-runs';
import { projectHome } from '../../../src/hooks/project/home';
import { Rig } from '../review/rig';

const passed = { stdout: '  12 passing (8ms)\n', stderr: '', interrupted: false };

const files = {
  'package.json': JSON.stringify({ scripts: { test: 'mocha', 'test:other': 'x', lint: 'eslint .' } }),
  Makefile: 'test:\n\tmocha\n',
};

describe('own runs', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig({}, { files })));
  afterEach(() => rig.clear());

  /** The agent runs a command: the events before and after it, with what happens in between. */
  async function run(command: string, response: unknown = passed, between?: () => void): Promise<string> {
    const id = { tool_use_id: `toolu_${Math.random()}` };
    const input = { tool_name: 'Bash', tool_input: { command }, ...id };
    await rig.hook('PreToolUse', input);
    between?.();
    const failed = typeof response === 'string';
    const after = failed ? { error: response } : { tool_response: response };
    const reply = await rig.hook(failed ? 'PostToolUseFailure' : 'PostToolUse', { ...input, ...after });
    return reply.stdout;
  }

  async function tests(): Promise<string> {
    const { status, reason } = await rig.status('tests');
    return `${status}: ${reason}`;
  }

  it('C4 a whole run of the tests that passed is evidence for the content it ran on', async () => {
    await run('npm test');
    assert.match(
      await tests(),
      /^passed: The test run passed just now on exactly this content \(npm test: 12 passed\)\.$/,
    );
    assert.match(rig.read('.claude/.test-status'), /^pass\|0\|\d+$/m);
    rig.write('src/app.js', 'changed\n');
    assert.match(await tests(), /^stale: .* but src\/app\.js changed since\.$/);
  });

  it('a folder of the PATH that cannot be searched is passed over', async () => {
    const loop = path.join(rig.home, 'loop');
    symlinkSync('loop', loop);
    rig.env.PATH = `${rig.env.PATH}:${loop}`;
    assert.doesNotMatch(await run('go test ./...'), /could not check/);
    assert.match(await tests(), /^passed/);
  });

  const whole: readonly string[] = [
    'npm test', 'npm t', 'npm run test', 'npm test --silent', 'CI=1 npm test', 'npm test 2>&1', 'timeout 60 npm test',
    'cd . && npm test', 'npm run lint && npm test', 'pnpm test', 'yarn test', 'pytest', 'python3 -m pytest -q', 'go test ./...',
    'cargo test', 'npx vitest run', 'set -o pipefail; npm test 2>&1 | tail -40', 'make test', 'node --test',
  ]; // prettier-ignore
  for (const command of whole) {
    it(`${command}: makes the flag pass`, async () => {
      await run(command);
      assert.match(await tests(), /^passed/);
    });
  }

  const notWhole: readonly string[] = [
    'npm test || true', 'npm test; true', 'npm test; echo done', 'npm test | tail', 'npm test | cat', 'true || npm test', '! npm test',
    'npm test &', 'if npm test; then :; fi', '(npm test)', 'bash -c "npm test"', 'npm() { echo 12 passing; }; npm test', 'PATH=./bin:$PATH npm test',
    'npm test -- --help', 'npm test --dry-run', 'echo npm test', 'npm test $X', 'NODE_OPTIONS=--require=./x.js npm test', 'env PATH=./bin npm test',
    'npm run test:other', 'pytest --collect-only', 'cargo test --no-run', 'make -n test', 'npm test > out.txt', 'sudo npm test', 'npx -y vitest run',
    'npm test\ntrue', 'for i in 1; do npm test; done', 'alias npm=true && npm test', 'make test -i', 'jest --listTests',
  ]; // prettier-ignore
  for (const command of notWhole) {
    it(`${command}: says nothing`, async () => {
      await run(command);
      assert.match(await tests(), /^missing/);
    });
  }

  const targeted: readonly string[] = [
    'npm test -- src/a.test.js', 'pytest tests/test_a.py', 'pytest -k name', 'go test ./pkg', 'go test -run TestA ./...', 'cargo test name',
    'npx vitest run src/a.test.ts', 'npx jest -t name', 'npx mocha --grep x', 'node --test a.test.js', 'python -m unittest tests.test_a', 'cargo test -p one',
  ]; // prettier-ignore
  for (const command of targeted) {
    it(`${command}: is targeted, and the flag does not change`, async () => {
      await run('npm test');
      rig.write('src/app.js', 'changed\n');
      await run(command);
      assert.match(await tests(), /^stale: .*A targeted run passed just now \(.+\): the flag needs the whole suite\.$/);
    });
  }

  it('a failing run says which tests failed', async () => {
    await run('npm test', 'Exit code 1\n\nnot ok 1 - adds two numbers\n# pass 3\n# fail 1\n');
    assert.match(await tests(), /^failed: .*npm test: 1 failed: adds two numbers/);
    assert.match(rig.read('.claude/.test-status'), /^fail\|1\|/);
  });

  for (const [name, text, command] of [
    ['package.json', JSON.stringify({ scripts: { test: 'echo "  12 passing"' } }), 'npm test'],
    ['Makefile', 'test:\n\t@cat log.txt; echo 12 passing\n', 'make test'],
  ] as const) {
    it(`a failure stays when ${name} is made to print a pass`, async () => {
      await run('npm test', 'Exit code 1\n\nnot ok 1 - adds two numbers\n# pass 3\n# fail 1\n');
      rig.write(name, text);
      await run(command);
      assert.match(await tests(), /^(?:failed|stale)/);
    });
  }

  it('a targeted run that fails fails the flag', async () => {
    await run(
      'pytest tests/test_a.py',
      'Exit code 1\nFAILED tests/test_a.py::test_one - assert 1 == 2\n1 failed in 0.01s\n',
    );
    assert.match(await tests(), /^failed: .*1 failed: tests\/test_a\.py::test_one/);
  });

  for (const [title, output] of [
    ['no test', '  0 passing (1ms)\n'],
    ['pytest without tests', 'no tests ran in 0.01s\n'],
    ['go without tests', '?   \texample.org/a\t[no test files]\n'],
    ['go with no test to run', 'ok  \texample.org/a\t0.002s [no tests to run]\n'],
    ['an output without a count', 'all is well\n'],
    ['an empty output', ''],
  ] as const) {
    it(`${title} is no pass`, async () => {
      await run('npm test', { stdout: output, stderr: '' });
      assert.match(await tests(), /^missing/);
    });
  }

  it('is void when the tree changed during the run', async () => {
    const reply = await run('npm test', passed, () => rig.write('src/app.js', 'changed\n'));
    assert.match(reply, /Files changed while npm test ran/);
    assert.match(await tests(), /^missing/);
  });

  it('C1 files that were written while it ran, and are as the last commit holds them, wait for a person', async () => {
    const before = rig.read('src/app.js');
    await run('npm test', passed, () => {
      rig.write('src/app.js', 'other\n');
      rig.write('src/app.js', before);
    });
    assert.match(
      await tests(),
      /^unbound: .* but src\/app\.js was written while it ran, and is now unchanged: it counts/,
    );
  });

  it('is not void for what runs leave behind', async () => {
    await run('npm test', passed, () => {
      rig.write('Cargo.lock', 'x\n');
      rig.write('coverage/lcov.info', 'x\n');
      rig.write('__pycache__/a.pyc', 'x\n');
    });
    assert.match(await tests(), /^passed/);
  });

  it('an interrupted run is not in progress', async () => {
    await run('npm test', { stdout: '12 passing', stderr: '', interrupted: true });
    assert.match(await tests(), /^missing/);
  });

  it('lint, type-check and build runs are remembered with the content they ran on', async () => {
    await run('npm run lint && npx tsc --noEmit', { stdout: '', stderr: '' });
    const noted = notedRuns(projectHome(rig.env, rig.root));
    assert.deepEqual(
      noted.map(({ kind, command, scope, passed }) => [kind, command, scope, passed]),
      [
        ['lint', 'npm run lint', 'full', true],
        ['types', 'tsc --noEmit', 'full', true],
      ],
    );
  });

  describe('the precommit flag', () => {
    const precommit = async () => {
      const { status, reason } = await rig.status('precommit');
      return `${status}: ${reason}`;
    };
    const quiet = { stdout: 'ruff.....Passed\n', stderr: '' };

    it('passes by a whole run of pre-commit, for the content it ran on', async () => {
      await run('pre-commit run --all-files', quiet);
      assert.match(await precommit(), /^passed: .*exactly this content \(pre-commit run --all-files\)/);
      rig.write('src/app.js', 'changed\n');
      assert.match(await precommit(), /^stale/);
    });
    it('passes by the script of that name', async () => {
      rig.write('package.json', JSON.stringify({ scripts: { precommit: 'eslint .' } }));
      rig.commit('precommit');
      await run('npm run precommit', quiet);
      assert.match(await precommit(), /^passed/);
    });
    it('fails by a run that failed', async () => {
      await run('pre-commit run', 'Exit code 1\nruff.....Failed\n');
      assert.match(await precommit(), /^failed/);
    });
    it('does not change after a run of some files', async () => {
      await run('pre-commit run', quiet);
      assert.match(await precommit(), /^missing/);
    });
    it('takes the verdict that the output gives over the exit status', async () => {
      rig.write('package.json', JSON.stringify({ scripts: { precommit: 'node check.js' } }));
      rig.commit('precommit');
      await run('npm run precommit', { stdout: '## Overall: ⛔ FAIL\n', stderr: '' });
      assert.match(await precommit(), /^failed/);
    });
    it('waits for a person where its hooks changed since the last commit', async () => {
      rig.write('.pre-commit-config.yaml', 'repos: []\n');
      await run('pre-commit run -a', quiet);
      assert.match(await precommit(), /^unbound: .*\.pre-commit-config\.yaml, which determines what it runs, changed/);
    });
  });

  describe('C6 what the agent wrote does not vouch for its own work', () => {
    it('a test script that changed since the last commit waits for a person', async () => {
      rig.write('package.json', JSON.stringify({ scripts: { test: 'mocha --reporter min' } }));
      const reply = await run('npm test');
      assert.match(reply, /test in package\.json changed since the last commit: it counts once the person accepts it/);
      assert.match(
        await tests(),
        /^unbound: .*but test in package\.json changed since the last commit: it counts once a person accepts it\.$/,
      );
    });

    it('so does what a script runs', async () => {
      rig.write('package.json', JSON.stringify({ scripts: { test: 'node scripts/run.js' } }));
      rig.write('scripts/run.js', 'run();\n');
      rig.commit('a script');
      rig.write('scripts/run.js', 'console.log("12 passing");\n');
      await run('npm test');
      assert.match(await tests(), /^unbound: .*but scripts\/run\.js changed since the last commit/);
    });

    it('so does a Makefile’s target, also one that it needs', async () => {
      rig.write('Makefile', 'test: prepare\n\tmocha\nprepare:\n\ttrue\n');
      rig.commit('a target');
      rig.write('Makefile', 'test: prepare\n\tmocha\nprepare:\n\techo 12 passing; exit\n');
      await run('make test');
      assert.match(await tests(), /^unbound: .*but test in Makefile changed since the last commit/);
    });

    it('so does a program in the repository that no commit holds', async () => {
      rig.write('pytest', '#!/bin/sh\necho 12 passed\n');
      chmodSync(`${rig.root}/pytest`, 0o755);
      await run('./pytest');
      assert.match(await tests(), /^unbound: .*but pytest is not in the last commit/);
    });

    const configurations: readonly (readonly [command: string, file: string, text: string, doubt: RegExp])[] = [
      ['pytest', 'pytest.ini', '[pytest]\naddopts = -k nothing\n', /pytest\.ini changed how pytest runs since the last commit/],
      ['pytest', 'pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-p fake"\n', /pyproject\.toml changed how pytest runs/],
      ['cargo test', '.cargo/config.toml', '[target.x86_64-unknown-linux-gnu]\nrunner = "./fake"\n', /\.cargo\/config\.toml changed how cargo runs/],
      ['npm test', '.npmrc', 'script-shell=./fake\n', /\.npmrc changed how npm runs/],
      ['npm test', '.mocharc.json', '{"spec": "nothing"}', /\.mocharc\.json changed how mocha runs/],
      ['npx jest', 'jest.config.js', 'module.exports = { reporters: ["./fake"] };\n', /jest\.config\.js changed how jest runs/],
      ['npm test --workspaces', 'packages/a/package.json', '{"scripts": {"test": "echo 12 passing"}}', /packages\/a\/package\.json, which determines what it runs, changed/],
      ['just test', 'justfile', 'test:\n  echo 12 passing\n', /justfile, which determines what it runs, changed/],
      ['./python -m pytest', 'python', '#!/bin/sh\necho 12 passed\n', /python is not in the last commit/],
      ['.venv/bin/pytest', '.venv/bin/pytest', '#!/bin/sh\necho 12 passed\n', /\.venv\/bin\/pytest is not in the last commit/],
    ]; // prettier-ignore
    for (const [command, file, text, doubt] of configurations) {
      it(`${command} with a changed ${file} waits for a person`, async () => {
        rig.write(file, text);
        await run(command);
        const said = await tests();
        assert.match(said, /^unbound/);
        assert.match(said, doubt);
      });
    }

    it('another section of the same file changes nothing', async () => {
      rig.write('pyproject.toml', '[project]\nname = "till"\n');
      const shell = 'script-shell = C:\\Program Files\\git\\bin\\bash.exe';
      rig.write('.npmrc', `registry=https://registry.example.org/\n${shell}\nnode-options=--max-old-space-size=4096\n`);
      await run('npm test');
      assert.match(await tests(), /^passed/);
      await run('pytest');
      assert.match(await tests(), /^passed/);
    });

    describe('a virtual environment', () => {
      const program = '#!/project/.venv/bin/python\nfrom pytest import main\n';
      const hash = createHash('sha256').update(program).digest('base64url');
      beforeEach(() => {
        rig.write('.gitignore', '.venv\n');
        rig.commit('ignored');
        rig.write('.venv/pyvenv.cfg', 'home = /usr/bin\n');
        rig.write('.venv/bin/activate', 'PATH=.venv/bin:$PATH\n');
        rig.write('.venv/bin/pytest', program);
        rig.write('.venv/lib/python3.12/site-packages/pytest-9.dist-info/RECORD', `../../../bin/pytest,sha256=${hash},${program.length}\n`);
      });

      for (const command of ['.venv/bin/pytest', 'uv run pytest', 'source .venv/bin/activate && pytest', '. .venv/bin/activate; pytest -q']) {
        it(`${command}: what was installed there counts`, async () => {
          await run(command);
          assert.match(await tests(), /^passed/);
        });
        it(`${command}: another program in its place does not`, async () => {
          rig.write('.venv/bin/pytest', '#!/bin/sh\necho 12 passed\n');
          await run(command);
          assert.match(await tests(), /^unbound: .*\.venv\/bin\/pytest is not what was installed there/);
        });
      }
    }); // prettier-ignore

    it('a script that says what it said at the last commit counts, whatever else changed in the file', async () => {
      rig.write('package.json', JSON.stringify({ version: '2', scripts: { test: 'mocha', start: 'node .' } }));
      await run('npm test');
      assert.match(await tests(), /^passed/);
    });

    const began = () => rig.hook('SessionStart', { source: 'startup' });

    it('C1 a runner whose inside was written since the session began waits for a person', async () => {
      rig.write('.gitignore', 'node_modules\n');
      rig.commit('ignored');
      rig.write('node_modules/mocha/bin/mocha.js', 'require("../lib/run");\n');
      rig.write('node_modules/mocha/lib/run.js', 'run();\n');
      rig.write('node_modules/.package-lock.json', '{}');
      mkdirSync(rig.at('node_modules/.bin'));
      symlinkSync('../mocha/bin/mocha.js', rig.at('node_modules/.bin/mocha'));
      await began();
      await run('npx mocha');
      assert.match(await tests(), /^passed/);
      rig.write('node_modules/mocha/lib/run.js', 'console.log("12 passing");\n');
      await run('npx mocha');
      assert.match(await tests(), /^unbound: .*but node_modules\/mocha\/lib\/run\.js changed since the packages/);
    });

    it('C1 so does what the Python of the environment loads, where no installer lists it', async () => {
      const packages = '.venv/lib/python3.12/site-packages';
      const text = 'import fake\n';
      rig.write('.gitignore', '.venv\n');
      rig.commit('ignored');
      await began();
      rig.write(`${packages}/fake.pth`, text);
      await run('python3 -m pytest');
      assert.match(await tests(), /^unbound: .*site-packages\/fake\.pth, which Python loads, was written since/);
      const hash = createHash('sha256').update(text).digest('base64url');
      rig.write(`${packages}/fake-1.dist-info/RECORD`, `fake.pth,sha256=${hash},12\n`);
      await run('python3 -m pytest -q');
      assert.match(await tests(), /^passed/);
    });

    it('a runner that became another program makes the pass stale', async () => {
      rig.write('.gitignore', 'node_modules\n');
      rig.commit('ignored');
      rig.write('node_modules/.bin/mocha', '#!/bin/sh\n');
      await run('npm test');
      assert.match(await tests(), /^passed/);
      rig.write('node_modules/.bin/mocha', '#!/bin/sh\necho 12 passing\n');
      assert.match(
        await tests(),
        /^stale: .*but the program that ran it \(.*node_modules\/\.bin\/mocha\) changed since\.$/,
      );
    });
  });

  describe('content equal again makes the evidence good again', () => {
    beforeEach(async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      await run('npm test');
    });

    const ways: readonly (readonly [title: string, way: () => void])[] = [
      ['a commit and its amend', () => { rig.commit('a'); rig.git('commit', '-q', '--amend', '-m', 'b'); }],
      ['a rebase', () => {
        rig.commit('work');
        rig.git('checkout', '-q', '-b', 'topic', 'HEAD~1');
        rig.git('commit', '-q', '--allow-empty', '-m', 'empty');
        rig.git('checkout', '-q', 'main');
        rig.git('rebase', '-q', 'topic');
      }],
      ['stash and pop', () => { rig.git('stash', '-q'); rig.git('stash', 'pop', '-q'); }],
      ['another branch and back', () => {
        rig.commit('work');
        rig.git('checkout', '-q', '-b', 'side', 'HEAD~1');
        rig.write('src/app.js', 'other\n');
        rig.commit('side');
        rig.git('checkout', '-q', 'main');
      }],
      ['an edit and its undo', () => { rig.write('src/app.js', 'x'); rig.write('src/app.js', 'export const a = 2;\n'); }],
    ]; // prettier-ignore
    for (const [title, way] of ways) {
      it(title, async () => {
        way();
        assert.match(await tests(), /^passed/);
      });
    }

    it('and not while it differs', async () => {
      rig.git('stash', '-q');
      assert.match(await tests(), /^stale/);
      rmSync(`${rig.root}/src/app.js`);
      assert.match(await tests(), /^stale/);
    });
  });
});
