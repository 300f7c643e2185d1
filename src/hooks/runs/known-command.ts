import type { RunKind } from '../evidence/run-book';
import type { Invocation } from '../shell/invocation';
import { type ProgramRun, runners, type Scope, scopeOf } from './runners';

export interface KnownCommand extends ProgramRun {
  /** The package.json script that is run. */
  readonly script?: string | undefined;
  /** The Makefile's target. */
  readonly target?: string | undefined;
}

const packagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

const scripts: readonly (readonly [RegExp, RunKind])[] = [
  [/^(?:test|tests|test:(?:all|ci|unit)|check:test)$/, 'tests'],
  [/^(?:lint|lint:(?:all|ci)|eslint)$/, 'lint'],
  [/^(?:typecheck|type-check|types|tsc|check:types|check-types)$/, 'types'],
  [/^(?:build|compile|build:(?:all|prod))$/, 'build'],
  [/^pre-?commit$/, 'precommit'],
];
const kindOfScript = (name: string): RunKind | undefined => scripts.find(([pattern]) => pattern.test(name))?.[1];

/** The package.json script or Makefile target that a command runs, whatever its name. */
export function partOf({ program = '', args }: Invocation): Pick<KnownCommand, 'script' | 'target'> {
  const [first, second] = args.map(({ value }) => value ?? '').filter((word) => !word.startsWith('-'));
  if (program === 'make' || program === 'gmake') return { target: first };
  if (!packagers.has(program)) return {};
  return { script: /^(?:run|run-script)$/.test(first ?? '') ? second : first };
}

/** What a command of the project is, by its program and words; undefined for every other command. */
export function knownCommand(invocation: Invocation): KnownCommand | undefined {
  const name = invocation.program ?? '';
  const args = invocation.args.map(({ value }) => value ?? '');
  if (packagers.has(name)) return byPackager(name, args);
  if (name === 'make' || name === 'gmake') return byTarget(args);
  return Object.hasOwn(runners, name) ? runners[name]?.(args) : undefined;
}

/** Words of a package manager that do not change its script. */
const quiet = /^(?:-s|--silent|--quiet|--loglevel=\w+|--no-fund|--color(?:=\w+)?|--if-present)$/;
/** One package of several, or another folder. */
const onePackage = /^(?:-w|-F|-C|--(?:workspace|filter|prefix|dir|cwd))$/;
const everyPackage = /^(?:-r|--recursive|-ws|--workspaces)$/;
/** What the usual runners take without running less. */
const runnersWords = {
  plain: /^(?:--(?:run|watch(?:All)?=false|no-watch|runInBand|passWithNoTests|coverage|verbose)|-i)$/,
};

function byPackager(name: string, args: readonly string[]): KnownCommand | undefined {
  const apart = args.some((arg) => onePackage.test(arg));
  const plain = args.filter(
    (arg, at) =>
      ![quiet, everyPackage, onePackage].some((one) => one.test(arg)) && !onePackage.test(args[at - 1] ?? ''),
  );
  const [first = '', second = '', ...rest] = plain;
  // `bun test` is bun's own runner.
  if (name === 'bun' && first === 'test') {
    const scope = scopeOf(plain.slice(1), { plain: /^--timeout=\d+$/, valued: /^--timeout$/ });
    return scope && { kind: 'tests', scope };
  }
  const runs = /^(?:run|run-script)$/.test(first);
  const script = runs ? second : scriptOf(name, first);
  const kind = kindOfScript(script);
  if (kind === undefined) return undefined;
  const more = runs ? rest : plain.slice(1);
  const read: Scope | undefined = scopeOf(more, kind === 'tests' ? runnersWords : {});
  const scope = read && apart ? 'targeted' : read;
  const everywhere = args.some((arg) => everyPackage.test(arg));
  return scope && { kind, script, scope, ...(everywhere ? { definedIn: '*package.json' } : {}) };
}

/** npm has short words for few scripts; the others take any script's name. */
function scriptOf(packager: string, word: string): string {
  if (word === 't' || word === 'tst') return packager === 'yarn' ? '' : 'test';
  return packager !== 'npm' || word === 'test' ? word : '';
}

function byTarget(args: readonly string[]): KnownCommand | undefined {
  const words = args.filter((arg) => !/^(?:-j\d*|-s|--silent|-B|--no-print-directory)$/.test(arg));
  const isPart = (word: string, at: number) => word === '-C' || words[at - 1] === '-C' || /^\w+=/.test(word);
  const [target = '', ...more] = words.filter((word, at) => !isPart(word, at));
  if (more.length > 0 || target.startsWith('-')) return undefined;
  const kind = /^(?:check|test-all)$/.test(target) ? 'tests' : kindOfScript(target);
  return kind === undefined ? undefined : { kind, scope: words.some(isPart) ? 'targeted' : 'full', target };
}
