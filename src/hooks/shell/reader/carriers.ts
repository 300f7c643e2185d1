import type { ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { runAwk, runSed, runSmallInterpreter } from './embedded-shell';
import { noteUnread, readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { runGit } from './git-carrier';
import { isInterpreter, runInterpreter, runPowerShell } from './interpreters';
import { containerOptions, runElsewhere } from './elsewhere';
import { deeper } from './machine';
import { outputOf } from './output';
import { streamOfPath } from './redirects';
import { silent, unknownStream } from './stream';
import { dropStart, joined } from './words';

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

/** A table of commands that flows in from elsewhere. */
function runCrontab(call: Call, on: Expansion): Stream {
  emit(call, on);
  const { stdin } = on.frame;
  if (call.words[1]?.text === '-' && (stdin.kind === 'remote' || stdin.kind === 'decoded'))
    noteUnread('', 'crontab', stdin, on);
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
    return isInterpreter(program) ? runInterpreter : undefined;
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

const container = runElsewhere(containerOptions, 1, false, ['exec', 'run']);
const table: ReadonlyMap<string, Carrier> = new Map<string, Carrier>([
  ...shells.map((name): [string, Carrier] => [name, runShell]),
  ...['awk', 'gawk', 'mawk', 'nawk', 'original-awk'].map((name): [string, Carrier] => [name, runAwk]),
  ...['docker', 'podman', 'nerdctl', 'lxc', 'docker-compose', 'podman-compose'].map((name): [string, Carrier] => [
    name,
    container,
  ]),
  ...['kubectl', 'oc'].map((name): [string, Carrier] => [name, runElsewhere(containerOptions, 1, false, ['exec'])]),
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
  ['sed', runSed],
  ['gsed', runSed],
  ...['lua', 'luajit', 'lua5.4'].map((name): [string, Carrier] => [name, runSmallInterpreter('lua')]),
  ['osascript', runSmallInterpreter('osascript')],
  ['rscript', runSmallInterpreter('r')],
  ['crontab', runCrontab],
  ['pwsh', runPowerShell],
  ['powershell', runPowerShell],
  ['git', runGit],
  ['ssh', runElsewhere({ short: 'BbcDEeFIiJLlmOopQRSWw', strict: true }, 1, true)],
  ['scp', withCommandOptions({ short: 'cDFiJloPSX' }, ['-o'], /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i)],
  [
    'sftp',
    withCommandOptions({ short: 'BbcDFiJloPRSsX' }, ['-o'], /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i),
  ],
  ['tmux', runTerminal],
  ['screen', runTerminal],
  ['at', runScheduled],
  ['batch', runScheduled],
  ['nc', runNetcat],
  ['ncat', runNetcat],
  ['netcat', runNetcat],
]);
