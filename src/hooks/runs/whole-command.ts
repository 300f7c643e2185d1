import type { CommandReading, Invocation, Wrapper } from '../shell/invocation';
import { isWrapping } from '../shell/effects';

/** Programs that set the scene for what follows. */
const settings: ReadonlySet<string> = new Set(['cd', 'pushd', 'set', 'export', 'true', ':', '']);
/** Wrappers that hand on the exit status of what they run. */
const transparent: ReadonlySet<string> = new Set([
  'timeout',
  'time',
  'nice',
  'env',
  'command',
  'exec',
  'ionice',
  'stdbuf',
]);
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
 * that hides a status. Undefined where the status may be another one's.
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

function isSetting(one: Invocation): boolean {
  return settings.has(one.program ?? '?') || activated(one) !== undefined;
}

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

function setsPipefail({ program, args }: Invocation): boolean {
  return program === 'set' && args.some(({ value }) => value === 'pipefail');
}

/** A variable that may change what is run, set for this command alone. */
export function settingThatMatters({ assignments }: Invocation): string | undefined {
  return assignments.find(({ name }) => !harmless.test(name))?.name;
}

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
