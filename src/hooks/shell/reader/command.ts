import type { Assignment as AssignmentNode, Command, Word } from 'unbash';
import { definitionOf, programsLike } from '../../programs/catalog';
import type { ShellWord, Stream, WordPart } from '../invocation';
import { programName, resolvePath } from '../paths';
import { builtinOf } from './builtins';
import { assign, emit, redirectsAlone, type AssignedValue, type SimpleCommand } from './call';
import { expandOne, expandWord } from './expand';
import { noteUnread, readCode, runFile } from './code';
import {
  deeper,
  maxDepth,
  rangeOf,
  spend,
  type Exit,
  type Expansion,
  type Frame,
  type FunctionBody,
  type Parsed,
} from './reader';
import { readProjectScript, runProgram } from './run-program';
import { knownFile, readRedirects, streamOfPath, rememberSink, settleRedirects, type Redirects } from './redirects';
import { isForeign, silent, unknownStream } from './stream';
import type { Value } from './state';
import { readExpression } from './substitution';
import { dropStart, plainWord, unknownWord, wordOf } from './words';
import { readDefinitions, readInWorlds } from './worlds';
import { commandIn, commandTextIn } from '../../programs/parts/unlisted';

export function readCommandNode(node: Command, on: Expansion): Stream {
  return readInWorlds(on.source.text.slice(node.pos, node.end), on, (world) => readInWorld(node, world));
}

function readInWorld(node: Command, outer: Expansion): Stream {
  const { reader, source, state, frame } = outer;
  if (!spend(reader)) return unknownStream;
  const outlets: ((stream: Stream) => void)[] = [];
  const outgoing: Expansion['outgoing'] = (script, from) => {
    const inner = deeper(frame, '>(…)', { subshells: frame.subshells + 1 });
    outlets.push((stdin) => {
      const at = { reader, source: from, state: state.fork(), frame: { ...inner, stdin } };
      reader.interpreter.readScript(script as Parsed, at);
    });
  };
  const on: Expansion = { reader, source, state, frame, outgoing };
  const assignments = node.prefix.flatMap((item) => (item.type === 'Assignment' ? [assigned(item, on)] : []));
  const words: ShellWord[] = [];
  const declared: AssignedValue[] = [];
  if (node.name !== undefined) words.push(...nameWords(node.name, on));
  for (const item of node.suffix) {
    if (item.type === 'Word') words.push(...expandWord(item, on));
    else if (item.type === 'Assignment') {
      const written = assigned(item, on);
      // `declare a={x,y}` sets it once for each word of the braces.
      const value = holdsBraces(item) ? { ...written, value: unknownWord(`$${item.name}`, 'variable') } : written;
      declared.push(value);
      const prefix: WordPart = {
        kind: 'literal',
        text: `${item.name}${item.append === true ? '+' : ''}=`,
        quoted: false,
      };
      words.push(wordOf([prefix, ...(value.value?.parts ?? [])], item.text, rangeOf(source, item)));
    }
  }
  if (words[0] !== undefined && endsInName(node)) addToLast(assignments, words.shift() ?? words[0]);
  const ownOutlets = outlets.length;
  const redirects = readRedirects(node.redirects, on);
  connectSinks(redirects, outlets.splice(ownOutlets));
  const stdin = redirects.stdin ?? frame.stdin;
  if (words.length === 0) return bare(assignments, redirects, node, on);
  const call: SimpleCommand = {
    words,
    assignments,
    redirects: redirects.list,
    range: rangeOf(source, node),
    declared,
    descriptors: redirects.descriptors,
  };
  const opened = redirects.descriptors.filter(([fd, stream]) => Number(fd) > 2 && stream.kind !== 'sink');
  const before = opened.map(([fd]) => state.descriptors.get(fd));
  for (const [fd, stream] of opened) state.descriptors.set(fd, stream);
  const output = run(call, stdin === frame.stdin ? outer : { ...outer, frame: { ...frame, stdin } });
  // Only `exec` keeps them.
  if (node.name?.value !== 'exec') opened.forEach(([fd], at) => state.descriptors.set(fd, before[at]));
  if (node.name?.value === 'exec' && words.length > 1) state.ended = true;
  for (const outlet of outlets) outlet(stdin.kind === 'inherited' ? output : stdin);
  return settleRedirects(redirects, output, on);
}

const holdsBraces = ({ value }: AssignmentNode): boolean =>
  value.type !== 'ArrayValue' && value.parts?.some(({ type }) => type === 'BraceExpansion') === true;

/** `A=<(x) cmd`: the parser takes `<(x)` for the name of the program. */
function endsInName({ prefix, name }: Command): boolean {
  const last = prefix.at(-1);
  return last?.type === 'Assignment' && last.end === name?.pos;
}

function addToLast(assignments: AssignedValue[], word: ShellWord): void {
  const last = assignments.pop();
  if (last !== undefined)
    assignments.push({ ...last, value: wordOf([...(last.value?.parts ?? []), ...word.parts], word.raw, last.range) });
}

/** Connects each `>(…)` among the redirect targets to the descriptor that feeds it, in their order. */
function connectSinks(redirects: Redirects, outlets: ((stream: Stream) => void)[]): void {
  for (const redirect of redirects.list) {
    const part = redirect.target?.parts[0];
    if (part?.kind !== 'unknown' || !part.text.startsWith('>(')) continue;
    const feed = outlets.shift();
    if (feed === undefined) return;
    const sink = { kind: 'sink' as const, feed };
    rememberSink(part, sink);
    if (redirect.fd === undefined || redirect.fd === '1') redirects.stdout = sink;
    redirects.descriptors.push([redirect.fd ?? '1', sink]);
  }
}

/** A program whose name a substitution computes stays unknown, with what it seems to be. `$(which x)` is x, and `$0` a shell. */
function nameWords(name: Word, on: Expansion): readonly ShellWord[] {
  const words = expandWord(name, on);
  const found = /^"?(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP])\s+([\w.-]+)\s*[)`]"?$/.exec(name.text)?.[1];
  const program = found ?? (/^"?\$\{?0\}?"?$/.test(name.text) && words[0]?.value === undefined ? 'sh' : undefined);
  if (program !== undefined) return [plainWord(program, words[0]?.range ?? rangeOf(on.source, name))];
  if (name.parts?.some((part) => part.type === 'CommandExpansion') !== true) return words;
  const first = words[0];
  const candidates = first?.value === undefined || first.value === '' ? [] : [first.value];
  const unknown: WordPart = { kind: 'unknown', text: name.text, why: 'substitution', quoted: true, candidates };
  return [wordOf([unknown], name.text, first?.range ?? rangeOf(on.source, name)), ...words.slice(1)];
}

/** Variables whose text other programs run. */
const holdsCommand =
  /^(?:(?:MAN)?PAGER|EDITOR|VISUAL|(?:SUDO_|FC)?EDIT(?:OR)?|LESS(?:OPEN|CLOSE)|PROMPT_COMMAND|BROWSER|CC|CXX|CPP|LD|AR|RUSTC|(?:CARGO_BUILD_)?RUSTC_(?:WORKSPACE_)?WRAPPER|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|CMAKE_\w+_LAUNCHER|(?:SSH|SUDO)_ASKPASS|RSYNC_RSH|RSYNC_CONNECT_PROG|CVS_RSH|SVN_SSH)$/;

/** Variables that name code for other programs to load. */
const loadsCode = /^(?:LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|NODE_OPTIONS|PERL5OPT|RUBYOPT)$/;

function noteForeignFile(value: ShellWord, name: string, on: Expansion): void {
  for (const text of value.text.split(/[\s:=]+/).filter((piece) => piece !== '')) {
    const stream = streamOfPath(plainWord(text), on);
    if (isForeign(stream)) noteUnread(text, name, stream, on, value.range);
  }
}

function assigned(node: AssignmentNode, on: Expansion): AssignedValue {
  const range = rangeOf(on.source, node);
  const append = node.append === true;
  if (node.index !== undefined) readExpression(node.index, node.index.text, on);
  if (node.value.type === 'ArrayValue') {
    const words = node.value.elements.flatMap((word) => expandWord(word, on));
    const subscripts = words.map(subscriptOf);
    if (subscripts.every((one) => one === undefined))
      return { name: node.name, value: undefined, range, append, items: words.map(({ parts }) => parts) };
    const items = words.map((word, at) => dropStart(word, subscripts[at]?.length ?? 0).parts);
    const keys = subscripts.map((one) => one?.slice(1, -2));
    return { name: node.name, value: undefined, range, append, items, keys };
  }
  const value = expandOne(node.value, on);
  // `a[1]=x`
  if (node.index?.parts === undefined && node.index !== undefined && !append)
    return { name: node.name, value: undefined, range, append: true, items: [value.parts], keys: [node.index.value] };
  // A program that is started later runs this text.
  if (holdsCommand.test(node.name) && value.value !== undefined && /\s/.test(value.value))
    readCode(value, `${node.name}=`, { ...on, state: on.state.fork() });
  if (loadsCode.test(node.name)) noteForeignFile(value, node.name, on);
  const tooLong = value.text.length > 50_000;
  const kept = tooLong ? wordOf([{ kind: 'unknown', text: '…', why: 'variable', quoted: true }], '…', range) : value;
  return { name: node.name, value: kept, range, append, items: undefined };
}

/** `[x]=` at the start of an array's element. */
const subscriptOf = ({ parts: [first] }: ShellWord): string | undefined =>
  first?.kind === 'literal' ? /^\[[^\][]+\]=/.exec(first.text)?.[0] : undefined;

function bare(assignments: readonly AssignedValue[], redirects: Redirects, node: Command, on: Expansion): Stream {
  assign(assignments, on);
  if (!/[<>`]|\$\(/.test(on.source.text.slice(node.pos, node.end))) on.state.status = 'success';
  on.reader.assignments.push(...assignments);
  if (redirects.list.length > 0) emit(redirectsAlone(redirects, rangeOf(on.source, node)), on);
  // `$(< file)` prints the file.
  const prints = redirects.list.some(({ operator }) => operator === '<');
  return settleRedirects(redirects, prints ? (redirects.stdin ?? unknownStream) : silent, on);
}

/** Reads what a command runs, through wrappers, functions and aliases. Returns what it prints. */
export function run(call: SimpleCommand, on: Expansion): Stream {
  const [name, ...args] = call.words;
  if (name === undefined) return silent;
  if (!spend(on.reader)) return unknownStream;
  if (name.value === undefined || name.glob) return runUnknown(name, call, on);
  // The shell does not take `1A=2 cmd` as an assignment, but its writer meant one.
  if (args.length > 0 && /^\w*=/.test(name.raw)) return run({ ...call, words: args }, on);
  const around = on.frame.wrappers.at(-1)?.program;
  // `command x`, `sudo x` and `xargs x` run the program, even if a function or an alias has its name.
  const inShell = around === undefined || around === 'time';
  const printed = inShell ? runDefined(name.value, call, on) : undefined;
  if (printed !== undefined) return printed;
  const program = programName(name.value);
  if (program === 'true' || program === ':') on.state.status = 'success';
  else if (program === 'false') on.state.status = 'failure';
  return name.value.includes('/')
    ? runByPath(name.value, program, call, on)
    : runByName(name.value, program, call, on, inShell);
}

/** Runs a function or an alias of the line; undefined if none has the name. */
function runDefined(name: string, call: SimpleCommand, on: Expansion): Stream | undefined {
  const { reader, state, frame } = on;
  const [word, ...args] = call.words;
  const bodies = state.functions.get(name) ?? [];
  if (bodies.length > 1) return readDefinitions('functions', name, on, (world) => run(call, world));
  if (bodies[0] !== undefined) return callFunction(name, bodies[0], call, on);
  const aliases = (word?.raw === name ? state.aliases.get(name) : undefined) ?? [];
  if (aliases.length > 1) return readDefinitions('aliases', name, on, (world) => run(call, world));
  const [alias] = aliases;
  if (alias === undefined || frame.depth >= maxDepth || frame.via.at(-1) === `alias ${name}`) return undefined;
  const text = [alias, ...args.map(({ raw }) => raw)].join(' ');
  const source = { text, base: undefined, whole: call.range };
  return reader.interpreter.readText(source, { ...on, frame: deeper(frame, `alias ${name}`) });
}

function runByPath(name: string, program: string, call: SimpleCommand, on: Expansion): Stream {
  const { state } = on;
  const path = resolvePath(state.cwd, name);
  if (path !== undefined && isFromLine(path, on)) return runFile(call, path, on);
  const definition = definitionOf(program);
  if (definition !== undefined) return runProgram(program, definition, call, on, undefined);
  emit(call, on);
  if (path !== undefined) {
    const inside = state.ofProcess();
    inside.positional = call.words.slice(1).map((word) => word.parts);
    readProjectScript(path, { ...on, state: inside });
  }
  if (installed.test(name)) readUnknownProgram(name, call, on);
  return unknownStream;
}

const installed = /^\/(?:usr|opt|s?bin|lib\w*|snap|nix)\//;

/** The project's own program stays the project's, even if the line unpacked an archive around it. */
function isFromLine(path: string, { state, reader }: Expansion): boolean {
  if (state.files.has(path)) return true;
  return knownFile(path, state.files) !== undefined && reader.context.readFile?.(path) === undefined;
}

function runByName(name: string, program: string, call: SimpleCommand, on: Expansion, inShell: boolean): Stream {
  const { functions } = on.state;
  const definition = definitionOf(program);
  const builtin = builtinOf(program);
  const made = definition === undefined ? madeProgram(name, on) : undefined;
  if (made !== undefined) return runFile(call, made, on);
  if (definition !== undefined) return runProgram(program, definition, call, on, builtin);
  if (builtin !== undefined) return builtin(call, on);
  const handlers = functions.get('command_not_found_handle') ?? functions.get('command_not_found_handler');
  const handler = inShell ? handlers?.[0] : undefined;
  if (handler !== undefined) callFunction('command_not_found_handle', handler, call, on);
  emit(call, on);
  readUnknownProgram(name, call, on);
  // It may print what it reads, as most filters do.
  return isForeign(on.frame.stdin) ? on.frame.stdin : unknownStream;
}

/** The path of a program that the line itself wrote to a folder of the search path. */
function madeProgram(name: string, { state, reader }: Expansion): string | undefined {
  if (state.files.size === 0) return undefined;
  const { home } = reader.context;
  return ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/bin', `${home}/.local/bin`, `${home}/bin`]
    .map((folder) => `${folder}/${name}`)
    .find((path) => state.files.has(path));
}

/** Runs a program of unknown name: reads each likely name, and lists the program as unknown all the same. */
function runUnknown(name: ShellWord, call: SimpleCommand, on: Expansion): Stream {
  for (const candidate of namesMeant(name).slice(0, 4)) {
    const words = candidate.split(/\s+/).map((text) => plainWord(text, name.range));
    run({ ...call, words: [...words, ...call.words.slice(1)] }, on);
  }
  emit(call, on);
  return unknownStream;
}

/** The names that a word may stand for: `rm` for `${X:-rm}`, every match for `/bin/r?`. */
function namesMeant({ parts, glob, text }: ShellWord): readonly string[] {
  if (glob) return programsLike(text.slice(text.lastIndexOf('/') + 1));
  const most = Math.max(...parts.map((part) => (part.kind === 'unknown' ? (part.candidates?.length ?? 0) : 1)));
  if (parts.some((part) => part.kind === 'unknown' && part.candidates === undefined)) return [];
  return Array.from({ length: most }, (_, at) =>
    parts
      .map((part) => (part.kind === 'unknown' ? (part.candidates?.[at] ?? part.candidates?.[0] ?? '') : part.text))
      .join(''),
  );
}

/** `[ "$1" = 0 ] && return` before the call ends a recursion. */
const mayHaveReturned = ({ exits }: Frame): boolean => exits.returned !== undefined && exits.returned.states.length > 0;

function callFunction(name: string, definition: FunctionBody, call: SimpleCommand, on: Expansion): Stream {
  const { reader, state, frame } = on;
  const [, ...args] = call.words;
  if (call.redirects.length > 0 || call.assignments.length > 0)
    emit({ ...call, words: [plainWord('', call.range)] }, on);
  const first = frame.calls.findIndex(({ body }) => body === definition.node);
  if (first >= 0) {
    const cycle = frame.calls.slice(first);
    const spawns = cycle.some((entry) => entry.spawned);
    const mayEnd = mayHaveReturned(frame) || cycle.slice(1).some((entry) => entry.mayEnd);
    reader.repetitions.push({
      kind: 'recursion',
      functions: cycle.map((entry) => entry.name),
      spawns,
      unconditional: !frame.conditional && (spawns || !mayEnd) && cycle.slice(1).every((entry) => !entry.conditional),
    });
    return unknownStream;
  }
  const outer = { positional: state.positional, positionals: state.positionals };
  const body = state.branch();
  body.positional = args.map((word) => word.parts);
  body.positionals = undefined;
  body.locals = new Map();
  const calls = [
    ...frame.calls,
    { name, body: definition.node, spawned: false, conditional: frame.conditional, mayEnd: mayHaveReturned(frame) },
  ];
  const returned: Exit = { base: state, states: [] };
  const inner = { ...frame, calls, conditional: false, exits: { returned } };
  const output = reader.interpreter.readFunction(name, definition, { ...on, state: body, frame: inner });
  for (const state of returned.states) state.ended = false;
  const before = [...body.locals].map(([local, value]) => [local, wholeOf(state.variables.get(local), value)] as const);
  state.adoptEither([body, ...returned.states]);
  for (const [local, value] of before) {
    state.readonlyNames.delete(local);
    state.variables.set(local, value);
  }
  state.positional = outer.positional;
  state.positionals = outer.positionals;
  return output;
}

/** `local x` is read once for each value that `x` has outside; it has all of them again when the function ends. */
const wholeOf = (outside: Value | undefined, saved: Value | undefined): Value | undefined =>
  outside?.kind === 'either' && outside.values.includes(saved) ? outside : saved;

/** A program that no definition knows may run the command in its words (`cpulimit -l 50 rm -rf x`). */
function readUnknownProgram(name: string, call: SimpleCommand, on: Expansion): void {
  const { state, frame } = on;
  if (frame.depth >= maxDepth) return;
  const words = call.words.slice(1);
  for (const text of commandTextIn(words)) readCode(text, name, { ...on, state: state.fork() });
  const command = commandIn(words);
  if (command.length === 0) return;
  on.reader.interpreter.run(
    { ...call, redirects: [], assignments: [], declared: [], words: command },
    { ...on, state: state.fork(), frame: deeper(frame, name) },
  );
}
