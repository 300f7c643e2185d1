import type { Invocation, ShellWord } from './invocation';
import { gitCommand } from './git';
import { readOptions, type OptionSpec, type Options } from './options';
import { isDevice } from './paths';
import { downloadOf } from './reader/network';
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
const operandsOf =
  (spec: OptionSpec, change: Change): Rule =>
  (invocation) =>
    each(readOptions(invocation.args, spec).operands, change);

/** The destination of cp, mv, ln and install: a directory takes the file's own name. */
function copied(spec: OptionSpec, moves: boolean): Rule {
  return (invocation) => {
    const read = readOptions(invocation.args, spec);
    const into = read.value('-t', '--target-directory');
    const sources = into === undefined ? read.operands.slice(0, -1) : read.operands;
    const target = into ?? (read.operands.length > 1 ? read.operands.at(-1) : undefined);
    const gone = moves ? each(sources, 'move-away') : [];
    if (target === undefined) return gone;
    const inside = into !== undefined || target.text.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(target.text);
    const placed = inside
      ? sources.map((word): Target => ({ word: joinedPath(target, word), change: 'write' }))
      : [{ word: target, change: 'write' as const }];
    return [...gone, ...placed];
  };
}

function joinedPath(directory: ShellWord, source: ShellWord): ShellWord {
  if (directory.value === undefined || source.value === undefined) return directory;
  const name = source.value.replace(/\/+$/, '').replace(/^.*\//, '');
  return { ...plainWord(`${directory.value.replace(/\/+$/, '')}/${name}`, directory.range), raw: directory.raw };
}

const copySpec: OptionSpec = {
  short: 'tSmog',
  long: ['target-directory', 'suffix', 'mode', 'owner', 'group', 'backup', 'context'],
};

/** Which words of which programs are files that they change. */
export const writingPrograms: Readonly<Record<string, Rule>> = {
  tee: (invocation) => {
    const read = readOptions(invocation.args);
    return each(read.operands, read.has('-a', '--append') ? 'append' : 'write');
  },
  sponge: operandsOf({}, 'write'),
  cp: copied(copySpec, false),
  mv: copied(copySpec, true),
  install: copied(copySpec, false),
  ln: copied({ short: 'tS', long: ['target-directory', 'suffix'] }, false),
  rsync: (invocation) => {
    const { operands } = readOptions(invocation.args, {
      short: 'efBMT',
      long: ['rsh', 'filter', 'exclude', 'include'],
    });
    const target = operands.at(-1);
    return operands.length < 2 || target === undefined || /^[\w.@-]+:/.test(target.text)
      ? []
      : [{ word: target, change: 'write' }];
  },
  sed: inPlace,
  gsed: inPlace,
  perl: scriptInPlace,
  ruby: scriptInPlace,
  touch: operandsOf({ short: 'drt', long: ['date', 'reference', 'time'] }, 'create'),
  mkdir: operandsOf({ short: 'm', long: ['mode'] }, 'create'),
  mkfifo: operandsOf({ short: 'm', long: ['mode'] }, 'create'),
  truncate: operandsOf({ short: 'sr', long: ['size', 'reference'] }, 'edit'),
  dd: (invocation) =>
    invocation.args.flatMap((word) =>
      word.text.startsWith('of=') ? [{ word: dropStart(word, 3), change: 'write' as const }] : [],
    ),
  rm: (invocation) => {
    const read = readOptions(invocation.args);
    return each(read.operands, read.has('-r', '-R', '--recursive') ? 'delete-tree' : 'delete');
  },
  unlink: operandsOf({}, 'delete'),
  rmdir: operandsOf({}, 'delete'),
  shred: operandsOf({ short: 'nsu', long: ['iterations', 'size'] }, 'delete'),
  trash: operandsOf({}, 'delete-tree'),
  'trash-put': operandsOf({}, 'delete-tree'),
  chmod: (invocation) => each(readOptions(invocation.args).operands.slice(1), 'attributes'),
  chown: (invocation) => each(readOptions(invocation.args).operands.slice(1), 'attributes'),
  curl: downloaded,
  wget: downloaded,
  aria2c: downloaded,
  sort: (invocation) =>
    each(readOptions(invocation.args, { short: 'okStT', long: ['output'] }).values('-o', '--output'), 'write'),
  uniq: (invocation) => each(readOptions(invocation.args, { short: 'fsw' }).operands.slice(1, 2), 'write'),
  patch: (invocation) =>
    each(
      readOptions(invocation.args, { short: 'dioprBDFVYzg', long: ['input', 'directory', 'output'] }).operands.slice(
        0,
        1,
      ),
      'edit',
    ),
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

function downloaded(invocation: Invocation): readonly Target[] {
  const download = downloadOf(invocation.program ?? '', invocation.args);
  return each(download?.files ?? [], 'write');
}

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
