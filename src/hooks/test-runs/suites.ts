import { existsSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Site } from '../pipeline/site';
import { toolFor, foldersUpTo } from '../source/local-tool';
import { readText, namesIn } from '../project/read-file';
import { fieldsOf, parseJson } from '../protocol/json';

/** How the tests of one package are run. */
export interface Suite {
  readonly name: string;
  /** The package's folder. */
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What an exit code means beside 0; everything else is a failure. */
  readonly meaning?: Readonly<Record<number, 'no-tests' | 'error'>>;
}

interface Framework {
  readonly name: string;
  readonly languages: readonly string[];
  readonly present: (folder: string) => boolean;
  readonly program: string;
  readonly args: readonly string[];
  readonly meaning?: Suite['meaning'];
}

const web = ['TypeScript', 'JavaScript', 'Vue', 'Svelte', 'Astro'];
const jvm = ['Java', 'Kotlin', 'Scala'];

const has =
  (...names: readonly string[]) =>
  (folder: string): boolean =>
    names.some((name) => existsSync(path.join(folder, name)));
const text = (folder: string, file: string): string => readText(path.join(folder, file)) ?? '';
const named =
  (pattern: RegExp) =>
  (folder: string): boolean =>
    namesIn(folder).some((name) => pattern.test(name));

/** In order of preference within a folder. */
const frameworks: readonly Framework[] = [
  {
    name: 'pytest',
    languages: ['Python'],
    present: (folder) =>
      has('pytest.ini', 'conftest.py', 'tests/conftest.py')(folder) ||
      /^\[tool\.pytest/m.test(text(folder, 'pyproject.toml')) ||
      /^\[(?:tool:)?pytest\]/m.test(text(folder, 'setup.cfg') + text(folder, 'tox.ini')) ||
      (has('pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt')(folder) && has('tests', 'test')(folder)) ||
      named(/^test_.*\.py$/)(folder),
    program: 'pytest',
    args: ['-q'],
    meaning: { 2: 'error', 3: 'error', 4: 'error', 5: 'no-tests' },
  },
  { name: 'vitest', languages: web, present: named(/^vitest\.config\.[cm]?[jt]s$/), program: 'vitest', args: ['run'] },
  { name: 'jest', languages: web, present: either(named(/^jest\.config\.(?:[cm]?[jt]s|json)$/), inManifest('jest')), program: 'jest', args: ['--ci'] },
  { name: 'mocha', languages: web, present: either(named(/^\.mocharc\.(?:[cm]?js|json|jsonc|ya?ml)$/), inManifest('mocha')), program: 'mocha', args: [] },
  { name: 'npm test', languages: web, present: hasTestScript, program: 'npm', args: ['test', '--silent'] },
  { name: 'cargo nextest', languages: ['Rust'], present: has('.config/nextest.toml'), program: 'cargo-nextest', args: ['nextest', 'run'], meaning: { 1: 'error', 4: 'no-tests' } },
  { name: 'cargo test', languages: ['Rust'], present: has('Cargo.toml'), program: 'cargo', args: ['test', '--quiet'], meaning: { 1: 'error' } },
  { name: 'go test', languages: ['Go'], present: has('go.mod'), program: 'go', args: ['test', './...'] },
  { name: 'maven', languages: jvm, present: has('pom.xml'), program: 'mvn', args: ['-q', '-o', 'test'] },
  { name: 'gradle', languages: jvm, present: has('build.gradle', 'build.gradle.kts'), program: 'gradle', args: ['--offline', '-q', 'test'] },
  { name: 'rspec', languages: ['Ruby'], present: has('.rspec', 'spec/spec_helper.rb'), program: 'rspec', args: [] },
  { name: 'phpunit', languages: ['PHP'], present: has('phpunit.xml', 'phpunit.xml.dist'), program: 'phpunit', args: [] },
  { name: 'dotnet test', languages: ['C#'], present: named(/\.(?:sln|csproj)$/), program: 'dotnet', args: ['test', '--no-restore'] },
  { name: 'bats', languages: ['Shell'], present: (folder) => named(/\.bats$/)(path.join(folder, 'test')) || named(/\.bats$/)(path.join(folder, 'tests')), program: 'bats', args: ['-r', '.'] },
]; // prettier-ignore

/** A test script of its own, not the word in a list of keywords and not npm's placeholder. */
function hasTestScript(folder: string): boolean {
  const { test } = fieldsOf(manifest(folder).scripts);
  return typeof test === 'string' && test.trim() !== '' && !test.includes('no test specified');
}

/** The framework's own settings in package.json. */
function inManifest(framework: string): (folder: string) => boolean {
  return (folder) => typeof manifest(folder)[framework] === 'object';
}

function manifest(folder: string): Readonly<Record<string, unknown>> {
  return fieldsOf(parseJson(text(folder, 'package.json')));
}

function either(...tests: readonly ((folder: string) => boolean)[]): (folder: string) => boolean {
  return (folder) => tests.some((test) => test(folder));
}

export type FoundSuite =
  | { readonly kind: 'suite'; readonly suite: Suite }
  /** Set up, and its program is not there: never a pass. */
  | { readonly kind: 'not-installed'; readonly name: string }
  | { readonly kind: 'untrusted'; readonly name: string }
  | { readonly kind: 'none' };

/** The suite of the package that a file belongs to; a configured command goes before all. */
export function suiteFor(file: string, language: string | undefined, site: Site): FoundSuite {
  const fits = (framework: Framework) => framework.languages.includes(language ?? '');
  return configured(site) ?? firstIn(foldersUpTo(path.dirname(file), site.root), fits, site);
}

/** The suite of a whole folder, whichever language it is in. */
export const suiteAt = (folder: string, site: Site): FoundSuite =>
  configured(site) ?? firstIn([folder], () => true, site);

function configured(site: Site): FoundSuite | undefined {
  const { command } = site.config.settings.tests;
  if (command === undefined) return undefined;
  if (!site.isTrusted()) return { kind: 'untrusted', name: command };
  return { kind: 'suite', suite: { name: command, folder: site.root, program: '/bin/sh', args: ['-c', command] } };
}

function firstIn(folders: readonly string[], fits: (framework: Framework) => boolean, site: Site): FoundSuite {
  for (const folder of folders) {
    const found = frameworks.find((framework) => fits(framework) && framework.present(folder));
    if (found === undefined) continue;
    const wrapper = { mvn: 'mvnw', gradle: 'gradlew' }[found.program];
    const own =
      wrapper !== undefined && existsSync(path.join(folder, wrapper)) ? path.join(folder, wrapper) : undefined;
    const { name, args, meaning } = found;
    if (!site.isTrusted()) return { kind: 'untrusted', name };
    const tool = toolFor({ name: found.program }, folder, site);
    const program = own ?? (tool.kind === 'program' ? tool.program : undefined);
    if (program === undefined) return { kind: 'not-installed', name };
    return { kind: 'suite', suite: { name, folder, program, args, ...(meaning === undefined ? {} : { meaning }) } };
  }
  return { kind: 'none' };
}

/** How the usual reporters say how many tests failed, the plainest first: some count files or suites as well. */
const counts: readonly RegExp[] = [
  /^\s*Tests:?\s.*?(\d+) failed/gm, // jest, vitest
  /^test result: .*?(\d+) failed/gm, // cargo, once for each of its targets
  /(\d+) failed/g, // pytest
  /(\d+) failing/g, // mocha
  /^# fail (\d+)/gm, // TAP
  /^ℹ fail (\d+)/gm, // node --test
  /(\d+) failures?\b/g, // rspec, JUnit
  /Failures: (\d+)/g, // maven, phpunit
];

/** Where a reporter gives no sum its lines are counted. */
const lines: readonly RegExp[] = [/^--- FAIL\b/gm /* go */, /^not ok\b/gm /* TAP */, /^\s*FAIL(?:ED)?\b/gm];

/** How many tests failed, as the output says; at least one where the suite failed. */
export function failuresIn(output: string): number {
  const text = stripVTControlCharacters(output);
  const said = counts.map((pattern) => sum([...text.matchAll(pattern)].map(([, count]) => Number(count))));
  const counted = lines.map((pattern) => text.match(pattern)?.length ?? 0);
  return [...said, ...counted].find((count) => count > 0) ?? 1;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
