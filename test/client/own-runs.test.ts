import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { skip } from '../harness/skip';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

interface Project {
  readonly tool: string;
  /** Asks the tool for its version. */
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** Holds `a + b`, which is edited. */
  readonly source: string;
  readonly whole: string;
  readonly part: string;
  readonly counted: string;
  readonly failing: string;
}

const projects: readonly Project[] = [
  {
    tool: 'npm',
    version: '--version',
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
    tool: 'pytest',
    version: '--version',
    files: {
      'calc.py': 'def add(a, b):\n    return a + b\n',
      'test_calc.py':
        'from calc import add\n\ndef test_add():\n    assert add(1, 2) == 3\n\ndef test_zero():\n    assert add(0, 0) == 0\n',
    },
    source: 'calc.py',
    whole: 'pytest',
    part: 'pytest test_calc.py::test_add',
    counted: 'pytest: 2 passed',
    failing: 'test_calc.py::test_add',
  },
  {
    tool: 'go',
    version: 'version',
    files: {
      'go.mod': 'module example.org/till\n\ngo 1.19\n',
      'add.go': 'package till\n\nfunc Add(a, b int) int { return a + b }\n',
      'add_test.go':
        'package till\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      'cmd/main.go': 'package main\n\nfunc main() {}\n',
    },
    source: 'add.go',
    whole: 'go test ./...',
    part: 'go test -run TestAdd ./...',
    counted: 'go test ./...: 1 passed',
    failing: 'TestAdd',
  },
  {
    tool: 'cargo',
    version: '--version',
    files: {
      'Cargo.toml': '[package]\nname = "till"\nversion = "0.1.0"\nedition = "2021"\n',
      '.gitignore': '/target\n',
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert_eq!(super::add(1, 2), 3); }\n    #[test]\n    fn zero() { assert_eq!(super::add(0, 0), 0); }\n}\n',
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

const env = {
  // Where rustup keeps its toolchains: the person's, whose home the session does not know.
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? path.join(homedir(), '.rustup'),
  // In an empty home `go test` would vet the standard library too.
  GOFLAGS: '-vet=off',
};

for (const project of projects) {
  clientSuite(`C4 ${project.tool}: the agent's own runs, without any configuration`, [clientVersions[0]], (client) => {
    let session: Session;
    before(async function () {
      const { tool, version, files, source, whole, part } = project;
      if (spawnSync(tool, [version]).status !== 0) skip(this, `${tool} is not installed`);
      const edit = (from: string, to: string) => bash(`sed -i 's/${from}/${to}/' ${source}`);
      session = await runSession({
        client,
        install: { scope: 'local' },
        files,
        env,
        turns: [
          ...[bash(whole), status],
          ...[edit('a + b', 'b + a'), status],
          ...[bash(part), status],
          ...[edit('b + a', 'a - b'), bash(whole), status],
          ...[edit('a - b', 'a + b'), status],
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
    it('the content that passed is back: it holds again', () => assert.match(flagAt(10), /\bpassed\b/));
  });
}
