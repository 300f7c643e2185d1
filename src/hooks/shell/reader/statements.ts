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
import { emit, redirectsAlone } from './call';
import { arithmeticTests, readArithmetic, readAsArithmetic, readName, readExpression } from './substitution';
import { expandOne } from './expand';
import {
  deeper,
  giveUp,
  maxDepth,
  noteNamed,
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
import { after, silent, unknownStream } from './stream';
import { readInWorlds } from './worlds';

/** Reads code that something runs: `sh -c`, `eval`, a heredoc into a shell. */
export function readText(source: Source, on: Expansion): Stream {
  if (on.frame.depth > maxDepth) return tooDeep(on.reader, source.text);
  return readScript(parse(source.text), { ...on, source });
}

function tooDeep(reader: Reader, text: string): Stream {
  giveUp(reader, 'too-deep', text);
  return unknownStream;
}

/** Reads a parsed script; where the parser gave up, the rest is read from the next word on. */
export function readScript(script: Parsed, on: Expansion): Stream {
  const { reader, source, frame } = on;
  const output = readAll(script.commands, on);
  for (const { message, pos } of script.errors ?? []) {
    if (reader.errors.length < 20)
      reader.errors.push({ message, at: source.base === undefined ? 0 : source.base + pos });
    if (message.startsWith('maximum')) tooDeep(reader, source.text);
  }
  const error = script.errors?.[0];
  if (error === undefined || frame.depth > maxDepth) return output;
  const last = script.commands.at(-1)?.end ?? script.pos;
  const from = Math.max(last, error.pos);
  const rest = source.text.slice(from, script.end);
  const skipped = /^\s*(?:[;&|(){}<>]+|then|do|done|fi|else|elif|esac|in)?\s*/.exec(rest)?.[0].length ?? 0;
  if (skipped === 0 || skipped >= rest.length || !spend(reader)) return output;
  const base = source.base === undefined ? undefined : source.base + from + skipped;
  const more = { text: rest.slice(skipped), base, whole: source.whole };
  return after(output, readText(more, { ...on, frame: { ...frame, depth: frame.depth + 1 } }));
}

export function readAll(statements: readonly Statement[], on: Expansion): Stream {
  let output: Stream = silent;
  for (const statement of statements) {
    if (!spend(on.reader)) return unknownStream;
    output = after(output, readStatement(statement, on));
  }
  return output;
}

function readStatement({ command, background }: Statement, on: Expansion): Stream {
  if (background !== true) return readChain(command, on);
  const { state, frame } = on;
  if (frame.loop !== undefined) {
    if (frame.subshells > frame.loop.subshells) frame.loop.detaches = true;
    else frame.loop.spawns = true;
  }
  return readChain(command, {
    ...on,
    state: state.fork(),
    frame: { ...frame, background: true, calls: spawned(frame) },
  });
}

/** The running functions, of which the last one goes on beside this code. */
const spawned = ({ calls }: Frame): Frame['calls'] =>
  calls.map((call, index) => (index === calls.length - 1 ? { ...call, spawned: true } : call));

const readChain = (node: Statement['command'], on: Expansion): Stream =>
  node.type === 'AndOr' ? readAndOr(node, on) : readPipeline(node, on);

export function readPipeline(node: PipelineNode, on: Expansion): Stream {
  const { reader, state, frame } = on;
  const id = ++reader.pipelines;
  if (node.type !== 'Pipeline') {
    return readNode(node, { ...on, frame: { ...frame, pipeline: { id, position: 0, length: 1 } } });
  }
  const length = node.commands.length;
  const calls = length === 1 ? frame.calls : spawned(frame);
  let stdin = frame.stdin;
  node.commands.forEach((command, position) => {
    const alone = length === 1 || (state.lastpipe && position === length - 1);
    const place = { ...frame, stdin, calls, pipeline: { id, position, length } };
    stdin = readNode(command, { ...on, state: alone ? state : state.fork(), frame: place });
  });
  if (length > 1) state.begin();
  for (const { type } of node.prefixes) if (type === 'Negation') state.negate();
  return stdin;
}

function readNode(node: CommandNode, { reader, source, state, frame }: Expansion): Stream {
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
      return readAll(node.body.commands, {
        ...on,
        state: state.fork(),
        frame: { ...frame, subshells: frame.subshells + 1, depth: frame.depth + 1 },
      });
    case 'BraceGroup':
      return readAll(node.body.commands, on);
    case 'Function':
      state.functions.set(node.name.value, [{ node: node.body, source }]);
      return silent;
    case 'Coproc': {
      if (node.name !== undefined) noteNamed(node.name.value, on);
      return readBody(node.body, { ...on, state: state.fork(), frame: { ...frame, background: true } });
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
          { text: node.body, base: undefined, whole: rangeOf(source, node) },
          { ...on, state: state.fork(), frame: deeper(frame, '((…))') },
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
  const { source, frame } = on;
  const redirects = readRedirects(node.redirects, on);
  const inner = { ...frame, stdin: redirects.stdin ?? frame.stdin };
  const output = readNode(node.command, { ...on, frame: inner });
  if (redirects.list.length > 0) {
    const alone = redirectsAlone(redirects, rangeOf(source, node));
    emit({ ...alone, effects: [] }, { ...on, frame: { ...inner, openEnded: false } });
  }
  return settleRedirects(redirects, output, on);
}

const readBody = (body: CommandNode | CompoundList, on: Expansion): Stream =>
  body.type === 'CompoundList' ? readAll(body.commands, on) : readNode(body, on);

/** Runs a function's body with its arguments. */
export function readFunction(name: string, body: FunctionBody, on: Expansion): Stream {
  const frame = deeper(on.frame, `function ${name}`);
  if (frame.depth > maxDepth) return tooDeep(on.reader, name);
  return readBody(body.node, { ...on, source: body.source, frame });
}
