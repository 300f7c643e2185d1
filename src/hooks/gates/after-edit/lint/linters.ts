import { existsSync } from 'node:fs';
import path from 'node:path';
import { upward } from '../../../source/local-tool';
import { readText } from '../../../project/read-file';

/** One linter: what shows that a project uses it, and how it is run on a file. */
interface Linter {
  readonly name: string;
  readonly program: string;
  readonly languages: readonly string[];
  /** Its configuration is plain data. */
  readonly inert?: true;
  /** Does this folder configure it? */
  readonly configured: (folder: string) => boolean;
  /** One or more runs, in order; the first that fails ends it. `{file}` is the file from the configuring folder. */
  readonly runs: readonly (readonly string[])[];
}

/** A linter and the folder that configures it. */
export interface ChosenLinter {
  readonly linter: Linter;
  readonly folder: string;
}

const web = ['TypeScript', 'JavaScript', 'Vue', 'Svelte', 'Astro'];
const python = ['Python'];

function anyOf(...names: readonly string[]): Linter['configured'] {
  return (folder) => names.some((name) => existsSync(path.join(folder, name)));
}

function says(file: string, pattern: RegExp): Linter['configured'] {
  return (folder) => pattern.test(readText(path.join(folder, file)) ?? '');
}

function either(...tests: readonly Linter['configured'][]): Linter['configured'] {
  return (folder) => tests.some((test) => test(folder));
}

const eslintNames = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);
const eslintOld = ['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((ending) => `.eslintrc${ending}`);
const prettierNames = ['', '.json', '.yml', '.yaml', '.json5', '.js', '.cjs', '.mjs', '.toml'].map(
  (ending) => `.prettierrc${ending}`,
);

/** In order of preference within a folder. */
const linters: readonly Linter[] = [
  {
    name: 'ruff',
    inert: true,
    program: 'ruff',
    languages: python,
    configured: either(anyOf('ruff.toml', '.ruff.toml'), says('pyproject.toml', /^\[tool\.ruff(?:\.|\])/m)),
    runs: [
      ['check', '--fix', '--', '{file}'],
      ['format', '--', '{file}'],
    ],
  },
  { name: 'black', inert: true, program: 'black', languages: python, configured: says('pyproject.toml', /^\[tool\.black\]/m), runs: [['--quiet', '--', '{file}']] },
  { name: 'flake8', program: 'flake8', languages: python, configured: either(anyOf('.flake8'), says('setup.cfg', /^\[flake8\]/m), says('tox.ini', /^\[flake8\]/m)), runs: [['--', '{file}']] },
  { name: 'biome', program: 'biome', languages: web, configured: anyOf('biome.json', 'biome.jsonc'), runs: [['check', '--write', '--', '{file}']] },
  {
    name: 'eslint',
    program: 'eslint',
    languages: web,
    configured: either(anyOf(...eslintNames, ...eslintOld), says('package.json', /"(?:eslint|eslintConfig)"\s*:/)),
    runs: [['--fix', '--', '{file}']],
  },
  { name: 'oxlint', program: 'oxlint', languages: web, configured: anyOf('.oxlintrc.json', 'oxlint.json'), runs: [['--fix', '--', '{file}']] },
  { name: 'prettier', program: 'prettier', languages: web, configured: either(anyOf(...prettierNames, 'prettier.config.js', 'prettier.config.mjs', 'prettier.config.cjs'), says('package.json', /"prettier"\s*:/)), runs: [['--write', '--', '{file}']] },
  { name: 'clippy', program: 'cargo', languages: ['Rust'], configured: anyOf('Cargo.toml'), runs: [['clippy', '--offline', '--quiet', '--', '-D', 'warnings']] },
  { name: 'golangci-lint', program: 'golangci-lint', languages: ['Go'], configured: anyOf('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'), runs: [['run', './{dir}']] },
  { name: 'go vet', program: 'go', languages: ['Go'], configured: anyOf('go.mod'), runs: [['vet', './{dir}']] },
  { name: 'shellcheck', inert: true, program: 'shellcheck', languages: ['Shell'], configured: anyOf('.shellcheckrc'), runs: [['--', '{file}']] },
  { name: 'rubocop', program: 'rubocop', languages: ['Ruby'], configured: anyOf('.rubocop.yml'), runs: [['--autocorrect', '--', '{file}']] },
]; // prettier-ignore

/** A whole-project target: only where nothing else is configured for the file. */
const makeLint: Linter = {
  name: 'make lint',
  program: 'make',
  languages: [],
  configured: says('Makefile', /^lint:/m),
  runs: [['lint']],
};

/** The linter whose configuration lies nearest to the file. */
export function linterFor(file: string, language: string, root: string): ChosenLinter | undefined {
  const folders = upward(path.dirname(file), root);
  const fitting = linters.filter(({ languages }) => languages.includes(language));
  for (const folder of folders) {
    const linter = fitting.find(({ configured }) => configured(folder));
    if (linter !== undefined) return { linter, folder };
  }
  return makeLint.configured(root) ? { linter: makeLint, folder: root } : undefined;
}
