import type { ShellWord, Stream, WordPart } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { deeper, type Frame } from './machine';
import { inherited, unknownStream } from './stream';
import { joined, plainWord, unknownWord, wordOf } from './words';

const xargs: OptionSpec = {
  short: 'aEILJRSdnPs',
  long: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
  strict: true,
};

/** `xargs`: the command of its own words, with more words from its input. */
export function runXargs(call: Call, on: Expansion): Stream {
  const args = call.words.slice(1);
  const read = readOptions(args, xargs);
  if (read.operands.length === 0 || read.has('--help', '--version')) {
    emit(call, on);
    return unknownStream;
  }
  const given = read.value('-I', '-J')?.text;
  const replaced = given ?? (read.has('-i', '--replace') ? replacement(read.value('--replace')?.text) : undefined);
  const stream = read.has('-a', '--arg-file') ? unknownStream : on.frame.stdin;
  const wrappers = [...on.frame.wrappers, { program: 'xargs', args: args.slice(0, read.consumed) }];
  const frame: Frame = {
    ...on.frame,
    depth: on.frame.depth + 1,
    wrappers,
    stdin: inherited,
    openEnded: stream.kind !== 'text',
  };
  const inner: Expansion = { ...on, state: on.state.fork(), frame };
  for (const items of inputs(stream)) {
    const words =
      replaced === undefined || !read.operands.some((word) => word.text.includes(replaced))
        ? [...read.operands, ...items]
        : read.operands.map((word) => filled(word, replaced, joined(items)));
    run({ ...call, words }, inner);
  }
  return unknownStream;
}

function replacement(text: string | undefined): string {
  return text === undefined || text === '' ? '{}' : text;
}

/** The words that come in. A known line is tried both split and whole: quoting in it may keep it together. */
function inputs(stream: Stream): readonly (readonly ShellWord[])[] {
  if (stream.kind !== 'text') return [[unknownWord('{}', 'input', stream)]];
  const split = stream.text.split(/\s+/).filter((text) => text !== '');
  const lines = stream.text.split('\n').filter((text) => text !== '');
  const whole = lines.length === split.length ? [] : [lines.map((text) => plainWord(text))];
  return [split.slice(0, 200).map((text) => plainWord(text)), ...whole];
}

/** The word with every placeholder replaced. */
function filled(word: ShellWord, placeholder: string, item: ShellWord): ShellWord {
  if (!word.text.includes(placeholder)) return word;
  const parts: WordPart[] = [];
  for (const part of word.parts) {
    if (part.kind === 'unknown') {
      parts.push(part);
      continue;
    }
    part.text.split(placeholder).forEach((piece, index) => {
      if (index > 0) parts.push(...item.parts);
      if (piece !== '') parts.push({ kind: 'literal', text: piece, quoted: true });
    });
  }
  return wordOf(parts, word.raw, undefined);
}

const parallel: OptionSpec = {
  short: 'aCdEIjJLlMmNnPpSsTUWX',
  long: [
    'jobs',
    'arg-file',
    'arg-sep',
    'arg-file-sep',
    'colsep',
    'delimiter',
    'delay',
    'halt',
    'joblog',
    'load',
    'max-args',
    'max-procs',
    'max-replace-args',
    'memfree',
    'nice',
    'results',
    'retries',
    'sshlogin',
    'sshloginfile',
    'tagstring',
    'timeout',
    'tmpdir',
    'workdir',
    'wd',
    'env',
    'basefile',
    'block',
    'recstart',
    'recend',
    'return',
    'shuf',
    'trc',
    'profile',
    'rpl',
  ],
  strict: true,
};

/** GNU parallel: a template for a shell, filled from `:::` words or from its input. */
export function runParallel(call: Call, on: Expansion): Stream {
  const args = call.words.slice(1);
  const at = args.findIndex((word) => /^:{3,4}\+?$/.test(word.text));
  const read = readOptions(at < 0 ? args : args.slice(0, at), parallel);
  const items = at < 0 ? fromInput(on.frame.stdin) : fromWords(args.slice(at));
  const wrappers = [...on.frame.wrappers, { program: 'parallel', args: args.slice(0, read.consumed) }];
  const openEnded = at < 0 ? on.frame.stdin.kind !== 'text' : items.length === 0;
  const frame: Frame = { ...deeper(on.frame, 'parallel'), wrappers, stdin: inherited, openEnded };
  const inner: Expansion = { ...on, state: on.state.fork(), frame };
  const template = read.operands;
  if (read.has('--help', '--version')) {
    emit(call, on);
    return unknownStream;
  }
  if (template.length === 0) {
    emit(call, on);
    if (at < 0) readStreamAsCode(on.frame.stdin, 'sh', inner);
    else for (const item of items) readCode(item, 'parallel', inner);
    return unknownStream;
  }
  const [only] = template;
  const filling = template.some((word) => /\{(?:[./#%]*|\d+)\}/.test(word.text));
  for (const item of items.length === 0 ? [unknownWord('{}', 'input', unknownStream)] : items) {
    const words = filling ? template.map((word) => filled(word, '{}', item)) : [...template, item];
    // One quoted template is shell text: `parallel 'rm -rf {}' ::: a`.
    if (only !== undefined && template.length === 1 && /\s/.test(only.text)) readCode(joined(words), 'parallel', inner);
    else run({ ...call, words, redirects: [] }, inner);
  }
  return unknownStream;
}

function fromInput(stream: Stream): readonly ShellWord[] {
  if (stream.kind !== 'text') return [unknownWord('{}', 'input', stream)];
  return stream.text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 200)
    .map((line) => plainWord(line));
}

function fromWords(words: readonly ShellWord[]): readonly ShellWord[] {
  const items: ShellWord[] = [];
  let files = false;
  for (const word of words) {
    if (/^:{3,4}\+?$/.test(word.text)) files = word.text.startsWith('::::');
    else items.push(files ? unknownWord('{}', 'input', unknownStream) : word);
  }
  return items.slice(0, 200);
}
