import assert from 'node:assert/strict';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

interface Project {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** Runners that are not on every machine print what the real one printed, by the state of the source. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly source: string;
  readonly whole: string;
  readonly part: string;
  readonly counted: string;
  readonly failing: string;
}

interface Recorded {
  readonly source: string;
  /** A shell pattern for the words of a targeted run. */
  readonly isPart: string;
  readonly passed: string;
  readonly part: string;
  readonly failed: string;
}

const standIn = ({ source, isPart, passed, part, failed }: Recorded): string => {
  const print = (text: string) => `cat <<'END'\n${text}\nEND\n`;
  return `#!/bin/sh
if grep -q 'a - b' ${source}; then ${print(failed)} exit 1; fi
case "$*" in
${isPart}) ${print(part)} ;;
*) ${print(passed)} ;;
esac
`;
};

const projects: readonly Project[] = [
  {
    title: 'npm',
    files: {
      'package.json': '{ "name": "till", "scripts": { "test": "node --test" } }\n',
      'src/add.js': 'exports.add = (a, b) => a + b;\n',
      'test/add.test.js':
        "const test = require('node:test');\nconst { add } = require('../src/add');\ntest('adds two numbers', () => require('node:assert').equal(add(1, 2), 3));\n",
    },
    source: 'src/add.js',
    whole: 'npm test',
    part: 'node --test test/add.test.js',
    counted: 'npm test: 1 passed',
    failing: 'adds two numbers',
  },
  {
    title: 'pytest',
    files: { 'calc.py': 'def add(a, b):\n    return a + b\n', 'test_calc.py': 'def test_add(): pass\n' },
    programs: {
      pytest: standIn({
        source: 'calc.py',
        isPart: '*::*',
        passed: '..                                      [100%]\n2 passed in 0.08s',
        part: '.                                       [100%]\n1 passed in 0.08s',
        failed:
          'F.\n=========== short test summary info ============\nFAILED test_calc.py::test_add - assert -1 == 3\n========= 1 failed, 1 passed in 0.17s ==========',
      }),
    },
    source: 'calc.py',
    whole: 'pytest',
    part: 'pytest test_calc.py::test_add',
    counted: 'pytest: 2 passed',
    failing: 'test_calc.py::test_add',
  },
  {
    title: 'go',
    files: { 'go.mod': 'module example.org/till\n', 'add.go': 'func Add(a, b int) int { return a + b }\n' },
    programs: {
      go: standIn({
        source: 'add.go',
        isPart: '*-run*',
        passed: 'ok  \texample.org/till\t0.002s\n?   \texample.org/till/cmd\t[no test files]',
        part: 'ok  \texample.org/till\t0.001s',
        failed: '--- FAIL: TestAdd (0.00s)\n    add_test.go:7: got -1\nFAIL\nFAIL\texample.org/till\t0.002s\nFAIL',
      }),
    },
    source: 'add.go',
    whole: 'go test ./...',
    part: 'go test -run TestAdd ./...',
    counted: 'go test ./...: 1 passed',
    failing: 'TestAdd',
  },
  {
    title: 'cargo',
    files: {
      'Cargo.toml': '[package]\nname = "till"\n',
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n',
    },
    programs: {
      cargo: standIn({
        source: 'src/lib.rs',
        isPart: '"test adds"',
        passed:
          'running 2 tests\ntest tests::adds ... ok\ntest tests::zero ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests till\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
        part: 'running 1 test\ntest tests::adds ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.00s',
        failed:
          'running 2 tests\ntest tests::zero ... ok\ntest tests::adds ... FAILED\n\nfailures:\n    tests::adds\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.06s\n\nerror: test failed, to rerun pass `--lib`',
      }),
    },
    source: 'src/lib.rs',
    whole: 'cargo test',
    part: 'cargo test adds',
    counted: 'cargo test: 2 passed',
    failing: 'tests::adds',
  },
];

const bash = (command: string) => use('Bash', { command, description: command });
const status = bash('"$GATEHOUSE_HOME/bin/gatehouse" status tests || true');

for (const project of projects) {
  clientSuite(`C4 ${project.title}: the agent's own runs, without any configuration`, ['2.1.326'], (client) => {
    let session: Session;
    before(async () => {
      const { files, programs = {}, source, whole, part } = project;
      const edit = (from: string, to: string) => bash(`sed -i 's/${from}/${to}/' ${source}`);
      session = await runSession({
        client,
        install: { scope: 'local' },
        files,
        home: Object.fromEntries(Object.entries(programs).map(([name, text]) => [`bin/${name}`, text])),
        turns: [
          ...[bash(whole), status],
          ...[edit('a + b', 'b + a'), status],
          ...[bash(part), status],
          ...[edit('b + a', 'a - b'), bash(whole), status],
          say('Done.'),
        ],
      });
    });
    after(() => (session as Session | undefined)?.cleanup());

    const flagAt = (turn: number) => session.toolResults[turn]?.text ?? '';

    it('a whole run that passed makes the flag pass, for the content it ran on', () => {
      const text = flagAt(1);
      assert.ok(/\bpassed\b/.test(text) && text.includes(`exactly this content (${project.counted})`), text);
    });
    it('an edit makes it stale', () => assert.match(flagAt(3), /\bstale\b.*changed since\./));
    it('a targeted run is told, and leaves it stale', () => {
      assert.match(flagAt(5), /\bstale\b.*A targeted run passed .*: the flag needs the whole suite\./);
    });
    it('a failing run fails it, with the names', () => {
      assert.ok(/\bfailed\b/.test(flagAt(8)) && flagAt(8).includes(project.failing), flagAt(8));
    });
  });
}
