import type { ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { isDevice, programName, resolvePath } from '../paths';
import type { Expansion } from './expand';
import { downloadOf } from './network';
import { echoed, printed } from './printing';
import { streamOfPath } from './redirects';
import { after, filtered, silent, textStream, unknownStream } from './stream';

/** What a program prints, as far as its words and its input say; and what it leaves in files. */
export function outputOf(program: string, args: readonly ShellWord[], on: Expansion): Stream {
  const { stdin } = on.frame;
  const download = downloadOf(program, args);
  if (download !== undefined) {
    const origin: Stream = { kind: 'remote', program };
    for (const file of download.files) {
      const path = file.value === undefined ? undefined : resolvePath(on.state.cwd, file.value);
      if (path !== undefined && !isDevice(path)) on.state.files.set(path, origin);
    }
    return download.prints ? origin : silent;
  }
  switch (program) {
    case 'echo':
      return known(echoed(args));
    case 'printf':
      return known(printed(args));
    case 'cat':
    case 'tac':
    case 'bat': {
      const { operands } = readOptions(args);
      return operands.length === 0
        ? stdin
        : operands.map((word) => (word.text === '-' ? stdin : streamOfPath(word, on))).reduce(after, silent);
    }
    case 'tee':
    case 'pv':
    case 'sponge':
    case 'unbuffer':
      return stdin;
    case 'base64':
    case 'base32':
    case 'gbase64':
      return decoded(program, args, /^(?:-[di]*[dD][di]*|--d(?:e(?:c(?:o(?:d(?:e)?)?)?)?)?)$/, on);
    case 'xxd':
      return decoded(program, args, /^-[a-z]*r|^-rev/, on);
    case 'uudecode':
    case 'basenc':
      return { kind: 'decoded', program };
    case 'dirname':
      return known(args[0]?.value?.replace(/\/[^/]*$/, ''));
    case 'basename':
      return known(args[0]?.value === undefined ? undefined : programName(args[0].value));
    case 'pwd':
      return known(on.state.cwd);
  }
  return filters.has(program) ? throughFilter(program, args, on) : unknownStream;
}

function known(text: string | undefined): Stream {
  return text === undefined ? unknownStream : textStream(text);
}

function decoded(program: string, args: readonly ShellWord[], option: RegExp, on: Expansion): Stream {
  return args.some((word) => option.test(word.text)) ? { kind: 'decoded', program } : filtered(on.frame.stdin);
}

/** Programs that hand on what they read, changed. */
const filters: ReadonlyMap<string, OptionSpec> = new Map([
  ...[
    'sort',
    'uniq',
    'rev',
    'tr',
    'fold',
    'expand',
    'nl',
    'fmt',
    'column',
    'dos2unix',
    'iconv',
    'gunzip',
    'zcat',
    'xz',
    'xzcat',
    'bzcat',
    'zstd',
    'zstdcat',
    'gzip',
    'bzip2',
    'jq',
    'yq',
    'sed',
    'gsed',
    'grep',
    'egrep',
    'fgrep',
    'rg',
    'awk',
    'gawk',
    'mawk',
    'cut',
    'tar',
    'unzip',
    'envsubst',
    'gpg',
  ].map((name): [string, OptionSpec] => [name, {}]),
  ['head', { short: 'nc', long: ['lines', 'bytes'] }],
  ['tail', { short: 'ncs', long: ['lines', 'bytes'] }],
]);

function throughFilter(program: string, args: readonly ShellWord[], on: Expansion): Stream {
  const { stdin } = on.frame;
  if (stdin.kind === 'remote' || stdin.kind === 'decoded') return stdin;
  const files = readOptions(args, filters.get(program)).operands.map((word) => streamOfPath(word, on));
  return files.find((stream) => stream.kind === 'remote' || stream.kind === 'decoded') ?? unknownStream;
}
