import type { CommandReading, Invocation } from '../../../shell/invocation';

const ending: ReadonlySet<string> = new Set(['kill', 'pkill', 'killall', 'skill', 'fuser', 'fkill', 'taskkill']);
/** Programs whose words say which processes are meant. */
const selecting: ReadonlySet<string> = new Set([...ending, 'pgrep', 'pidof', 'lsof', 'cat', 'head']);
/** The same after `ps`. */
const filters: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'awk', 'gawk', 'mawk', 'sed']);

/**
 * The command that selects the host or a running hook for a command line that ends processes: `pkill -f gatehouse`,
 * `kill $(pgrep -f gatehouse)`, `fuser -k ~/.gatehouse/host/endpoint`.
 */
export function endedProcess(
  { invocations }: CommandReading,
  isOwnFile: (path: string, cwd: string | undefined) => boolean,
): Invocation | undefined {
  if (!invocations.some(endsProcesses)) return undefined;
  const listed = invocations.some(({ program }) => program === 'ps');
  return invocations.find(
    ({ program = '', args, cwd, elsewhere }) =>
      !elsewhere &&
      (selecting.has(program) || (listed && filters.has(program))) &&
      args.some(({ text }) => matchesOurs(text) || isOwnFile(text, cwd)),
  );
}

const endsProcesses = ({ program = '', effects = [] }: Invocation): boolean =>
  ending.has(program) && effects.some((effect) => effect.kind === 'machine' && effect.what === 'processes');

/** What stands in the command lines of a hook and of the host. */
const commandLines = ['/.gatehouse/bin/gatehouse-hook', '/.gatehouse/runner/0/runner.js'];

/** Does a pattern, as `pgrep -f` or awk takes it, match one of our processes? `g[a]tehouse`, `gate.*hook`, `/runner\.js/`. */
function matchesOurs(pattern: string): boolean {
  const bare = /^!?\/(.+)\/\s*(?:\{.*|p|d)?$/s.exec(pattern)?.[1] ?? pattern;
  return bare.split('|').some((one) => {
    const plain = one.replace(/\[([^\]])\]/g, '$1').replace(/[\\^$()]/g, '');
    const pieces = plain.toLowerCase().split(/\.?[*+?]/);
    return pieces.some((piece) => piece.length > 3) && commandLines.some((line) => occurInOrder(pieces, line));
  });
}

function occurInOrder(pieces: readonly string[], line: string): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = line.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

/** The same in PowerShell, by its text. */
export const endedProcessIn = (text: string): boolean =>
  /\b(?:stop-process|spps|kill|taskkill)\b/i.test(text) && /gatehouse(?!\S*\.(?:ts|md))|runner\.js/i.test(text);
