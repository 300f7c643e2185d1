import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { skip } from '../harness/skip';
import { Rig } from '../unit/review/rig';

interface Project {
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  readonly targeted: string;
  /** The file that is edited, as it is right, right in other words, and wrong. */
  readonly file: string;
  readonly right: string;
  readonly other: string;
  readonly wrong: string;
  /** The test that then fails. */
  readonly failing: RegExp;
}

const projects: readonly Project[] = [
  {
    tool: 'npm',
    files: {
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'test/sum.test.js':
        "const test = require('node:test');\nconst assert = require('node:assert');\ntest('adds', () => assert.equal(require('../sum.js').sum(1, 2), 3));\n",
    },
    command: 'npm test',
    targeted: 'node --test test/sum.test.js',
    file: 'sum.js',
    right: 'exports.sum = (a, b) => a + b;\n',
    other: 'exports.sum = (a, b) => b + a;\n',
    wrong: 'exports.sum = () => -1;\n',
    failing: /1 failed: adds/,
  },
  {
    tool: 'pytest',
    files: { 'test_sum.py': 'from sum_up import total\n\ndef test_adds():\n    assert total(1, 2) == 3\n' },
    command: 'pytest',
    targeted: 'pytest test_sum.py',
    file: 'sum_up.py',
    right: 'def total(a, b):\n    return a + b\n',
    other: 'def total(a, b):\n    return b + a\n',
    wrong: 'def total(a, b):\n    return -1\n',
    failing: /1 failed: test_sum\.py::test_adds/,
  },
  {
    tool: 'go',
    files: {
      'go.mod': 'module example.org/sum\n\ngo 1.20\n',
      'sum_test.go':
        'package sum\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    command: 'go test ./...',
    targeted: 'go test -run TestAdds ./...',
    file: 'sum.go',
    right: 'package sum\n\nfunc Sum(a, b int) int { return a + b }\n',
    other: 'package sum\n\nfunc Sum(a, b int) int { return b + a }\n',
    wrong: 'package sum\n\nfunc Sum(a, b int) int { return -1 }\n',
    failing: /1 failed: TestAdds/,
  },
  {
    tool: 'cargo',
    files: {
      'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
      '.gitignore': '/target\n',
      'tests/sum.rs': '#[test]\nfn adds() {\n    assert_eq!(sum::sum(1, 2), 3);\n}\n',
    },
    command: 'cargo test',
    targeted: 'cargo test adds',
    file: 'src/lib.rs',
    right: 'pub fn sum(a: i32, b: i32) -> i32 { a + b }\n',
    other: 'pub fn sum(a: i32, b: i32) -> i32 { b + a }\n',
    wrong: 'pub fn sum(_: i32, _: i32) -> i32 { -1 }\n',
    failing: /1 failed: adds/,
  },
];

/** Where the tools keep what they have installed: the person's, whose home the test does not use. */
const toolHomes = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? path.join(homedir(), '.rustup'),
  CARGO_HOME: process.env.CARGO_HOME ?? path.join(homedir(), '.cargo'),
};

describe('C4 the agent’s own test runs, with real tools and no configuration', () => {
  for (const project of projects) {
    it(project.tool, async function () {
      const rig = new Rig();
      let calls = 0;
      const bash = async (command: string): Promise<void> => {
        const fields = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${++calls}` };
        await rig.hook('PreToolUse', fields);
        const env = { ...rig.env, ...toolHomes };
        const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: rig.root, env, encoding: 'utf8' });
        const response = { stdout, stderr, interrupted: false };
        if (status === 0) await rig.hook('PostToolUse', { ...fields, tool_response: response });
        else await rig.hook('PostToolUseFailure', { ...fields, error: `Exit code ${status}\n${stdout}\n${stderr}` });
      };
      const tests = async () => {
        const { status, reason } = await rig.standing('tests');
        return `${status}: ${reason}`;
      };
      try {
        const found = spawnSync(project.tool, [project.tool === 'go' ? 'version' : '--version'], {
          env: { ...rig.env, ...toolHomes },
        });
        if (found.status !== 0) skip(this, `${project.tool} is not installed`);
        for (const [file, text] of Object.entries(project.files)) rig.write(file, text);
        rig.write(project.file, project.right);
        rig.commit('a fresh project');
        await bash(project.command);
        assert.match(await tests(), /^passed: .* on exactly this content/);
        rig.write(project.file, project.other);
        assert.match(await tests(), /^stale/);
        await bash(project.targeted);
        assert.match(await tests(), /^stale: .*A targeted run passed/);
        rig.write(project.file, project.wrong);
        await bash(project.command);
        assert.match(await tests(), /^failed/);
        assert.match(await tests(), project.failing);
        rig.write(project.file, project.right);
        assert.match(await tests(), /^passed/);
      } finally {
        rig.dispose();
      }
    });
  }
});
