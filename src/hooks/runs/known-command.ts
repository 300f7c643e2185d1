import type { RunKind } from '../evidence/run-book';
import type { Invocation } from '../shell/invocation';

export interface KnownCommand {
  readonly kind: RunKind;
  /** `targeted`: only a part of what the command covers was looked at. */
  readonly scope: 'full' | 'targeted';
  /** The package.json script that is run. */
  readonly script?: string | undefined;
  /** The Makefile's target. */
  readonly target?: string | undefined;
}

/** A cheap look before the command is read: nearly none names one of these. */
export function mayRunKnown(source: string): boolean {
  return words.test(source);
}
const words =
  /\b(?:test|tests|check|lint|verify|build|tsc|types?|typecheck|type-check|pytest|tox|vitest|jest|mocha|ava|eslint|ruff|mypy|pyright|flake8|clippy|nextest|vet|rspec|phpunit|bats|pre-commit|unittest|make|golangci-lint|rubocop|t|tst)\b/;

const packagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const fetchers: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx']);

const scripts: readonly (readonly [RegExp, RunKind])[] = [
  [/^(?:test|tests|test:(?:all|ci|unit)|check:test)$/, 'tests'],
  [/^(?:lint|lint:(?:all|ci)|eslint)$/, 'lint'],
  [/^(?:typecheck|type-check|types|tsc|check:types|check-types)$/, 'types'],
  [/^(?:build|compile|build:(?:all|prod))$/, 'build'],
];

/** The package.json script or Makefile target that a command runs, whatever its name. */
export function partOf({ program = '', args }: Invocation): Pick<KnownCommand, 'script' | 'target'> {
  const [first, second] = args.map(({ value }) => value ?? '').filter((word) => !isOption(word));
  if (program === 'make' || program === 'gmake') return { target: first };
  if (!packagers.has(program)) return {};
  return { script: /^(?:run|run-script)$/.test(first ?? '') ? second : first };
}

/** What a command of the project is, by its program and words; undefined for every other command. */
export function knownCommand(invocation: Invocation): KnownCommand | undefined {
  const name = invocation.program ?? '';
  const args = invocation.args.map(({ value }) => value ?? '');
  if (args.some((arg) => asksOnly.test(arg))) return undefined;
  return byName(name, args);
}

const asksOnly =
  /^(?:--help|-h|--version|-V|--collect-only|--co|--list|--listTests|--list-tests|--no-run|--dry-run|-n|--passWithNoTests|--watch|-w|--fix|-i|--ignore-errors)$/;

function byName(name: string, args: readonly string[]): KnownCommand | undefined {
  if (packagers.has(name)) return byPackager(name, args);
  const [first = '', ...rest] = args;
  if (name === 'unittest') return unittest(args);
  if (fetchers.has(name)) return isOption(first) ? undefined : byName(first, rest);
  if (name === 'node')
    return first === '--test' ? tests(rest, { flags: /^--(?:test-reporter|experimental|import)/ }) : undefined;
  if (/^python[\d.]*$/.test(name)) {
    if (first !== '-m') return undefined;
    const [module = '', ...words] = rest;
    return module === 'unittest' ? unittest(words) : byName(module, words);
  }
  if (name === 'uv' || name === 'poetry' || name === 'pdm' || name === 'bundle') {
    return first === 'run' || first === 'exec' ? byName(rest[0] ?? '', rest.slice(1)) : undefined;
  }
  if (name === 'make' || name === 'gmake') return byTarget(args);
  return byProgram(name, first, rest, args);
}

function byPackager(name: string, args: readonly string[]): KnownCommand | undefined {
  const plain = args.filter((arg) => !/^(?:-s|--silent|--quiet)$/.test(arg));
  const [first = '', second = '', ...rest] = plain;
  if (/^(?:exec|dlx|x)$/.test(first)) return isOption(second) ? undefined : byName(second, rest);
  const runs = /^(?:run|run-script)$/.test(first);
  // `bun test` is bun's own runner.
  if (name === 'bun' && first === 'test') return tests(plain.slice(1), { flags: /^--(?:coverage|timeout)/ });
  const script = runs ? second : name === 'npm' ? npmWord(first) : first;
  const more = (runs ? rest : plain.slice(1)).filter((arg) => arg !== '--');
  const kind = scripts.find(([pattern]) => pattern.test(script))?.[1];
  if (kind === undefined || script === '') return undefined;
  return { kind, script, scope: more.every((arg) => neutral.test(arg)) ? 'full' : 'targeted' };
}

function npmWord(word: string): string {
  return word === 'test' || word === 't' || word === 'tst' ? 'test' : '';
}

function byTarget(args: readonly string[]): KnownCommand | undefined {
  const targets = args.filter((arg) => !/^(?:-j\d*|-s|--silent|-B|--no-print-directory)$/.test(arg));
  const [target = ''] = targets;
  if (targets.length !== 1 || isOption(target)) return undefined;
  if (/^(?:test|tests|check|test-all)$/.test(target)) return { kind: 'tests', scope: 'full', target };
  const kind = scripts.find(([pattern]) => pattern.test(target))?.[1];
  return kind === undefined ? undefined : { kind, scope: 'full', target };
}

function byProgram(
  name: string,
  first: string,
  rest: readonly string[],
  args: readonly string[],
): KnownCommand | undefined {
  switch (name) {
    case 'pytest':
    case 'py.test':
      return tests(args, { flags: /^--?(?:cov|tb=|maxfail|durations|color|rootdir=|p=|r\w*$|n=?\w*$|x$)/ });
    case 'tox':
      return tests(args, {});
    case 'vitest':
      return tests(first === 'run' ? rest : args, { flags: /^--(?:coverage|reporter|pool|no-color)/ });
    case 'jest':
    case 'mocha':
    case 'ava':
      return tests(args, {
        flags: /^--(?:ci|coverage|runInBand|maxWorkers|reporter|forceExit|detectOpenHandles|exit|recursive)/,
      });
    case 'cargo':
      return cargo(first, rest);
    case 'cargo-nextest':
      return tests(rest.slice(1), { flags: /^--(?:workspace|all|locked|offline|no-fail-fast)/ });
    case 'go':
      return go(first, rest);
    case 'rspec':
    case 'phpunit':
      return tests(args, {});
    case 'bats':
      return tests(
        args.filter((arg) => !/^(?:-r|test|tests|\.)$/.test(arg)),
        {},
      );
    case 'mvn':
    case 'mvnw':
      return goal(args, /^(?:test|verify|package|install)$/);
    case 'gradle':
    case 'gradlew':
      return goal(args, /^(?:test|check|build)$/);
    case 'dotnet':
      return first === 'test'
        ? tests(rest, { flags: /^--(?:no-restore|no-build|nologo|verbosity|configuration)/ })
        : undefined;
    case 'deno':
    case 'swift':
    case 'mix':
    case 'flutter':
    case 'dart':
      return first === 'test' ? tests(rest, { flags: /^(?:-A|--(?:allow|parallel|coverage))/ }) : undefined;
    case 'pre-commit':
      return first === 'run'
        ? checks(
            'precommit',
            rest,
            /^(?:-a|--all-files)$/,
            rest.some((arg) => /^(?:-a|--all-files)$/.test(arg)),
          )
        : undefined;
    case 'eslint':
      return checks('lint', args, /^\.$/, args.includes('.') || args.length === 0);
    case 'ruff':
      return first === 'check'
        ? checks(
            'lint',
            rest,
            /^\.$/,
            rest.every((arg) => arg === '.'),
          )
        : undefined;
    case 'flake8':
    case 'rubocop':
      return checks('lint', args, /^\.$/, true);
    case 'golangci-lint':
      return first === 'run' ? checks('lint', rest, /^\.\/\.\.\.$/, true) : undefined;
    case 'tsc':
      return checks('types', args, /^(?:--noEmit|-b|--build|--pretty)$/, true);
    case 'mypy':
    case 'pyright':
      return checks(
        'types',
        args,
        /^\.$/,
        args.every((arg) => arg === '.'),
      );
    default:
      return undefined;
  }
}

function cargo(first: string, rest: readonly string[]): KnownCommand | undefined {
  const flags = /^--(?:workspace|all|all-targets|all-features|locked|offline|no-fail-fast|release|verbose|nocapture)$/;
  if (first === 'test' || first === 't') return tests(rest, { flags });
  if (first === 'nextest' && rest[0] === 'run') return tests(rest.slice(1), { flags });
  const kind = ({ clippy: 'lint', check: 'types', build: 'build' } as const)[first];
  return kind === undefined ? undefined : checks(kind, rest, flags, true);
}

function go(first: string, rest: readonly string[]): KnownCommand | undefined {
  if (first === 'test') {
    const all = rest.includes('./...') || rest.includes('all');
    const found = tests(
      rest.filter((arg) => arg !== './...' && arg !== 'all'),
      { flags: /^-(?:race|cover|count=\d+|timeout=|mod=|json$|shuffle)/ },
    );
    return all ? found : { ...found, scope: 'targeted' };
  }
  const kind = ({ vet: 'lint', build: 'build' } as const)[first];
  return kind === undefined ? undefined : checks(kind, rest, /^\.\/\.\.\.$/, rest.includes('./...'));
}

function goal(args: readonly string[], goals: RegExp): KnownCommand | undefined {
  const [word = '', ...more] = args.filter((arg) => !isOption(arg));
  if (!goals.test(word)) return undefined;
  const options = args
    .filter(isOption)
    .every((arg) => /^(?:-q|-o|-B|-ntp|--offline|--quiet|--no-daemon|--console=\w+)$/.test(arg));
  return { kind: 'tests', scope: options && more.length === 0 ? 'full' : 'targeted' };
}

function unittest(words: readonly string[]): KnownCommand {
  return tests(words[0] === 'discover' ? words.slice(1) : words, {});
}

/** Options that change what is printed, not what is run. */
const neutral =
  /^(?:-v+|-q+|-s|-x|--verbose|--quiet|--silent|--no-color|--color(?:=\w+)?|--ci|--coverage|--reporter=\w+)$/;

/** A test runner with words that it does not need runs a part of the tests, as far as anybody can tell. */
function tests(args: readonly string[], { flags }: { readonly flags?: RegExp }): KnownCommand {
  const whole = args.every((arg) => arg === '.' || arg === '--' || neutral.test(arg) || flags?.test(arg) === true);
  return { kind: 'tests', scope: whole ? 'full' : 'targeted' };
}

function checks(kind: RunKind, args: readonly string[], flags: RegExp, all: boolean): KnownCommand {
  const whole = all && args.every((arg) => neutral.test(arg) || flags.test(arg));
  return { kind, scope: whole ? 'full' : 'targeted' };
}

function isOption(word: string): boolean {
  return word.startsWith('-');
}
