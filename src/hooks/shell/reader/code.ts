import { shellNames } from '../../programs/shells';
import type { ShellWord, Stream, WordPart } from '../invocation';
import { emit, type SimpleCommand } from './call';
import { deeper, type Expansion, type Source } from './reader';
import { knownFile } from './redirects';
import type { ShellState } from './state';
import { besideIn, inherited, silent, textStream, unknownStream } from './stream';
import { originOf, plainWord, streamIn } from './words';

/** Reads a word that a shell will run as code; unknown parts of it stay unknown variables of the new text. */
export function readCode(
  word: ShellWord,
  via: string,
  on: Expansion,
  changes: Partial<Expansion['frame']> = {},
): Stream {
  const inner = { ...on, frame: deeper(on.frame, via, changes) };
  const { interpreter } = on.reader;
  if (word.value !== undefined) return interpreter.readText({ text: word.value, base: originOf(word) }, inner);
  const stream = streamIn(word) ?? unknownStream;
  if (stream.kind === 'text') return interpreter.readText({ text: stream.text, base: undefined }, inner);
  noteUnread(word.raw, via, stream, on, word.range);
  const candidates =
    word.parts.length === 1 && word.parts[0]?.kind === 'unknown' ? word.parts[0].candidates : undefined;
  for (const text of candidates?.slice(0, 4) ?? [])
    interpreter.readText({ text, base: undefined }, { ...inner, state: on.state.fork() });
  const text = word.parts.map((part) => (part.kind === 'unknown' ? placeholder(part, on) : part.text)).join('');
  return interpreter.readText({ text, base: undefined }, inner);
}

function placeholder(part: WordPart, on: Expansion): string {
  const name = `__unknown_${++on.reader.unknowns}`;
  on.state.set(name, { kind: 'text', parts: [part] });
  return `\${${name}}`;
}

export function noteUnread(
  text: string,
  runner: string,
  stream: Stream,
  on: Expansion,
  range?: ShellWord['range'],
): void {
  if (on.frame.script && stream.kind !== 'remote' && stream.kind !== 'decoded') return;
  on.reader.unread.push({ text, why: stream.kind === 'file' ? 'script-file' : 'unknown-code', runner, stream, range });
}

/** Commands that flow into a shell. */
export function readStreamAsCode(stream: Stream, runner: string, on: Expansion, state: ShellState = on.state): Stream {
  if (stream.kind !== 'text') {
    noteUnread('', runner, stream, on);
    for (const text of besideIn(stream)) readStreamAsCode(textStream(text), runner, on, state.fork());
    return unknownStream;
  }
  const source: Source = { text: stream.text, base: stream.origin?.start };
  const frame = deeper(on.frame, `${runner} <`, { stdin: inherited });
  const { running } = on.reader;
  if (running.has(stream)) return unknownStream;
  running.add(stream);
  try {
    return on.reader.interpreter.readText(source, { ...on, state, frame });
  } finally {
    running.delete(stream);
  }
}

/** Runs a file that the line itself wrote. */
export function runFile(call: SimpleCommand, path: string, on: Expansion): Stream {
  const content = knownFile(path, on.state.files);
  // A copy of a program, or a link to it, is the program under another name.
  if (content?.kind === 'file' && !on.state.files.has(content.path))
    return on.reader.interpreter.run({ ...call, words: [plainWord(content.path), ...call.words.slice(1)] }, on);
  const shebang = content?.kind === 'text' ? /^#!\s*\S*?([\w.-]+)(?:\s+([\w.-]+))?\s*\n/.exec(content.text) : undefined;
  const runner = (shebang?.[1] === 'env' ? shebang[2] : shebang?.[1]) ?? 'sh';
  if (!shellNames.has(runner))
    return on.reader.interpreter.run({ ...call, words: [plainWord(runner, call.range), ...call.words] }, on);
  emit(call, on);
  if (content === undefined) return silent;
  if (content.kind === 'text') return readStreamAsCode(content, runner, { ...on, state: on.state.ofProcess() });
  noteUnread(call.words[0]?.raw ?? path, path, content, on, call.range);
  return unknownStream;
}
