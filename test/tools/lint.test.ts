import assert from 'node:assert/strict';
import { fromMachine, fromNpm, makeProject, type Source } from '../fixtures/projects';
import { skip } from '../harness/skip';
import { Rig } from '../unit/review/rig';

interface Case {
  readonly tool: string;
  readonly source: () => Source;
  readonly project: Readonly<Record<string, string>>;
  readonly file: string;
  /** Source with a mistake that no fixer mends, and what the tool calls it. */
  readonly wrong: string;
  readonly says: RegExp;
  /** Source that the tool has nothing to say of. */
  readonly right: string;
  /** Source that the tool mends by itself, and what it makes of it. */
  readonly untidy?: readonly [string, string];
}

const cases: readonly Case[] = [
  {
    tool: 'eslint',
    source: () => fromNpm('eslint'),
    project: { 'eslint.config.mjs': "export default [{ rules: { 'no-undef': 'error', 'prefer-const': 'error' } }];\n" },
    file: 'src/app.js',
    wrong: 'export const a = nobody;\n',
    says: /'nobody' is not defined.*no-undef/,
    right: 'export const a = 1;\n',
    untidy: ['let a = 1;\nexport { a };\n', 'const a = 1;\nexport { a };\n'],
  },
  {
    tool: 'biome',
    source: () => fromNpm('biome'),
    project: { 'biome.json': '{}' },
    file: 'src/app.ts',
    wrong: 'export function f(a: number) {\n\tif (a === a) return 1;\n\treturn 2;\n}\n',
    says: /noSelfCompare/,
    right: 'export const a = 1;\n',
    untidy: ['export const a   = 1\n', 'export const a = 1;\n'],
  },
  {
    tool: 'prettier',
    source: () => fromNpm('prettier'),
    project: { '.prettierrc': '{}' },
    file: 'src/app.js',
    wrong: 'export const a = (;\n',
    says: /SyntaxError/,
    right: 'export const a = 1;\n',
    untidy: ["export const a   = 'x'\n", 'export const a = "x";\n'],
  },
  {
    tool: 'shellcheck',
    source: () => fromMachine('shellcheck', '--version'),
    project: { '.shellcheckrc': '' },
    file: 'run.sh',
    wrong: '#!/bin/sh\nrm -r $1\n',
    says: /SC2086/,
    right: '#!/bin/sh\nrm -r "$1"\n',
  },
  {
    tool: 'go vet',
    source: () => fromMachine('go', 'version'),
    project: { 'go.mod': 'module shop\n\ngo 1.18\n' },
    file: 'shop.go',
    wrong: 'package shop\n\nimport "fmt"\n\nfunc Say() { fmt.Printf("%d", "one") }\n',
    says: /Printf/,
    right: 'package shop\n\n// One is one.\nfunc One() int { return 1 }\n',
  },
  {
    tool: 'clippy',
    source: () => fromMachine('cargo', 'clippy', '--version'),
    project: { 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' },
    file: 'src/lib.rs',
    wrong: 'pub fn f(a: &Vec<u8>) -> bool {\n    a.len() == 0\n}\n',
    says: /len_zero|is_empty/,
    right: 'pub fn one() -> u8 {\n    1\n}\n',
  },
];

describe('linters as projects have them', () => {
  for (const { tool, source, project, file, wrong, says, right, untidy } of cases) {
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

      const edit = (text: string) => rig.edit(file, text, 'lint');

      it('gives its findings back, exit 2', async () => {
        const reply = await edit(wrong);
        assert.equal(reply.exitCode, 2, reply.stdout);
        assert.ok(reply.stderr.startsWith(`${tool} on ${file}:\n`), reply.stderr);
        assert.match(reply.stderr, says);
      });

      it('is silent where it has none', async () => {
        assert.deepEqual(await edit(right), { stdout: '', stderr: '', exitCode: 0 });
      });

      if (untidy === undefined) return;
      it('mends the file, and the agent is told to read it again', async () => {
        const [before, after] = untidy;
        assert.match((await edit(before)).stdout, new RegExp(`${tool} changed ${file} after your edit`));
        assert.equal(rig.read(file), after);
      });
    });
  }
});
