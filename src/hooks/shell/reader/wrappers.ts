import type { Assignment, ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { resolvePath } from '../paths';
import { readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { dropStart, joined } from './words';

/** A program that runs the command in its own words. */
interface WrapperSpec extends OptionSpec {
  /** Words between the options and the command: a duration, a directory, a user. */
  readonly operands?: number;
  /** `A=1` in front of the command is environment. */
  readonly assigns?: boolean;
  /** With one of these it runs no command of its own words. */
  readonly inert?: readonly string[];
  /** These name the directory the command runs in. */
  readonly directory?: readonly string[];
  /** The words are handed to a shell as one text. */
  readonly asText?: boolean;
  /** These carry code for a shell. */
  readonly code?: readonly string[];
  /** Only after this subcommand. */
  readonly subcommands?: readonly string[];
  /** Without a command it is a shell: always, or with one of these. */
  readonly shell?: readonly string[];
  /** Its paths are those of another root. */
  readonly elsewhere?: boolean;
}

/** Wrappers as data. What is missing here stays an ordinary program. */
const specs: Readonly<Record<string, WrapperSpec>> = {
  uv: {
    subcommands: ['run'],
    short: 'p',
    long: ['with', 'python', 'project', 'directory', 'env-file', 'extra', 'group', 'package'],
  },
  poetry: { subcommands: ['run'] },
  pipenv: { subcommands: ['run'] },
  pdm: { subcommands: ['run'] },
  hatch: { subcommands: ['run'] },
  rye: { subcommands: ['run'] },
  bundle: { subcommands: ['exec'] },
  rbenv: { subcommands: ['exec'] },
  pyenv: { subcommands: ['exec'] },
  mise: { subcommands: ['exec', 'x'] },
  asdf: { subcommands: ['exec'] },
  npm: { subcommands: ['exec', 'x'], short: 'pcw', long: ['package', 'call', 'workspace'], code: ['-c', '--call'] },
  pnpm: { subcommands: ['exec'], short: 'C', long: ['dir', 'filter'] },
  yarn: { subcommands: ['exec'] },
  conda: { subcommands: ['run'], short: 'np', long: ['name', 'prefix', 'cwd'] },
  micromamba: { subcommands: ['run'], short: 'np', long: ['name', 'prefix', 'cwd'] },
  doppler: { subcommands: ['run'], short: 'pc', long: ['project', 'config', 'command'], code: ['--command'] },
  'aws-vault': { subcommands: ['exec'], operands: 1 },
  op: { subcommands: ['run'], long: ['env-file', 'account'] },
  npx: { short: 'pcw', long: ['package', 'call', 'workspace'], code: ['-c', '--call'] },
};

/** Wrappers that are part of the shell: what they run may move it. */
const partOfShell: ReadonlySet<string> = new Set(['builtin', 'command', 'exec', 'time']);

/** Opens a wrapper and runs what is inside; undefined where this call wraps nothing. */
export function openWrapper(program: string, call: Call, on: Expansion): Stream | undefined {
  const spec = Object.hasOwn(specs, program) ? specs[program] : undefined;
  if (spec === undefined) return undefined;
  let args = call.words.slice(1);
  if (spec.subcommands !== undefined) {
    if (!spec.subcommands.includes(args[0]?.text ?? '')) return undefined;
    args = args.slice(1);
  }
  const read = readOptions(args, { ...spec, strict: true });
  if (read.has('--help', '--version', ...(spec.inert ?? []))) return undefined;
  const directory = spec.directory === undefined ? undefined : read.value(...spec.directory);
  const inner = inside(program, spec, args.slice(0, read.consumed), directory, on);
  const code = spec.code === undefined ? undefined : (read.value(...spec.code) ?? laterCode(read.operands, spec.code));
  if (code !== undefined) {
    return readCode(joined(program === 'env' ? [code, ...read.operands] : [code]), `${program} -c`, inner);
  }
  const words = read.operands.slice(spec.operands ?? 0);
  const assignments: Assignment[] = [];
  for (let word = words[0]; spec.assigns === true && word !== undefined; word = words[0]) {
    const name = /^([A-Za-z_]\w*)=/.exec(word.text)?.[1];
    if (name === undefined) break;
    assignments.push({ name, value: dropStart(word, name.length + 1), range: word.range });
    words.shift();
  }
  if (words.length === 0) {
    // `sudo -s <<EOF`, `su - <<EOF`: a shell that reads its commands.
    const opensShell = spec.shell !== undefined && (spec.shell.length === 0 || read.has(...spec.shell));
    if (opensShell && on.frame.stdin.kind !== 'inherited') {
      emit(call, on);
      return readStreamAsCode(on.frame.stdin, 'sh', inner);
    }
    return undefined;
  }
  if (spec.asText === true) {
    const output = readCode(joined(words), program, inner);
    // The words lose their quotes on the way; whoever wrote them meant them as they stand.
    return words.length === 1 ? output : run({ ...call, words }, inner);
  }
  return run({ ...call, words, assignments: [...call.assignments, ...assignments] }, inner);
}

/** `su root -c …`, `script out -c …`: the option may stand behind operands. */
function laterCode(operands: readonly ShellWord[], names: readonly string[]): ShellWord | undefined {
  const at = operands.findIndex((word) => names.includes(word.text));
  return at < 0 ? undefined : operands[at + 1];
}

function inside(
  program: string,
  spec: WrapperSpec,
  args: readonly ShellWord[],
  directory: ShellWord | undefined,
  on: Expansion,
): Expansion {
  const state = partOfShell.has(program) ? on.state : on.state.fork();
  if (directory !== undefined) {
    state.cwd = directory.value === undefined ? undefined : resolvePath(state.cwd, directory.value);
  }
  const wrappers = [...on.frame.wrappers, { program, args }];
  return { ...on, state, frame: { ...on.frame, wrappers, elsewhere: on.frame.elsewhere || spec.elsewhere === true } };
}
