import assert from 'node:assert/strict';
import { projectHome } from '../../src/hooks/project/home';
import { readRun } from '../../src/hooks/test-runs/run-state';
import { fromMachine, fromNpm, makeProject, type Source } from '../fixtures/projects';
import { skip } from '../harness/skip';
import { Rig } from '../unit/review/rig';

interface Case {
  readonly tool: string;
  readonly source: () => Source;
  readonly project: Readonly<Record<string, string>>;
  /** The file that is edited, and the texts with which the project's two tests pass, and both fail. */
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

const javascript = {
  file: 'src/sum.js',
  right: 'exports.sum = (a, b) => a + b;\n',
  wrong: 'exports.sum = () => -1;\n',
};
const expectations = (test: string) =>
  `const { sum } = require('../src/sum.js');\n${test}('adds', () => expect(sum(1, 2)).toBe(3));\n${test}('adds nothing', () => expect(sum(1, 0)).toBe(1));\n`;
const assertions = `const assert = require('node:assert');\nconst { sum } = require('../src/sum.js');\nit('adds', () => assert.equal(sum(1, 2), 3));\nit('adds nothing', () => assert.equal(sum(1, 0), 1));\n`;

const cases: readonly Case[] = [
  {
    tool: 'jest',
    source: () => fromNpm('jest'),
    project: { 'jest.config.cjs': 'module.exports = {};\n', 'test/sum.test.js': expectations('test') },
    ...javascript,
  },
  {
    tool: 'vitest',
    source: () => fromNpm('vitest'),
    project: {
      'vitest.config.mjs': 'export default { test: { globals: true } };\n',
      'test/sum.test.mjs':
        "import { sum } from '../src/sum.mjs';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\ntest('adds nothing', () => expect(sum(1, 0)).toBe(1));\n",
    },
    file: 'src/sum.mjs',
    right: 'export const sum = (a, b) => a + b;\n',
    wrong: 'export const sum = () => -1;\n',
  },
  {
    tool: 'mocha',
    source: () => fromNpm('mocha'),
    project: { '.mocharc.json': '{}', 'test/sum.test.js': assertions },
    ...javascript,
  },
  {
    tool: 'npm test',
    source: () => fromMachine('npm', '--version'),
    project: {
      'package.json': '{ "scripts": { "test": "node --test" } }',
      'test/sum.test.js': `const { it } = require('node:test');\n${assertions}`,
    },
    ...javascript,
  },
  {
    tool: 'pytest',
    source: () => fromMachine('pytest', '--version'),
    project: {
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      'tests/test_till.py':
        'from till import total\n\n\ndef test_adds():\n    assert total(1, 2) == 3\n\n\ndef test_nothing():\n    assert total(1, 0) == 1\n',
    },
    file: 'till.py',
    right: 'def total(a, b):\n    return a + b\n',
    wrong: 'def total(a, b):\n    return -1\n',
  },
  {
    tool: 'cargo test',
    source: () => fromMachine('cargo', 'test', '--help'),
    project: {
      'Cargo.toml': '[package]\nname = "till"\nversion = "0.1.0"\nedition = "2021"\n',
      'tests/total.rs':
        '#[test]\nfn adds() {\n    assert_eq!(till::total(1, 2), 3);\n}\n\n#[test]\nfn nothing() {\n    assert_eq!(till::total(1, 0), 1);\n}\n',
    },
    file: 'src/lib.rs',
    right: 'pub fn total(a: i8, b: i8) -> i8 {\n    a + b\n}\n',
    wrong: 'pub fn total(_: i8, _: i8) -> i8 {\n    -1\n}\n',
  },
  {
    tool: 'go test',
    source: () => fromMachine('go', 'version'),
    project: {
      'go.mod': 'module till\n\ngo 1.18\n',
      'till_test.go':
        'package till\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n\nfunc TestNothing(t *testing.T) {\n\tif Total(1, 0) != 1 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    file: 'till.go',
    right: 'package till\n\nfunc Total(a, b int) int { return a + b }\n',
    wrong: 'package till\n\nfunc Total(a, b int) int { return -1 }\n',
  },
];

describe('test frameworks as projects have them', () => {
  for (const { tool, source, project, file, right, wrong } of cases) {
    describe(tool, () => {
      let rig: Rig;
      before(function () {
        const found = source();
        if ('missing' in found) skip(this, found.missing);
        rig = new Rig();
        makeProject(rig, found, { ...project, [file]: right });
      });
      // Skipped before there was one.
      after(() => (rig as Rig | undefined)?.clear());

      const status = () => rig.read('.claude/.test-status').split('|').slice(0, 2).join('|');
      const last = () => {
        const run = readRun(projectHome(rig.env, rig.root))?.last;
        return [run?.suite, run?.result, run?.failures];
      };

      it('TR-1 fails where tests fail, with their number', async () => {
        const { stdout } = await rig.edit(file, wrong, 'test-runner');
        assert.match(stdout, new RegExp(`${tool} failed: 2 failing tests\\.`));
        assert.deepEqual([status(), last()], ['fail|2', [tool, 'fail', 2]]);
      });

      it('passes where they pass', async () => {
        const { stdout } = await rig.edit(file, right, 'test-runner');
        assert.match(stdout, new RegExp(`${tool} passed in \\d+ ms`));
        assert.deepEqual([status(), last()], ['pass|0', [tool, 'pass', 0]]);
      });
    });
  }
});
