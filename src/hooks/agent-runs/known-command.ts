import type { RunKind } from '../evidence/noted-runs';
import { isWrapping } from '../shell/effects';
import type { CommandReading, Invocation, Wrapper } from '../shell/invocation';
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

/** Programs that set the scene for what follows. */
const settings: ReadonlySet<string> = new Set(['cd', 'pushd', 'set', 'export', 'true', ':', '']);
/** Wrappers that hand on the exit status of what they run. */
const transparent: ReadonlySet<string> = new Set('timeout time nice env command exec ionice stdbuf'.split(' '));
/** They run what the project has installed, as long as no word lets them fetch. */
const launchers: ReadonlySet<string> = new Set(
  'npx bunx pnpx npm pnpm yarn bun bundle cargo mise uv poetry pdm pipenv rye hatch'.split(' '),
);
const launchersWords = /^(?:--|-q|-s|--(?:quiet|silent|frozen|locked|no-sync|no-install|offline|dev))$/;
/** Behind these in a pipeline, with pipefail, the exit status is still the first program's. */
const readers: ReadonlySet<string> = new Set(['tee', 'cat', 'tail', 'head']);
/** Variables that change how much is said, not what is run. */
const harmless =
  /^(?:CI|TERM|COLUMNS|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|NODE_ENV|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|TZ|LANG|LC_\w+|DEBUG|VERBOSE|CARGO_TERM_COLOR)$/;

/**
 * The programs whose success is what the whole command's exit status says: joined by `&&`, nothing behind them, no pipe
 * that hides a status. Undefined if the status may be another one's.
 */
export function wholeCommand(reading: CommandReading): readonly Invocation[] | undefined {
  const { source, unread, errors, repetitions, assignments } = reading;
  const invocations = reading.invocations.filter((one) => !one.script && !isWrapping(one));
  if (unread.some(({ why }) => why !== 'script-file')) return undefined;
  if (errors.length + repetitions.length + assignments.length > 0) return undefined;
  if (invocations.some((one) => one.depth > 0 || one.range === undefined || one.background)) return undefined;
  const sorted = [...invocations].sort((one, other) => (one.range?.start ?? 0) - (other.range?.start ?? 0));
  const pipefail = sorted.some(setsPipefail);
  let from = 0;
  let setting = true;
  for (const one of sorted) {
    const gap = source.slice(from, one.range?.start).trim();
    const piped = one.pipeline.position > 0;
    const joined =
      from === 0 ? gap === '' : piped ? /^\|$/.test(gap) : gap === '&&' || (setting && /^[;\n]*$/.test(gap));
    if (!joined) return undefined;
    if (one.pipeline.length > 1 && !(pipefail && (!piped || readers.has(one.program ?? '?')))) return undefined;
    setting = isSetting(one);
    from = one.range?.end ?? 0;
  }
  if (source.slice(from).trim() !== '') return undefined;
  const acting = sorted.filter((one) => !isSetting(one) && one.pipeline.position === 0);
  return acting.length > 0 && acting.every(isPlain) ? acting : undefined;
}

const isSetting = (one: Invocation): boolean => settings.has(one.program ?? '?') || activated(one) !== undefined;

/** The script of a virtual environment that the shell is to run in. */
function activated({ program, args: [file] }: Invocation): string | undefined {
  const isScript = (program === 'source' || program === '.') && (file?.value ?? '').endsWith('/bin/activate');
  return isScript ? file?.value : undefined;
}

/**
 * Files that decide what a run is, beside the program that it names: activated environments, launchers by their path, and
 * what Python would take for the module.
 */
export function namedFiles({ source, invocations }: CommandReading): readonly string[] {
  const environments = invocations.map(activated).filter((file) => file !== undefined);
  const launched = invocations.flatMap(({ wrappers, range }) => {
    const text = source.slice(range?.start, range?.end);
    return wrappers.flatMap(({ program }) =>
      text.split(/\s+/).filter((word) => word.includes('/') && word.endsWith(`/${program}`)),
    );
  });
  const modules = invocations
    .filter(({ wrappers }) => wrappers.some(({ program }) => /^python[\d.]*$/.test(program)))
    .flatMap(({ program = '' }) => [`./${program}.py`, `./${program}/__main__.py`, `./${program}/__init__.py`]);
  return [...environments, ...launched, ...modules];
}

function isTransparent({ program, args }: Wrapper): boolean {
  if (transparent.has(program) || /^python[\d.]*$/.test(program)) return true;
  return launchers.has(program) && args.every(({ value = '' }) => launchersWords.test(value));
}

const setsPipefail = ({ program, args }: Invocation): boolean =>
  program === 'set' && args.some(({ value }) => value === 'pipefail');

/** A variable that may change what is run, set for this command alone. */
export const settingThatMatters = ({ assignments }: Invocation): string | undefined =>
  assignments.find(({ name }) => !harmless.test(name))?.name;

function isPlain(one: Invocation): boolean {
  return (
    one.program !== undefined &&
    !one.elsewhere &&
    !one.openEnded &&
    one.cwd !== undefined &&
    one.name.value !== undefined &&
    one.args.every(({ value }) => value !== undefined) &&
    one.wrappers.every(isTransparent) &&
    settingThatMatters(one) === undefined &&
    one.redirects.every(({ operator, target }) => operator === '>&' || target?.value === '/dev/null')
  );
}
