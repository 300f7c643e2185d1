import {
  forEachChild,
  parse,
  type CommandNode,
  type CompoundList,
  type PipelineNode,
  type Redirected,
  type Statement,
  type TestExpression,
} from 'unbash';
import type { Stream } from '../invocation';
import { readCommandNode } from './command';
import { readAndOr, readArithmeticFor, readCase, readFor, readIf, readWhile } from './branches';
import { arithmeticTests, readArithmetic, readAsArithmetic, readName } from './arithmetic';
import { expandOne } from './expand';
import {
  deeper,
  maxDepth,
  noteNamed,
  problem,
  rangeOf,
  spend,
  type Expansion,
  type Frame,
  type FunctionBody,
  type Reader,
  type Parsed,
  type Source,
} from './reader';
import { readRedirects, settleRedirects } from './redirects';
import type { ShellState } from './state';
import { after, silent, unknownStream } from './stream';
import { readExpression } from './substitution';
import { plainWord } from './words';
import { readInWorlds } from './worlds';

/** Reads code that something runs: `sh -c`, `eval`, a heredoc into a shell. */
export function readText(reader: Reader, source: Source, state: ShellState, frame: Frame): Stream {
  if (frame.depth > maxDepth) return tooDeep(reader, source.text);
  return readScript(reader, parse(source.text), source, state, frame);
}

function tooDeep(reader: Reader, text: string): Stream {
  reader.unread.push({
    text: text.slice(0, 200),
    why: 'too-deep',
    runner: 'sh',
    stream: unknownStream,
    range: undefined,
  });
  return unknownStream;
}

/** Reads a parsed script; where the parser gave up, the rest is read from the next word on. */
export function readScript(reader: Reader, script: Parsed, source: Source, state: ShellState, frame: Frame): Stream {
  let output = readAll(reader, script.commands, source, state, frame);
  for (const error of script.errors ?? []) {
    problem(reader, error.message, source, error.pos);
    if (error.message.startsWith('maximum')) tooDeep(reader, source.text);
  }
  const error = script.errors?.[0];
  if (error === undefined || frame.depth > maxDepth) return output;
  const last = script.commands.at(-1)?.end ?? script.pos;
  const from = Math.max(last, error.pos);
  const rest = source.text.slice(from, script.end);
  const skipped = /^\s*(?:[;&|(){}<>]+|then|do|done|fi|else|elif|esac|in)?\s*/.exec(rest)?.[0].length ?? 0;
  if (skipped === 0 || skipped >= rest.length || !spend(reader)) return output;
  const base = source.base === undefined ? undefined : source.base + from + skipped;
  output = after(
    output,
    readText(reader, { text: rest.slice(skipped), base, whole: source.whole }, state, {
      ...frame,
      depth: frame.depth + 1,
    }),
  );
  return output;
}

export function readAll(
  reader: Reader,
  statements: readonly Statement[],
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  let output: Stream = silent;
  for (const statement of statements) {
    if (!spend(reader)) return unknownStream;
    output = after(output, readStatement(reader, statement, source, state, frame));
  }
  return output;
}

function readStatement(reader: Reader, statement: Statement, source: Source, state: ShellState, frame: Frame): Stream {
  const { command } = statement;
  if (statement.background !== true) return readChain(reader, command, source, state, frame);
  if (frame.loop !== undefined) {
    if (frame.subshells > frame.loop.subshells) frame.loop.detaches = true;
    else frame.loop.spawns = true;
  }
  const calls = frame.calls.map((call, index) =>
    index === frame.calls.length - 1 ? { ...call, spawned: true } : call,
  );
  return readChain(reader, command, source, state.fork(), { ...frame, background: true, calls });
}

function readChain(
  reader: Reader,
  node: Statement['command'],
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  return node.type === 'AndOr'
    ? readAndOr(node, { reader, source, state, frame })
    : readPipeline(reader, node, source, state, frame);
}

export function readPipeline(
  reader: Reader,
  node: PipelineNode,
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  const id = ++reader.pipelines;
  if (node.type !== 'Pipeline') {
    return readNode(reader, node, source, state, { ...frame, pipeline: { id, position: 0, length: 1 } });
  }
  const length = node.commands.length;
  let stdin = frame.stdin;
  node.commands.forEach((command, position) => {
    const alone = length === 1 || (state.lastpipe && position === length - 1);
    const calls =
      length === 1
        ? frame.calls
        : frame.calls.map((call, index) => (index === frame.calls.length - 1 ? { ...call, spawned: true } : call));
    const place = { ...frame, stdin, calls, pipeline: { id, position, length } };
    stdin = readNode(reader, command, source, alone ? state : state.fork(), place);
  });
  if (length > 1) state.begin();
  for (const { type } of node.prefixes) if (type === 'Negation') state.negate();
  return stdin;
}

function readNode(reader: Reader, node: CommandNode, source: Source, state: ShellState, frame: Frame): Stream {
  const on: Expansion = { reader, source, state, frame };
  state.begin();
  switch (node.type) {
    case 'Command':
      return readCommandNode(node, on);
    case 'Redirected':
      return readInWorlds(node.redirects.map(({ pos, end }) => source.text.slice(pos, end)).join(' '), on, (world) =>
        readRedirected(node, world),
      );
    case 'Subshell':
      return readList(node.body, source, state.fork(), reader, {
        ...frame,
        subshells: frame.subshells + 1,
        depth: frame.depth + 1,
      });
    case 'BraceGroup':
      return readList(node.body, source, state, reader, frame);
    case 'Function':
      state.functions.set(node.name.value, [{ node: node.body, source }]);
      return silent;
    case 'Coproc': {
      if (node.name !== undefined) noteNamed(node.name.value, on);
      const inner = { ...frame, background: true };
      return node.body.type === 'CompoundList'
        ? readList(node.body, source, state.fork(), reader, inner)
        : readNode(reader, node.body, source, state.fork(), inner);
    }
    case 'If':
      return readIf(node, on);
    case 'While':
      return readWhile(node, on);
    case 'ArithmeticFor':
      return readArithmeticFor(node, on);
    case 'For':
    case 'Select':
      return readInWorlds(source.text.slice(node.pos, node.body.pos), on, (world) => readFor(node, world));
    case 'Case':
      return readCase(node, on);
    case 'TestCommand':
      readTest(node.expression, on);
      return silent;
    case 'ArithmeticCommand':
      // Shells without arithmetic commands run `(( rm -rf x ))` as a subshell in a subshell.
      if (/^\s*[A-Za-z_][\w./-]*\s+[-\w/~.$'"]/.test(node.body))
        readText(
          reader,
          { text: node.body, base: undefined, whole: rangeOf(source, node) },
          state.fork(),
          deeper(frame, '((…))'),
        );
      if (node.expression === undefined) readArithmetic(node.body, on);
      else readExpression(node.expression, node.body, on);
      return silent;
  }
}

function readTest(expression: TestExpression, on: Expansion): void {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = expandOne(expression.operand, on);
      if (expression.operator === '-v') readName(operand, on);
      return;
    }
    case 'TestBinary':
      for (const word of [expression.left, expression.right]) {
        const operand = expandOne(word, on);
        if (arithmeticTests.has(expression.operator)) readAsArithmetic(operand, on);
      }
      return;
    default:
      forEachChild(expression, (child) => {
        if (child.type.startsWith('Test')) readTest(child as TestExpression, on);
      });
  }
}

function readRedirected(node: Redirected, on: Expansion): Stream {
  const { reader, source, state, frame } = on;
  const redirects = readRedirects(node.redirects, on);
  const inner = { ...frame, stdin: redirects.stdin ?? frame.stdin };
  const output = readNode(reader, node.command, source, state, inner);
  if (redirects.list.length > 0) {
    reader.invocations.push({
      program: '',
      name: plainWord(''),
      args: [],
      wrappers: frame.wrappers,
      assignments: [],
      redirects: redirects.list,
      pipeline: frame.pipeline,
      stdin: inner.stdin,
      cwd: state.cwd,
      elsewhere: frame.elsewhere,
      inNewContainer: frame.inNewContainer,
      openEnded: false,
      script: frame.script,
      background: frame.background,
      depth: frame.depth,
      via: frame.via,
      range: rangeOf(source, node),
      effects: [],
    });
  }
  return settleRedirects(redirects, output, on);
}

function readList(list: CompoundList, source: Source, state: ShellState, reader: Reader, frame: Frame): Stream {
  return readAll(reader, list.commands, source, state, frame);
}

/** Runs a function's body with its arguments. */
export function readFunction(name: string, body: FunctionBody, on: Expansion): Stream {
  const frame = deeper(on.frame, `function ${name}`);
  if (frame.depth > maxDepth) return tooDeep(on.reader, name);
  return body.node.type === 'CompoundList'
    ? readList(body.node, body.source, on.state, on.reader, frame)
    : readNode(on.reader, body.node, body.source, on.state, frame);
}
