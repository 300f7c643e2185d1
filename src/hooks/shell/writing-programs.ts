import type { Invocation, ShellWord } from './invocation';
import { gitCommand } from './git';
import { readOptions, type Options } from './options';
import { isDevice } from './paths';
import { dropStart, plainWord } from './reader/words';
import type { Change } from './written-files';

/** A word of an invocation that names a file it changes. */
export interface Target {
  readonly word: ShellWord;
  readonly change: Change;
  /** The directory it is relative to, where that is not the invocation's. */
  readonly base?: string | undefined;
}
type Rule = (invocation: Invocation) => readonly Target[];

const each = (words: readonly ShellWord[], change: Change): readonly Target[] =>
  words.map((word) => ({ word, change }));
/** Which words of which programs are files that they change. */
export const writingPrograms: Readonly<Record<string, Rule>> = {
  sed: inPlace,
  gsed: inPlace,
  perl: scriptInPlace,
  ruby: scriptInPlace,
  sort: (invocation) =>
    each(readOptions(invocation.args, { short: 'okStT', long: ['output'] }).values('-o', '--output'), 'write'),
  uniq: (invocation) => each(readOptions(invocation.args, { short: 'fsw' }).operands.slice(1, 2), 'write'),
  prettier: (invocation) => {
    const read = readOptions(invocation.args, { long: ['config', 'parser', 'ignore-path'] });
    return read.has('--write', '-w') ? each(read.operands, 'edit') : [];
  },
  unzip: (invocation) => each(readOptions(invocation.args, { short: 'dxP' }).values('-d'), 'write'),
  tar: (invocation) => {
    const read = tarOptions(invocation);
    const creates = read.has('-c', '-r', '-u', '--create', '--append', '--update');
    return creates
      ? each(
          read.values('-f', '--file').filter((word) => word.text !== '-'),
          'write',
        )
      : [];
  },
  git: (invocation) => {
    const command = gitCommand(invocation);
    if (command === undefined) return [];
    const base = command.cwd;
    const read = readOptions(command.args, { short: 'sbB', long: ['source', 'pathspec-from-file', 'conflict'] });
    const listed = (words: readonly ShellWord[], change: Change) =>
      words.map((word): Target => ({ word, change, base }));
    switch (command.name) {
      case 'checkout':
        return listed(read.afterDashes ?? (read.operands.length > 1 ? read.operands.slice(1) : []), 'restore');
      case 'restore':
        return read.has('-S', '--staged') && !read.has('-W', '--worktree') ? [] : listed(read.operands, 'restore');
      case 'rm':
        return read.has('--cached') ? [] : listed(read.operands, read.has('-r') ? 'delete-tree' : 'delete');
      case 'mv': {
        const target = read.operands.at(-1);
        const gone = listed(read.operands.slice(0, -1), 'move-away');
        return target === undefined ? gone : [...gone, { word: target, change: 'write', base }];
      }
      default: {
        const output = command.args.find((word) => word.text.startsWith('--output='));
        return output === undefined ? [] : [{ word: dropStart(output, 9), change: 'write', base }];
      }
    }
  },
};

/** `sed -i`, `-i.bak`, `-Ei`, `--in-place`: the operands after the script are changed. */
function inPlace(invocation: Invocation): readonly Target[] {
  const read = readOptions(invocation.args.map(shortenInPlace), {
    short: 'efl',
    long: ['expression', 'file', 'line-length'],
  });
  const scripted = read.has('-e', '-f', '--expression', '--file');
  if (!read.has('-i', '--in-place')) return each(sedWrites(read, scripted), 'write');
  // BSD sed takes the suffix as a word of its own: `sed -i '' s/a/b/ f`.
  const operands = read.operands.filter((word, index) => index > 0 || word.text !== '');
  return each(scripted ? operands : operands.slice(1), 'edit');
}

/** `-i.bak` is one option with a suffix, not a cluster. */
function shortenInPlace(word: ShellWord): ShellWord {
  const cluster = /^-[nErsuz]*i/.exec(word.text);
  return cluster === null ? word : { ...word, text: cluster[0] };
}

/** `sed 's/a/b/w file'` and `sed 'w file'` write too. */
function sedWrites(read: Options, scripted: boolean): readonly ShellWord[] {
  const scripts = scripted ? read.values('-e', '--expression') : read.operands.slice(0, 1);
  return scripts.flatMap((word) => {
    const file = /(?:^|[;{}\d$/!]\s*|\/[gpiIme\d]*)w\s+([^\s;}]+)\s*$/m.exec(word.text)?.[1];
    return file === undefined || isDevice(file) ? [] : [plainWord(file, word.range)];
  });
}

/** `perl -pi -e … f`, `ruby -i -pe … f`. */
function scriptInPlace(invocation: Invocation): readonly Target[] {
  if (
    !invocation.args.some(
      (word) => /^-[a-zA-Z0-9]*i(?:\.[\w~]*)?[a-zA-Z]*$/.test(word.text) && !/^-[IMm]/.test(word.text),
    )
  )
    return [];
  const read = readOptions(
    invocation.args.map((word) =>
      /^-[pnlwa0]*i/.test(word.text) && !word.text.endsWith('e') ? { ...word, text: '-i' } : word,
    ),
    { short: 'eEIMm' },
  );
  return each(read.operands, 'edit');
}

/** tar's first word may be a cluster without a dash. */
export function tarOptions(invocation: Invocation): Options {
  const [first, ...rest] = invocation.args;
  const bundled = first !== undefined && /^[cxtruA][a-zA-Z]*$/.test(first.text);
  const args = bundled
    ? [
        {
          ...first,
          text: `-${first.text}`,
          parts: [{ kind: 'literal' as const, text: `-${first.text}`, quoted: false }],
        },
        ...rest,
      ]
    : invocation.args;
  return readOptions(args, {
    short: 'fbCFgHIKLNTVX',
    long: ['file', 'directory', 'exclude', 'files-from', 'use-compress-program'],
  });
}
