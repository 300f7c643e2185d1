import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { lintBreaker, lintCache } from '../../evidence/files/caches';
import { gate, context, feedback, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lazyObject } from '../../project/lazy-schema';
import { readText } from '../../project/read-file';
import { editTools, shellTools } from '../../protocol/tools';
import { type FileEdit, fileEdits } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';
import { toolFor, untrusted, foldersUpTo } from '../../source/local-tool';

/** The project's own linter reads every edited file, and its words go back to the agent. */
export const lint = gate({
  id: 'lint',
  title: 'Lint',
  summary:
    'Runs the project’s own linter on an edited file and shows the agent its findings; only if installed, for twenty seconds at most.',
  events: ['PostToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'off', standard: 'off', harness: 'enforce' },
  deadlineMs: 20_000,
  async decide(call, site) {
    const edits = (await fileEdits(call, site)).filter(({ kind }) => isOwnSource(kind));
    if (edits.length === 0) return pass('no source file was written');
    return linted(edits, call.sessionId, site);
  },
  // The form of the original hooks: the findings on stderr, exit 2.
  standaloneReply(rulings) {
    const found = rulings.flatMap((ruling) => (ruling.kind === 'feedback' ? [ruling.text] : []));
    return found.length === 0 ? undefined : { stdout: '', stderr: `${found.join('\n')}\n`, exitCode: 2 };
  },
});

/** All runs of one edit together end within this time, a hung linter too. */
const budgetMs = 16_000;
const outputLimit = 4_000;

/** What the linters say to the edited files. */
async function linted(edits: readonly FileEdit[], session: string, site: Site): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = [];
  const until = site.clock.now() + budgetMs;
  for (const file of new Set(edits.map(({ kind }) => kind.path))) {
    const there = site.at(path.dirname(file));
    const language = edits.find(({ kind }) => kind.path === file)?.kind.language?.name ?? '';
    const chosen = linterFor(file, language, there.root);
    rulings.push(
      chosen === undefined
        ? pass('no linter is configured for it')
        : await run(file, chosen, there, { session, until }),
    );
  }
  return rulings;
}

async function run(
  file: string,
  { linter, folder }: ChosenLinter,
  site: Site,
  { session, until }: { readonly session: string; readonly until: number },
): Promise<Ruling> {
  const tool = toolFor({ name: linter.program, inert: linter.inert }, folder, site);
  if (tool.kind === 'untrusted') return untrusted(linter.name, site, session);
  if (tool.kind === 'not-installed') return pass(`${linter.name} is configured but not installed`);
  const breaker = new Breaker(site, linter.name);
  const rest = breaker.restSeconds();
  const name = path.relative(site.root, file);
  if (rest !== undefined) {
    return context(
      `${linter.name} failed three times in a row and is paused for another ${rest} s; ${name} was not linted.`,
      'the linter is paused',
    );
  }
  await lintCache(site).update((now) => (now === linter.program ? undefined : linter.program));
  const before = readText(file);
  for (const words of linter.runs) {
    const inside = path.relative(folder, file);
    const args = words.map((word) => word.replace('{file}', inside).replace('{dir}', path.dirname(inside)));
    const done = await site.exec(tool.program, args, {
      cwd: folder,
      timeoutMs: Math.max(1_000, until - site.clock.now()),
    });
    if (done.outcome === 'timed-out') {
      await breaker.record(true);
      return context(`${linter.name} did not finish ${name} in time and was stopped.`, 'the linter hung');
    }
    if (done.code !== 0) {
      await breaker.record(true);
      const output = `${done.stdout}\n${done.stderr}`.trim().slice(0, outputLimit);
      return feedback(`${linter.name} on ${name}:\n${output}`, `${linter.name} has findings`);
    }
  }
  await breaker.record(false);
  if (readText(file) === before) return pass(`${linter.name} found nothing`);
  return context(
    `${linter.name} changed ${name} after your edit. Read it again before you edit it.`,
    `${linter.name} fixed the file`,
  );
}

const opensAt = 3;
const restMs = 300_000;

const Breakers = lazyObject(() => ({
  v: z.literal(1),
  linters: z.record(z.string(), z.object({ failures: z.number(), at: z.number() })),
}));

/** A linter that fails again and again rests for five minutes, then gets one try. Each linter has its own. */
class Breaker {
  constructor(
    private readonly site: Site,
    private readonly linter: string,
  ) {}

  private get file() {
    return this.site.own('lint-breakers.json', Breakers);
  }

  /** Seconds left of the rest; undefined if the linter may run. */
  restSeconds(): number | undefined {
    const { failures, at } = this.state();
    const left = at + restMs - this.site.clock.now();
    return failures >= opensAt && left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  async record(failed: boolean): Promise<void> {
    const at = this.site.clock.now();
    const failures = failed ? this.state().failures + 1 : 0;
    await this.file.update((now) => ({ v: 1, linters: { ...now?.linters, [this.linter]: { failures, at } } }));
    const state = failures >= opensAt ? 'open' : 'closed';
    await lintBreaker(this.site).update(() => ({ state, count: failures, at: Math.floor(at / 1000) }));
  }

  /** What this linter did before, or what another tool wrote while we had nothing. */
  private state(): { failures: number; at: number } {
    const own = this.file.value();
    const shared = lintBreaker(this.site).value();
    if (own !== undefined || shared === undefined) return own?.linters[this.linter] ?? { failures: 0, at: 0 };
    const failures = shared.state === 'open' ? Math.max(opensAt, shared.count) : shared.count;
    return { failures, at: shared.at * 1000 };
  }
}

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
interface ChosenLinter {
  readonly linter: Linter;
  readonly folder: string;
}

const web = ['TypeScript', 'JavaScript', 'Vue', 'Svelte', 'Astro'];
const python = ['Python'];

const anyOf =
  (...names: readonly string[]): Linter['configured'] =>
  (folder) =>
    names.some((name) => existsSync(path.join(folder, name)));

const fileMatches =
  (file: string, pattern: RegExp): Linter['configured'] =>
  (folder) =>
    pattern.test(readText(path.join(folder, file)) ?? '');

const either =
  (...tests: readonly Linter['configured'][]): Linter['configured'] =>
  (folder) =>
    tests.some((test) => test(folder));

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
    configured: either(anyOf('ruff.toml', '.ruff.toml'), fileMatches('pyproject.toml', /^\[tool\.ruff(?:\.|\])/m)),
    runs: [
      ['check', '--fix', '--', '{file}'],
      ['format', '--', '{file}'],
    ],
  },
  { name: 'black', inert: true, program: 'black', languages: python, configured: fileMatches('pyproject.toml', /^\[tool\.black\]/m), runs: [['--quiet', '--', '{file}']] },
  { name: 'flake8', program: 'flake8', languages: python, configured: either(anyOf('.flake8'), fileMatches('setup.cfg', /^\[flake8\]/m), fileMatches('tox.ini', /^\[flake8\]/m)), runs: [['--', '{file}']] },
  { name: 'biome', program: 'biome', languages: web, configured: anyOf('biome.json', 'biome.jsonc'), runs: [['check', '--write', '--', '{file}']] },
  {
    name: 'eslint',
    program: 'eslint',
    languages: web,
    configured: either(anyOf(...eslintNames, ...eslintOld), fileMatches('package.json', /"(?:eslint|eslintConfig)"\s*:/)),
    runs: [['--fix', '--', '{file}']],
  },
  { name: 'oxlint', program: 'oxlint', languages: web, configured: anyOf('.oxlintrc.json', 'oxlint.json'), runs: [['--fix', '--', '{file}']] },
  { name: 'prettier', program: 'prettier', languages: web, configured: either(anyOf(...prettierNames, 'prettier.config.js', 'prettier.config.mjs', 'prettier.config.cjs'), fileMatches('package.json', /"prettier"\s*:/)), runs: [['--write', '--', '{file}']] },
  { name: 'clippy', program: 'cargo', languages: ['Rust'], configured: anyOf('Cargo.toml'), runs: [['clippy', '--offline', '--quiet', '--', '-D', 'warnings']] },
  { name: 'golangci-lint', program: 'golangci-lint', languages: ['Go'], configured: anyOf('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'), runs: [['run', './{dir}']] },
  { name: 'go vet', program: 'go', languages: ['Go'], configured: anyOf('go.mod'), runs: [['vet', './{dir}']] },
  { name: 'shellcheck', inert: true, program: 'shellcheck', languages: ['Shell'], configured: anyOf('.shellcheckrc'), runs: [['--', '{file}']] },
  { name: 'rubocop', program: 'rubocop', languages: ['Ruby'], configured: anyOf('.rubocop.yml'), runs: [['--autocorrect', '--', '{file}']] },
]; // prettier-ignore

/** A whole-project target: only if nothing else is configured for the file. */
const makeLint: Linter = {
  name: 'make lint',
  program: 'make',
  languages: [],
  configured: fileMatches('Makefile', /^lint:/m),
  runs: [['lint']],
};

/** The linter whose configuration lies nearest to the file. */
function linterFor(file: string, language: string, root: string): ChosenLinter | undefined {
  const folders = foldersUpTo(path.dirname(file), root);
  const fitting = linters.filter(({ languages }) => languages.includes(language));
  for (const folder of folders) {
    const linter = fitting.find(({ configured }) => configured(folder));
    if (linter !== undefined) return { linter, folder };
  }
  return makeLint.configured(root) ? { linter: makeLint, folder: root } : undefined;
}
