import type { ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { runAwk } from './awk';
import { noteUnread, readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { runFind } from './find';
import { runGit } from './git-carrier';
import { readInlineCode, languageOf } from './inline-code';
import { deeper } from './machine';
import { runParallel, runXargs } from './many';
import { outputOf } from './output';
import { streamOfPath } from './redirects';
import { silent, unknownStream } from './stream';
import { dropStart, joined, streamIn } from './words';

type Carrier = (call: Call, on: Expansion) => Stream;

const shellOptions: OptionSpec = { short: 'oO', long: ['rcfile', 'init-file'], strict: true };

/** A shell: `-c` code, a script, or what flows in. */
function runShell(call: Call, on: Expansion): Stream {
  emit(call, on);
  const program = call.words[0]?.text.replace(/^.*\//, '') ?? 'sh';
  const args = call.words.slice(1).map((word) => (/^\+[A-Za-z]+$/.test(word.text) ? dropStartOfPlus(word) : word));
  const read = readOptions(args, shellOptions);
  const inner: Expansion = { ...on, state: on.state.fork() };
  for (const { name, value } of call.assignments) {
    if (value !== undefined) inner.state.set(name, { kind: 'text', parts: value.parts });
  }
  if (read.has('-n', '--help', '--version')) return silent;
  if (read.has('-c')) return shellCode(program, read.operands, inner);
  const [file, ...rest] = read.operands;
  if (file === undefined || file.text === '-' || read.has('-s')) {
    inner.state.positional = read.operands.map((word) => word.parts);
    return readStreamAsCode(on.frame.stdin, 'sh', inner);
  }
  inner.state.positional = rest.map((word) => word.parts);
  const stream = streamOfPath(file, on);
  if (stream.kind === 'text') return readStreamAsCode(stream, 'sh', inner);
  noteUnread(file.raw, program, stream, on, file.range);
  return unknownStream;
}

/** `bash +e` switches an option off; for finding the operands it is an option like `-e`. */
function dropStartOfPlus(word: ShellWord): ShellWord {
  return { ...word, text: `-${word.text.slice(1)}`.replace('c', '') };
}

function shellCode(program: string, operands: readonly ShellWord[], on: Expansion): Stream {
  const [code, , ...rest] = operands;
  if (code === undefined) return silent;
  on.state.positional = rest.map((word) => word.parts);
  return readCode(code, `${program} -c`, on);
}

interface Interpreter {
  readonly spec: OptionSpec;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options after which standard input is data and not code. */
  readonly takesOver?: readonly string[];
  readonly subcommand?: string;
}

const interpreters: readonly (readonly [RegExp, Interpreter])[] = [
  [
    /^(?:python|pypy)[\d.]*w?$/,
    { spec: { short: 'cmWXQ', long: ['check-hash-based-pycs'], strict: true }, code: ['-c'], takesOver: ['-m'] },
  ],
  [
    /^(?:node|nodejs|bun|deno)[\d.]*$/,
    {
      spec: {
        short: 'eprC',
        long: ['eval', 'print', 'require', 'import', 'loader', 'conditions', 'env-file', 'input-type'],
        strict: true,
      },
      code: ['-e', '--eval', '-p', '--print'],
      subcommand: 'eval',
    },
  ],
  [/^(?:ruby|jruby|irb)[\d.]*$/, { spec: { short: 'eIrCEFT', strict: true }, code: ['-e'] }],
  [/^perl[\d.]*$/, { spec: { short: 'eEIMmxCD', strict: true }, code: ['-e', '-E'] }],
  [/^php[\d.]*$/, { spec: { short: 'rRBEFdcztS', strict: true }, code: ['-r', '-R', '-B', '-E'] }],
];

function runInterpreter(call: Call, on: Expansion): Stream {
  emit(call, on);
  const program = call.words[0]?.value ?? '';
  const name = program.replace(/^.*[\\/]/, '').toLowerCase();
  const found = interpreters.find(([pattern]) => pattern.test(name))?.[1];
  const language = languageOf(name);
  if (found === undefined || language === undefined) return unknownStream;
  const read = readOptions(perlOptions(name, call.words.slice(1)), found.spec);
  if (read.has('--version', '-v', '-V', '--help', '-h') && read.operands.length === 0) return unknownStream;
  const codes = [...read.values(...found.code)];
  const [first, second] = read.operands;
  if (found.subcommand !== undefined && first?.text === found.subcommand && second !== undefined) codes.push(second);
  for (const code of codes) {
    if (code.value === undefined) noteUnread(code.raw, name, streamIn(code) ?? unknownStream, on, code.range);
    readInlineCode(language, code.text, `${name} -c`, on);
  }
  if (codes.length > 0 || read.has(...(found.takesOver ?? []))) return unknownStream;
  if (first === undefined || first.text === '-' || first.text === '/dev/stdin') {
    if (on.frame.stdin.kind !== 'inherited') readStreamAsCode(on.frame.stdin, name, on);
    return unknownStream;
  }
  const stream = streamOfPath(first, on);
  if (stream.kind === 'text') readStreamAsCode(stream, name, on);
  else noteUnread(first.raw, name, stream, on, first.range);
  return unknownStream;
}

/** `perl -i.bak` and `-0777` carry text that is no cluster. */
function perlOptions(name: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (!name.startsWith('perl') && !name.startsWith('ruby')) return args;
  return args.map((word) => {
    const cut = /^-([a-zA-Z]*?)(?:i\.[\w~]+|0[0-7]*|l[0-7]*)([a-zA-Z]*)$/.exec(word.text);
    return cut === null || (cut[1] ?? '') + (cut[2] ?? '') === ''
      ? word
      : { ...word, text: `-${cut[1] ?? ''}${cut[2] ?? ''}` };
  });
}

/** A program that hands its words to a shell on another machine or in a container. */
function runElsewhere(spec: OptionSpec, operands: number, joins: boolean, subcommand?: readonly string[]): Carrier {
  return (call, on) => {
    emit(call, on);
    let args = call.words.slice(1);
    if (subcommand !== undefined) {
      const at = args.findIndex((word) => subcommand.includes(word.text));
      if (at < 0) return unknownStream;
      args = args.slice(at + 1);
    }
    const read = readOptions(args, spec);
    for (const option of read.values('-o')) localCommand(option, on);
    const separated = joins ? -1 : read.operands.findIndex((word) => word.text === '--');
    const words = separated >= 0 ? read.operands.slice(separated + 1) : read.operands.slice(operands);
    const state = on.state.fork();
    state.cwd = undefined;
    const program = call.words[0]?.text ?? '';
    const inner: Expansion = { ...on, state };
    const changes = { elsewhere: true };
    if (words.length > 0) {
      if (joins) readCode(joined(words), program, inner, changes);
      else
        run(
          { ...call, words, redirects: [], assignments: [] },
          { ...inner, frame: deeper(on.frame, program, changes) },
        );
    }
    return joins ? outputOf('ssh', call.words.slice(1), on) : unknownStream;
  };
}

/** `-o ProxyCommand=…` and `-o LocalCommand=…` run here. */
function localCommand(option: ShellWord, on: Expansion): void {
  const name = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i.exec(option.text)?.[0];
  if (name !== undefined) readCode(dropStart(option, name.length), 'ssh -o', { ...on, state: on.state.fork() });
}

const docker: OptionSpec = {
  short: 'eluwvphmfcan',
  long: [
    'env',
    'env-file',
    'user',
    'workdir',
    'volume',
    'publish',
    'hostname',
    'name',
    'network',
    'mount',
    'label',
    'entrypoint',
    'memory',
    'cpus',
    'platform',
    'container',
    'namespace',
    'context',
    'restart',
    'add-host',
    'cap-add',
    'cap-drop',
    'device',
    'dns',
    'expose',
    'gpus',
    'ip',
    'link',
    'log-driver',
    'log-opt',
    'pid',
    'pull',
    'runtime',
    'security-opt',
    'shm-size',
    'tmpfs',
    'ulimit',
    'userns',
    'volumes-from',
    'index',
    'detach-keys',
  ],
  strict: true,
};

/** Options of local programs whose value is a command for a shell. */
function withCommandOptions(spec: OptionSpec, options: readonly string[], clean = /^/): Carrier {
  return (call, on) => {
    emit(call, on);
    const read = readOptions(call.words.slice(1), spec);
    for (const word of read.values(...options)) {
      const prefix = clean.exec(word.text);
      if (prefix !== null)
        readCode(dropStart(word, prefix[0].length), call.words[0]?.text ?? '', { ...on, state: on.state.fork() });
    }
    return outputOf(call.words[0]?.text ?? '', call.words.slice(1), on);
  };
}

const tar = {
  short: 'fbCFgHIKLNTVX',
  long: [
    'file',
    'directory',
    'use-compress-program',
    'to-command',
    'checkpoint-action',
    'info-script',
    'new-volume-script',
    'rsh-command',
    'rmt-command',
    'exclude',
    'files-from',
    'transform',
    'owner',
    'group',
    'mode',
    'mtime',
    'strip-components',
    'checkpoint',
    'exclude-from',
  ],
};

/** `tmux new-session … 'command'`, `screen -dm command`, `at`, `batch`. */
function runTerminal(call: Call, on: Expansion): Stream {
  emit(call, on);
  const words = call.words.slice(1);
  const [subcommand] = words;
  if (call.words[0]?.text.endsWith('screen') === true) {
    const { operands } = readOptions(words, { short: 'ScehpTtXx', strict: true });
    if (operands.length > 0)
      run(
        { ...call, words: operands, redirects: [] },
        { ...on, state: on.state.fork(), frame: deeper(on.frame, 'screen') },
      );
    return unknownStream;
  }
  if (
    /^(?:new|neww|new-session|new-window|splitw|split-window|respawn-pane|respawn-window|run|run-shell|popup|display-popup)$/.test(
      subcommand?.text ?? '',
    )
  ) {
    const { operands } = readOptions(words.slice(1), { short: 'sncFtexylhw', strict: true });
    if (operands.length > 0) readCode(joined(operands), 'tmux', { ...on, state: on.state.fork() });
  }
  return unknownStream;
}

function runScheduled(call: Call, on: Expansion): Stream {
  emit(call, on);
  if (on.frame.stdin.kind !== 'inherited') readStreamAsCode(on.frame.stdin, 'sh', { ...on, state: on.state.fork() });
  return unknownStream;
}

function runNetcat(call: Call, on: Expansion): Stream {
  emit(call, on);
  return outputOf(call.words[0]?.text.replace(/^.*\//, '').toLowerCase() ?? '', call.words.slice(1), on);
}

/** Programs that run code given in their words or their input, apart from being invocations themselves. */
export const carriers: { get(program: string): Carrier | undefined } = {
  get(program) {
    const own = table.get(program);
    if (own !== undefined) return own;
    return interpreters.some(([pattern]) => pattern.test(program)) ? runInterpreter : undefined;
  },
};

const shells = [
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'mksh',
  'ash',
  'rbash',
  'ksh93',
  'oksh',
  'posh',
  'yash',
  'fish',
  'csh',
  'tcsh',
];

/** Names under which code counts as a shell's. */
export const shellNames: ReadonlySet<string> = new Set(shells);

const container = runElsewhere(docker, 1, false, ['exec', 'run']);
const table: ReadonlyMap<string, Carrier> = new Map<string, Carrier>([
  ...shells.map((name): [string, Carrier] => [name, runShell]),
  ...['awk', 'gawk', 'mawk', 'nawk', 'original-awk'].map((name): [string, Carrier] => [name, runAwk]),
  ...['find', 'gfind', 'bfs'].map((name): [string, Carrier] => [name, runFind]),
  ...['docker', 'podman', 'nerdctl', 'lxc', 'docker-compose', 'podman-compose'].map((name): [string, Carrier] => [
    name,
    container,
  ]),
  ...['kubectl', 'oc'].map((name): [string, Carrier] => [name, runElsewhere(docker, 1, false, ['exec'])]),
  ...['tar', 'gtar', 'bsdtar'].map((name): [string, Carrier] => [
    name,
    withCommandOptions(
      tar,
      [
        '-I',
        '--use-compress-program',
        '--to-command',
        '-F',
        '--info-script',
        '--new-volume-script',
        '--checkpoint-action',
      ],
      /^(?:exec=)?/,
    ),
  ]),
  ['xargs', runXargs],
  ['gxargs', runXargs],
  ['parallel', runParallel],
  ['git', runGit],
  ['ssh', runElsewhere({ short: 'BbcDEeFIiJLlmOopQRSWw', strict: true }, 1, true)],
  ['scp', withCommandOptions({ short: 'cDFiJloPSX' }, ['-o'], /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i)],
  [
    'sftp',
    withCommandOptions({ short: 'BbcDFiJloPRSsX' }, ['-o'], /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i),
  ],
  [
    'rsync',
    withCommandOptions(
      { short: 'efBMT', long: ['rsh', 'filter', 'exclude', 'include', 'exclude-from', 'files-from', 'rsync-path'] },
      ['-e', '--rsh'],
    ),
  ],
  ['tmux', runTerminal],
  ['screen', runTerminal],
  ['at', runScheduled],
  ['batch', runScheduled],
  ['nc', runNetcat],
  ['ncat', runNetcat],
  ['netcat', runNetcat],
]);
