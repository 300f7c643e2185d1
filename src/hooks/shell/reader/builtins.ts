import type { ShellWord, Stream, WordPart } from '../invocation';
import { wordSet } from '../../project/text';
import { resolveFile } from '../paths';
import { noteUnread, readCode, readStreamAsCode } from './code';
import { noteUnseen, readAsArithmetic, readName } from './substitution';
import { assign, emit, type AssignedValue, type SimpleCommand } from './call';
import { noteNamed, setNamed, type Reader, type Expansion } from './reader';
import { eitherValue, mostPossible } from './possible';
import { printed } from './printing';
import { streamOfPath } from './redirects';
import { readSourced } from './run-program';
import { textValue, type Value } from './state';
import { isForeign, silent, textStream, unknownStream } from './stream';
import { dropStart, foreignIn, joined, unknownWord } from './words';

type Builtin = (args: readonly ShellWord[], on: Expansion, call: SimpleCommand) => Stream;

/** Commands that change the shell itself. */
const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', changeDirectory],
  ['chdir', changeDirectory],
  ['pushd', pushDirectory],
  ['popd', popDirectory],
  ['export', declare],
  ['declare', declare],
  ['typeset', declare],
  ['local', declare],
  ['readonly', declare],
  ['unset', unset],
  ['set', setPositional],
  ['shift', shift],
  ['alias', alias],
  ['unalias', unalias],
  ['hash', hash],
  ['shopt', shopt],
  ['eval', evaluate],
  ['.', source],
  ['source', source],
  ['trap', trap],
  ['read', readInput],
  ['mapfile', mapInput],
  ['readarray', mapInput],
  ['exec', keepDescriptors],
  ['wait', wait],
  ['break', (_, on) => leave(on, 'broken')],
  ['continue', (_, on) => leave(on, 'continued')],
  ['exit', (_, on) => leave(on, undefined)],
  ['return', (_, on) => leave(on, 'returned')],
  ['sleep', (_, on) => marked(on, 'waits')],
  ['command', lookUp],
  ['printf', printInto],
  ['getopts', forgetName],
  ['let', calculate],
  ['test', testName],
  ['[', testName],
  ['jobs', runForJobs],
]);

/** Runs a builtin of this name, which is listed as an invocation too; undefined if there is none. */
export function builtinOf(program: string): ((call: SimpleCommand, on: Expansion) => Stream) | undefined {
  const builtin = builtins.get(program);
  return (
    builtin &&
    ((call, on) => {
      emit(call, on);
      return builtin(call.words.slice(1), on, call);
    })
  );
}

function marked(on: Expansion, mark: 'waits' | 'leaves'): Stream {
  const { loop } = on.frame;
  if (loop?.subshells === on.frame.subshells && !on.frame.background) loop[mark] = true;
  return silent;
}

/** `wait -p X` sets X. */
function wait(args: readonly ShellWord[], on: Expansion): Stream {
  const name = readShortOptions(args, 'p').value('p')?.value;
  if (name !== undefined) noteNamed(name, on);
  return marked(on, 'waits');
}

/** A jump: nothing after it runs, and the state here continues at its target. */
function leave(on: Expansion, kind: keyof Expansion['frame']['exits'] | undefined): Stream {
  const { state, frame } = on;
  const output = kind === 'continued' ? silent : marked(on, 'leaves');
  const exit = kind === undefined ? undefined : frame.exits[kind];
  if (exit?.base.shell === state.shell) exit.states.push(state.onto(exit.base));
  state.ended = true;
  return output;
}

function changeDirectory(args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  const { state } = on;
  const target = args.find((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== '--');
  if (target === undefined && call.redirects.some((one) => one.operator === '>' && one.target === undefined)) {
    // `cd <folder>` is a placeholder from documentation: the shell rejects the line.
    state.enter(undefined);
  } else if (target === undefined) {
    const home = state.get('HOME');
    state.enter(home?.kind === 'text' ? home.parts.map((part) => part.text).join('') : undefined);
  } else if (target.text === '-') {
    state.enter(state.previous);
  } else {
    state.enter(resolveFile(state.cwd, target));
  }
  return silent;
}

function pushDirectory(args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  const before = on.state.cwd;
  if (args.some((word) => /^[+-]\d+$/.test(word.text))) {
    on.state.enter(undefined);
    return unknownStream;
  }
  const output = changeDirectory(args, on, call);
  on.state.stack = [...on.state.stack, before];
  return output;
}

function popDirectory(_args: readonly ShellWord[], on: Expansion): Stream {
  on.state.enter(on.state.stack.at(-1), on.state.stack.slice(0, -1));
  return unknownStream;
}

function declare(args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  const { state, reader } = on;
  const program = call.words[0]?.value ?? '';
  const flags = args
    .filter((word) => word.text.startsWith('-'))
    .map((word) => word.text)
    .join('');
  on.state.status = 'success';
  const listed = /[pF]/.test(flags);
  const exports = (program === 'export' && !flags.includes('n')) || flags.includes('x');
  // In a function these make a variable of its own.
  const { locals } = flags.includes('g') || listed || !makesLocal.has(program) ? {} : state;
  for (const word of args) {
    const name = /^\w+/.exec(word.text)?.[0];
    if (!/^\w+\+?=/.test(word.text)) readName(word, on);
    if (name === undefined) continue;
    if (flags.includes('i')) state.integers.add(name);
    if (exports) state.exported.set(name, true);
    else if (program === 'export') state.exported.delete(name);
    if (locals?.has(name) !== false) continue;
    locals.set(name, state.variables.get(name));
    state.variables.set(name, { kind: 'unset' });
  }
  for (const value of [...call.declared, ...declaredByText(call)]) {
    if (flags.includes('n') && value.value?.value !== undefined && program !== 'export') {
      state.variables.set(value.name, { kind: 'reference', name: value.value.value });
      continue;
    }
    assign([flags.includes('l') || flags.includes('u') ? folded(value, flags.includes('l')) : value], on);
    if (program === 'readonly' || flags.includes('r')) state.readonlyNames.set(value.name, true);
    reader.assignments.push(value);
  }
  return silent;
}

const makesLocal = wordSet('local declare typeset');

/** `declare "a=$x"` and `command export a=x`: to the parser these are words like others. */
function declaredByText(call: SimpleCommand): readonly AssignedValue[] {
  const declared = new Set(call.declared.map(({ name }) => name));
  return call.words.slice(1).flatMap((word) => {
    const [start, name = '', append] = /^(\w+)(?:\[[^\]]*\])?(\+)?=/.exec(word.text) ?? [];
    if (start === undefined || (declared.has(name) && word.raw.startsWith(start))) return [];
    const element = start.includes('[');
    const value = element ? unknownWord(`$${name}`, 'variable') : dropStart(word, start.length);
    return [{ name, value, range: word.range, append: append !== undefined, items: undefined }];
  });
}

function folded(value: AssignedValue, lower: boolean): AssignedValue {
  if (value.value === undefined) return value;
  const parts = value.value.parts.map((part) => ({
    ...part,
    text: lower ? part.text.toLowerCase() : part.text.toUpperCase(),
  }));
  return { ...value, value: { ...value.value, parts } };
}

function unset(args: readonly ShellWord[], on: Expansion): Stream {
  const { state } = on;
  const functionsOnly = args.some(({ text }) => /^-\w*f/.test(text));
  const variablesOnly = args.some(({ text }) => /^-\w*[vn]/.test(text));
  for (const word of args) {
    readName(word, on);
    const name = word.value;
    if (name === undefined || name.startsWith('-')) continue;
    const definitions = state.functions.get(name);
    if (functionsOnly) state.functions.delete(name);
    else if (name.includes('[')) setNamed(name, undefined, on);
    else {
      // A function of the name goes only if there is no such variable, which may be in the environment.
      const isSet = !['unset', undefined].includes(state.get(name)?.kind);
      if (definitions !== undefined && !variablesOnly && !isSet) state.functions.set(name, [...definitions, undefined]);
      if (!state.readonlyNames.has(name)) state.variables.set(name, { kind: 'unset' });
    }
  }
  return silent;
}

function setPositional(args: readonly ShellWord[], on: Expansion): Stream {
  const dashes = args.findIndex((word) => word.text === '--');
  const first = args[0];
  if (dashes >= 0) on.state.positional = args.slice(dashes + 1).map((word) => word.parts);
  else if (first !== undefined && !/^[-+]/.test(first.text)) on.state.positional = args.map((word) => word.parts);
  return silent;
}

function shift(args: readonly ShellWord[], on: Expansion): Stream {
  const count = Number(args[0]?.value ?? 1);
  on.state.positional = Number.isInteger(count) && count >= 0 ? on.state.positional?.slice(count) : undefined;
  return silent;
}

function alias(args: readonly ShellWord[], on: Expansion): Stream {
  for (const word of args) {
    const found = /^([^=\s]+)=([^]*)$/.exec(word.value ?? '');
    if (found?.[1] !== undefined && found[2] !== undefined) on.state.aliases.set(found[1], [found[2]]);
  }
  return silent;
}

function unalias(args: readonly ShellWord[], on: Expansion): Stream {
  const names = args.map((word) => word.text);
  if (names.includes('-a')) names.push(...[...on.state.aliases.changed()].map(([name]) => name));
  for (const name of names) on.state.aliases.delete(name);
  return silent;
}

/** `hash -p /bin/rm tidy` gives a program another name. */
function hash(args: readonly ShellWord[], on: Expansion): Stream {
  const read = readShortOptions(args, 'p');
  const path = read.value('p')?.value;
  const name = read.operands[0]?.value;
  if (path !== undefined && name !== undefined) on.state.aliases.set(name, [path]);
  return silent;
}

function shopt(args: readonly ShellWord[], on: Expansion): Stream {
  const words = args.map((word) => word.text);
  if (words.includes('lastpipe')) on.state.lastpipe = words.includes('-s');
  return silent;
}

function evaluate(args: readonly ShellWord[], on: Expansion): Stream {
  const words = args.filter((word, index) => index > 0 || word.text !== '--');
  return words.length === 0 ? silent : readCode(joined(words), 'eval', on);
}

function source(args: readonly ShellWord[], on: Expansion): Stream {
  const [file, ...rest] = args.filter((word, index) => index > 0 || word.text !== '--');
  // fish reads the input.
  if (file === undefined || file.text === '-') {
    if (isForeign(on.frame.stdin)) noteUnread('', 'source', on.frame.stdin, on);
    return silent;
  }
  const { positional } = on.state;
  if (rest.length > 0) on.state.positional = rest.map((word) => word.parts);
  const output = readFileInPlace(file, on);
  if (rest.length > 0) on.state.positional = positional;
  return output;
}

function readFileInPlace(file: ShellWord, on: Expansion): Stream {
  const stream = streamOfPath(file, on);
  if (stream.kind === 'text') return readStreamAsCode(stream, 'source', on);
  noteUnread(file.raw, 'source', stream, on, file.range);
  if (stream.kind === 'file') readSourced(stream.path, on);
  return unknownStream;
}

function trap(args: readonly ShellWord[], on: Expansion): Stream {
  const [code, ...signals] = args.filter((word, index) => index > 0 || word.text !== '--');
  if (code === undefined || signals.length === 0 || code.text === '' || code.text.startsWith('-')) return silent;
  const { reader, state, frame, source } = on;
  reader.traps.push({ code, state: state.shell, frame, source, variables: new Map(state.variables.changesSince()) });
  return silent;
}

/** Code of `trap` runs when its shell ends or gets a signal: with the state at that time, or an earlier one. */
export function readTraps(reader: Reader): void {
  for (const { code, state, frame, source, variables } of reader.traps) {
    const end = state.fork();
    end.ended = false;
    for (const [name, value] of variables) end.setEither(name, eitherValue([end.variables.get(name), value]));
    readCode(code, 'trap', { reader, source, frame, state: end });
  }
}

function readInput(args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  const read = readShortOptions(args, 'adinNptu');
  const stream = inputOf(read.value('u'), on);
  const lines = linesFor(stream, on);
  const names = read.operands.flatMap((word) => (word.value === undefined ? [] : [word.value]));
  const array = read.value('a')?.value;
  if (array !== undefined) names.push(array);
  if (names.length === 0) names.push('REPLY');
  for (const word of args) readName(word, on);
  if (lines === undefined) for (const name of names) if (on.state.integers.has(name)) noteUnseen(name, on);
  names.forEach((name, index) => {
    const value = (line: string): Value => {
      if (names.length === 1 && array === undefined) return textValue(line);
      const fields = fieldsOf(line, call, on);
      if (name === array)
        return { kind: 'list', items: fields.map((text) => [{ kind: 'literal', text, quoted: true }]) };
      return textValue(index === names.length - 1 ? fields.slice(index).join(' ') : (fields[index] ?? ''));
    };
    setNamed(name, lines === undefined ? incoming(name, stream) : eitherValue(lines.map(value)), on);
  });
  return silent;
}

/** The line that `read` gets: the first one, or in a loop and after another `read` any. */
function linesFor(stream: Stream, { reader, frame }: Expansion): readonly string[] | undefined {
  if (stream.kind !== 'text') return undefined;
  const lines = stream.text.replace(/\n$/, '').split('\n', mostPossible + 2);
  const any = frame.exits.broken !== undefined || reader.begun.has(stream);
  reader.begun.add(stream);
  return any ? lines : lines.slice(0, 1);
}

/** A line as `read` splits it: at spaces, or at the IFS set for this one command. */
function fieldsOf(line: string, { assignments }: SimpleCommand, { state }: Expansion): readonly string[] {
  const own = assignments.find(({ name }) => name === 'IFS')?.value?.value;
  const kept = state.get('IFS');
  const separators = own ?? (kept?.kind === 'text' ? kept.parts.map(({ text }) => text).join('') : ' \t\n');
  if (separators === '') return [line];
  const marks = separators.replace(/[\\\]^-]/g, '\\$&');
  return /^\s+$/.test(separators)
    ? line.trim().split(new RegExp(`[${marks}]+`))
    : line.trim().split(new RegExp(`[${marks}]`));
}

function mapInput(args: readonly ShellWord[], on: Expansion): Stream {
  const read = readShortOptions(args, 'CcdnOsu');
  for (const word of read.operands) readName(word, on);
  const stream = inputOf(read.value('u'), on);
  const callback = read.value('C');
  const quantum = Number(read.value('c')?.value ?? 5_000);
  // It is not called before so many lines have been read.
  const calls = stream.kind !== 'text' || stream.text.split('\n').length - 1 > quantum;
  if (callback !== undefined && calls) readCode(callback, 'mapfile -C', { ...on, state: on.state.fork() });
  const name = read.operands[0]?.value ?? 'MAPFILE';
  if (stream.kind !== 'text') {
    setNamed(name, incoming(name, stream), on);
    return silent;
  }
  const items = stream.text
    .replace(/\n$/, '')
    .split('\n')
    .map((line): readonly WordPart[] => [{ kind: 'literal', text: line, quoted: true }]);
  setNamed(name, { kind: 'list', items }, on);
  return silent;
}

function incoming(name: string, stream: Stream): Value {
  return { kind: 'text', parts: [{ kind: 'unknown', text: `$${name}`, why: 'input', quoted: false, name, stream }] };
}

function inputOf(fd: ShellWord | undefined, on: Expansion): Stream {
  if (fd === undefined) return on.frame.stdin;
  const found = fd.value === undefined ? undefined : on.state.descriptors.get(fd.value);
  return found === undefined || found.kind === 'sink' ? unknownStream : found;
}

/** `exec` without a command: its redirects last. */
function keepDescriptors(_args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  for (const [fd, stream] of call.descriptors) on.state.descriptors.set(fd, stream);
  return silent;
}

function lookUp(_args: readonly ShellWord[], _on: Expansion, call: SimpleCommand): Stream {
  const name = call.words.at(-1)?.value;
  return name === undefined ? unknownStream : textStream(`${name}\n`);
}

function printInto(args: readonly ShellWord[], on: Expansion): Stream {
  if (args[0]?.value !== '-v') {
    const text = printed(args);
    return text === undefined ? (foreignIn(args) ?? unknownStream) : textStream(text);
  }
  if (args[1] !== undefined) readName(args[1], on);
  const name = args[1]?.value;
  const text = printed(args.slice(2));
  if (name !== undefined) setNamed(name, text === undefined ? incoming(name, unknownStream) : textValue(text), on);
  return silent;
}

function calculate(args: readonly ShellWord[], on: Expansion): Stream {
  for (const word of args) readAsArithmetic(word, on);
  return silent;
}

/** `test -v 'a[$(x)]'` runs the subscript's code. */
function testName(args: readonly ShellWord[], on: Expansion): Stream {
  args.forEach((word, at) => {
    const name = args[at + 1];
    if (word.value === '-v' && name !== undefined) readName(name, on);
  });
  return silent;
}

/** `jobs -x command`. */
function runForJobs(args: readonly ShellWord[], on: Expansion, call: SimpleCommand): Stream {
  const [option, ...words] = args;
  return option?.value === '-x' && words.length > 0
    ? on.reader.interpreter.run({ ...call, words, redirects: [] }, on)
    : unknownStream;
}

function forgetName(args: readonly ShellWord[], on: Expansion): Stream {
  const name = args[1]?.value;
  if (name !== undefined) setNamed(name, incoming(name, unknownStream), on);
  return silent;
}

/** The words of a builtin: the last value of each short option, and the operands. */
interface BuiltinWords {
  readonly operands: readonly ShellWord[];
  value(letter: string): ShellWord | undefined;
}

/** Reads a builtin's words as getopt would. `valued` has the letters of the options that take a value. */
function readShortOptions(args: readonly ShellWord[], valued: string): BuiltinWords {
  const values = new Map<string, ShellWord | undefined>();
  const operands: ShellWord[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.value === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (word.text.length < 2 || !word.text.startsWith('-') || word.parts[0]?.kind === 'unknown') {
      operands.push(word);
      continue;
    }
    if (word.text.startsWith('--')) continue;
    const letter = word.text.split('').findIndex((one, index) => index > 0 && valued.includes(one));
    if (letter < 0) continue;
    const isLast = letter + 1 === word.text.length;
    values.set(word.text.charAt(letter), isLast ? args[at + 1] : dropStart(word, letter + 1));
    if (isLast) at += 1;
  }
  return { operands, value: (letter) => values.get(letter) };
}
