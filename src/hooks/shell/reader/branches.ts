import type { AndOr, ArithmeticFor, Case, CompoundList, For, If, Select, Statement, While } from 'unbash';
import type { ShellWord, Stream, WordPart } from '../invocation';
import { expandOne, expandWord } from './expand';
import { noteNamed, type Exit, type Expansion, type Frame, type Loop, type Reader } from './reader';
import { eitherValue, textValue } from './possible';
import type { ShellState, Value } from './state';
import { after, silent, unknownStream } from './stream';
import { readExpression } from './substitution';
import { wordOf } from './words';
import { programName } from '../paths';

/** The code ends in one of these states. */
function settle(state: ShellState, ends: readonly (ShellState | undefined)[]): void {
  const found = running(ends).map((end) => end.onto(state));
  if (found.length === 0) state.ended = true;
  else state.adoptEither(found);
}

function readBody(list: CompoundList, on: Expansion, state: ShellState, frame: Frame = on.frame): Stream {
  return on.reader.interpreter.readAll(list.commands, { ...on, state, frame });
}

/** `a && b || c`: each part runs only in the states that the parts before it can leave. */
export function readAndOr(node: AndOr, on: Expansion): Stream {
  const { state } = on;
  const { interpreter } = on.reader;
  const first = state.branch();
  const [head, ...rest] = node.commands;
  if (head === undefined) return silent;
  const inner: Frame = { ...on.frame, conditional: true };
  let output = interpreter.readPipeline(head, { ...on, state: first });
  let [succeeded, failed] = first.outcomes(state);
  rest.forEach((command, at) => {
    const needsSuccess = node.operators[at] === '&&';
    const start = needsSuccess ? succeeded : failed;
    const other = needsSuccess ? failed : succeeded;
    // If the other outcome has its own copy of the state, this one can continue in place.
    const own = start !== undefined && start !== other;
    const branch = own ? start : (start ?? other ?? state).branch();
    branch.begin();
    output = after(output, interpreter.readPipeline(command, { ...on, state: branch, frame: inner }));
    // Code that cannot run is read, but does not change the state.
    if (start === undefined || (!own && branch.isUntouched(start))) return;
    const [yes, no] = (own ? branch : branch.onto(state)).outcomes(state);
    if (needsSuccess) {
      succeeded = yes;
      failed = joined(other, no, state);
    } else {
      failed = no;
      succeeded = joined(other, yes, state);
    }
  });
  const ends = [failed, succeeded].filter((end) => end !== undefined);
  if (ends.length > 0) {
    for (const end of ends) end.begin();
    state.adoptEither([...new Set(ends)]);
    state.status = failed === undefined ? 'success' : succeeded === undefined ? 'failure' : 'either';
    if (failed !== undefined && failed !== succeeded) state.ifFailed = failed.possiblePlaces();
  } else state.ended = true;
  return output;
}

function joined(one: ShellState | undefined, other: ShellState | undefined, base: ShellState): ShellState | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const both = base.branch();
  both.adoptEither([one, other]);
  both.begin();
  return both;
}

export function readIf(node: If, on: Expansion): Stream {
  const { state, frame } = on;
  const ends: (ShellState | undefined)[] = [];
  const arms = [{ clause: node.clause, then: node.then }, ...node.elif];
  const never = isFalse(node.clause);
  let output: Stream = silent;
  let before: ShellState | undefined = state;
  for (const [at, { clause, then }] of arms.entries()) {
    const tested: ShellState = (before ?? state).branch();
    output = after(output, readBody(clause, on, tested, at === 0 ? frame : { ...frame, conditional: true }));
    const [holds, fails] = tested.outcomes(state);
    const inner: Frame = { ...frame, conditional: true, loop: never && at === 0 ? undefined : frame.loop };
    const body: ShellState = (holds ?? tested).branch();
    output = after(output, readBody(then, on, body, inner));
    if (before !== undefined && holds !== undefined) ends.push(body);
    before = before === undefined ? undefined : fails;
  }
  if (node.else !== undefined) {
    const body = (before ?? state).branch();
    output = after(output, readBody(node.else, on, body, { ...frame, conditional: true }));
    if (before !== undefined) ends.push(body);
  } else ends.push(before);
  settle(state, ends);
  return output;
}

export function readCase(node: Case, on: Expansion): Stream {
  const { state, frame } = on;
  expandOne(node.word, on);
  const ends: (ShellState | undefined)[] = [];
  let output: Stream = silent;
  let falling: ShellState | undefined;
  let always = false;
  for (const item of node.items) {
    for (const pattern of item.pattern) expandOne(pattern, on);
    always ||= item.pattern.some(({ text }) => text === '*');
    const body = state.branch();
    if (falling !== undefined) body.adoptEither([state.branch(), falling]);
    output = after(output, readBody(item.body, on, body, { ...frame, conditional: true }));
    falling = item.terminator === ';;' || item.terminator === undefined || body.ended ? undefined : body.onto(state);
    ends.push(body);
  }
  if (!always) ends.push(state.branch());
  settle(state, ends);
  return output;
}

/** The states that one round of a loop leaves: for the next round, and for the code after the loop. */
interface Round {
  readonly next: readonly (ShellState | undefined)[];
  readonly left: readonly (ShellState | undefined)[];
  readonly output: Stream;
}

/** Rounds are read until one changes nothing, but at most this often. What still changes is unknown. */
const mostRounds = 3;

/** A loop of unknown length: a round starts in any state that an earlier one may have left, and sets `sets` first. */
function readRounds(on: Expansion, loop: Loop | undefined, read: (on: Expansion) => Round, sets?: string): Stream {
  const { state, frame } = on;
  let entry = state.branch();
  for (let count = 1; ; count++) {
    const broken: Exit = { base: entry, states: [] };
    const continued: Exit = { base: entry, states: [] };
    const conditional = loop === undefined ? true : frame.conditional;
    const inner: Frame = { ...frame, conditional, loop, exits: { ...frame.exits, broken, continued } };
    const round = read({ ...on, state: entry.branch(), frame: inner });
    const next = running([...round.next, ...continued.states]);
    const after = entry.branch();
    const changed = next.length === 0 ? [] : after.adoptEither([entry.branch(), ...next.map((end) => end.onto(entry))]);
    // The variable that every round sets first needs no further round.
    if (sets !== undefined) after.variables.reset(sets);
    after.begin();
    const settled = next.length === 0 || after.isUntouched(entry);
    if (!settled && count < mostRounds) {
      entry = after.onto(state);
      continue;
    }
    settle(state, [...round.left, ...broken.states]);
    for (const name of settled ? [] : changed)
      state.setEither(name, eitherValue([state.variables.get(name), undefined]));
    return round.output.kind === 'text' ? unknownStream : round.output;
  }
}

const running = (states: readonly (ShellState | undefined)[]): readonly ShellState[] =>
  states.filter((end) => end !== undefined && !end.ended) as ShellState[];

export function readWhile(node: While, on: Expansion): Stream {
  const forever = endless(node);
  const loop = forever ? readLoop(on.reader, on.frame) : undefined;
  return readRounds(on, loop, (inner) => {
    const { state } = inner;
    const base = state.branch();
    const earlier = on.reader.assignments.length;
    readBody(node.clause, inner, base, { ...on.frame, exits: inner.frame.exits });
    const named = on.reader.assignments.slice(earlier).filter(({ value }) => value === undefined);
    const [success, failure] = base.outcomes(state);
    const [holds, fails] = node.kind === 'while' ? [success, failure] : [failure, success];
    const body = (holds ?? base).branch();
    const output = readBody(node.body, inner, body);
    // At the end of its input `read` leaves the variable empty.
    for (const { name } of fails === undefined ? [] : named)
      fails?.setEither(name, eitherValue([fails.variables.get(name), textValue('')]));
    return { next: [holds && body], left: [forever ? undefined : fails], output };
  });
}

export function readArithmeticFor(node: ArithmeticFor, on: Expansion): Stream {
  for (const expression of [node.initialize, node.test, node.update]) {
    if (expression !== undefined) readExpression(expression, on.source.text.slice(expression.pos, expression.end), on);
  }
  const test = node.test === undefined ? '1' : on.source.text.slice(node.test.pos, node.test.end);
  const forever = constantNumber(test) === true;
  const loop = forever ? readLoop(on.reader, on.frame) : undefined;
  return readRounds(on, loop, (inner) => {
    const { state } = inner;
    const body = state.branch();
    const output = readBody(node.body, inner, body);
    return { next: [body], left: forever ? [] : [body, state], output };
  });
}

/** Longer lists of words are read like lists of unknown length. */
const mostWords = 100;

export function readFor(node: For | Select, on: Expansion): Stream {
  const name = node.name.value;
  // Without a list it goes over the positional parameters.
  const words =
    node.wordlist?.flatMap((word) => expandWord(word, on)) ??
    (node.type === 'For' ? on.state.positional?.map((parts) => wordOf(parts, '"$@"', undefined)) : undefined);
  noteNamed(name, on);
  const certain = words?.every((word) => word.value !== undefined && !word.glob) === true;
  if (certain && node.type === 'For' && words.length <= mostWords) return readEachWord(node, words, on);
  const unknown: WordPart = { kind: 'unknown', text: `$${name}`, why: 'variable', quoted: false };
  const value = eitherValue(
    words?.map(({ parts }): Value => ({ kind: 'text', parts })) ?? [{ kind: 'text', parts: [unknown] }],
  );
  const read = (inner: Expansion): Round => {
    const { state } = inner;
    const body = state.branch();
    body.setEither(name, value);
    const output = readBody(node.body, inner, body);
    return { next: [body], left: [body, state], output };
  };
  return readRounds(on, undefined, read, name);
}

/** `for x in a b`: the rounds are known, and run one after another. */
function readEachWord(node: For | Select, words: readonly ShellWord[], on: Expansion): Stream {
  const { state, frame } = on;
  const broken: Exit = { base: state, states: [] };
  const current = state.branch();
  let output: Stream = silent;
  for (const { parts } of words) {
    const round = current.branch();
    const continued: Exit = { base: current, states: [] };
    round.set(node.name.value, { kind: 'text', parts });
    const exits = { ...frame.exits, broken, continued };
    output = after(output, readBody(node.body, on, round, { ...frame, conditional: true, loop: undefined, exits }));
    settle(current, [round, ...continued.states]);
    if (current.ended) break;
  }
  settle(state, [current, ...broken.states]);
  return output;
}

/** Is this loop's condition the same in every round? */
function endless(node: While): boolean {
  return node.kind === 'while' ? isTrue(node.clause) : isFalse(node.clause);
}

function isTrue(clause: CompoundList): boolean {
  return constant(clause) === true;
}

function isFalse(clause: CompoundList): boolean {
  return constant(clause) === false;
}

/** Arithmetic of nothing but numbers: is it the same in every round, and other than zero? */
function constantNumber(text: string): boolean | undefined {
  const [, left, operator, right] = /^\s*(\d+)\s*(?:([<>=!]=?)\s*(\d+)\s*)?$/.exec(text) ?? [];
  if (left === undefined) return undefined;
  const [one, other] = [Number(left), Number(right)];
  switch (operator) {
    case undefined:
      return one !== 0;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
    case '==':
      return one === other;
    case '!=':
      return one !== other;
    default:
      return undefined;
  }
}

function constant(clause: CompoundList): boolean | undefined {
  const only = clause.commands.length === 1 ? clause.commands[0]?.command : undefined;
  if (only?.type !== 'Pipeline' || only.commands.length > 1) return constantCommand(only);
  const holds = constantCommand(only.commands[0]);
  const turns = only.prefixes.filter(({ type }) => type === 'Negation').length;
  return holds === undefined ? undefined : (turns % 2 === 0) === holds;
}

function constantCommand(command: Statement['command'] | undefined): boolean | undefined {
  if (command?.type === 'ArithmeticCommand') return constantNumber(command.body);
  if (command?.type === 'TestCommand') {
    const { expression } = command;
    if (expression.type !== 'TestUnary' || expression.operator !== '-n') return undefined;
    return expression.operand.parts === undefined && expression.operand.value !== '' ? true : undefined;
  }
  if (command?.type !== 'Command' || command.name?.parts !== undefined) return undefined;
  const name = programName(command.name?.value ?? '');
  if (name === 'true' || name === ':') return true;
  if (name === 'false') return false;
  if (name === '[' || name === 'test') {
    const [only, close] = command.suffix;
    const plain = only?.type === 'Word' && only.parts === undefined && !only.value.startsWith('-');
    return plain && (close === undefined || command.suffix.length === 2) ? true : undefined;
  }
  return undefined;
}

/** Starts to record what the body of an endless loop does while it is read. */
function readLoop(reader: Reader, frame: Frame): Loop {
  const loop: Loop = { subshells: frame.subshells, spawns: false, detaches: false, waits: false, leaves: false };
  reader.repetitions.push({
    kind: 'endless-loop',
    get spawns() {
      return loop.spawns || loop.detaches;
    },
    get waits() {
      return loop.waits && !loop.detaches;
    },
    get leaves() {
      return loop.leaves;
    },
  });
  return loop;
}
