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
  problem,
  rangeOf,
  spend,
  type Expansion,
  type Frame,
  type FunctionBody,
  type Machine,
  type Parsed,
  type Source,
} from './machine';
import { readRedirects, settleRedirects } from './redirects';
import type { ShellState } from './state';
import { after, silent, unknownStream } from './stream';
import { readExpression } from './substitution';
import { plainWord } from './words';
import { readInWorlds } from './worlds';

/** Reads code that something runs: `sh -c`, `eval`, a heredoc into a shell. */
export function readText(machine: Machine, source: Source, state: ShellState, frame: Frame): Stream {
  if (frame.depth > maxDepth) return tooDeep(machine, source.text);
  return readScript(machine, parse(source.text), source, state, frame);
}

function tooDeep(machine: Machine, text: string): Stream {
  machine.unread.push({
    text: text.slice(0, 200),
    why: 'too-deep',
    runner: 'sh',
    stream: unknownStream,
    range: undefined,
  });
  return unknownStream;
}

/** Reads a parsed script; where the parser gave up, the rest is read from the next word on. */
export function readScript(machine: Machine, script: Parsed, source: Source, state: ShellState, frame: Frame): Stream {
  let output = readAll(machine, script.commands, source, state, frame);
  for (const error of script.errors ?? []) {
    problem(machine, error.message, source, error.pos);
    if (error.message.startsWith('maximum')) tooDeep(machine, source.text);
  }
  const error = script.errors?.[0];
  if (error === undefined || frame.depth > maxDepth) return output;
  const last = script.commands.at(-1)?.end ?? script.pos;
  const from = Math.max(last, error.pos);
  const rest = source.text.slice(from, script.end);
  const skipped = /^\s*(?:[;&|(){}<>]+|then|do|done|fi|else|elif|esac|in)?\s*/.exec(rest)?.[0].length ?? 0;
  if (skipped === 0 || skipped >= rest.length || !spend(machine)) return output;
  const base = source.base === undefined ? undefined : source.base + from + skipped;
  output = after(
    output,
    readText(machine, { text: rest.slice(skipped), base, whole: source.whole }, state, {
      ...frame,
      depth: frame.depth + 1,
    }),
  );
  return output;
}

export function readAll(
  machine: Machine,
  statements: readonly Statement[],
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  let output: Stream = silent;
  for (const statement of statements) {
    if (!spend(machine)) return unknownStream;
    output = after(output, readStatement(machine, statement, source, state, frame));
  }
  return output;
}

function readStatement(
  machine: Machine,
  statement: Statement,
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  const { command } = statement;
  if (statement.background !== true) return readChain(machine, command, source, state, frame);
  if (frame.loop !== undefined) {
    if (frame.subshells > frame.loop.subshells) frame.loop.detaches = true;
    else frame.loop.spawns = true;
  }
  const calls = frame.calls.map((call, index) =>
    index === frame.calls.length - 1 ? { ...call, spawned: true } : call,
  );
  return readChain(machine, command, source, state.fork(), { ...frame, background: true, calls });
}

function readChain(
  machine: Machine,
  node: Statement['command'],
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  return node.type === 'AndOr'
    ? readAndOr(node, { machine, source, state, frame })
    : readPipeline(machine, node, source, state, frame);
}

export function readPipeline(
  machine: Machine,
  node: PipelineNode,
  source: Source,
  state: ShellState,
  frame: Frame,
): Stream {
  const id = ++machine.pipelines;
  if (node.type !== 'Pipeline') {
    return readNode(machine, node, source, state, { ...frame, pipeline: { id, position: 0, length: 1 } });
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
    stdin = readNode(machine, command, source, alone ? state : state.fork(), place);
  });
  if (length > 1) state.begin();
  for (const { type } of node.prefixes) if (type === 'Negation') state.negate();
  return stdin;
}

function readNode(machine: Machine, node: CommandNode, source: Source, state: ShellState, frame: Frame): Stream {
  const on: Expansion = { machine, source, state, frame };
  state.begin();
  switch (node.type) {
    case 'Command':
      return readCommandNode(node, on);
    case 'Redirected':
      return readInWorlds(node.redirects.map(({ pos, end }) => source.text.slice(pos, end)).join(' '), on, (world) =>
        readRedirected(node, world),
      );
    case 'Subshell':
      return readList(node.body, source, state.fork(), machine, {
        ...frame,
        subshells: frame.subshells + 1,
        depth: frame.depth + 1,
      });
    case 'BraceGroup':
      return readList(node.body, source, state, machine, frame);
    case 'Function':
      state.functions.set(node.name.value, [{ node: node.body, source }]);
      return silent;
    case 'Coproc': {
      const inner = { ...frame, background: true };
      return node.body.type === 'CompoundList'
        ? readList(node.body, source, state.fork(), machine, inner)
        : readNode(machine, node.body, source, state.fork(), inner);
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
      // Shells without arithmetic commands take `(( rm -rf x ))` for a subshell in a subshell.
      if (/^\s*[A-Za-z_][\w./-]*\s+[-\w/~.$'"]/.test(node.body))
        readText(
          machine,
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
  const { machine, source, state, frame } = on;
  const redirects = readRedirects(node.redirects, on);
  const inner = { ...frame, stdin: redirects.stdin ?? frame.stdin };
  const output = readNode(machine, node.command, source, state, inner);
  if (redirects.list.length > 0) {
    machine.invocations.push({
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

function readList(list: CompoundList, source: Source, state: ShellState, machine: Machine, frame: Frame): Stream {
  return readAll(machine, list.commands, source, state, frame);
}

/** Runs a function's body with its arguments. */
export function readFunction(name: string, body: FunctionBody, on: Expansion): Stream {
  const frame = deeper(on.frame, `function ${name}`);
  if (frame.depth > maxDepth) return tooDeep(on.machine, name);
  return body.node.type === 'CompoundList'
    ? readList(body.node, body.source, on.state, on.machine, frame)
    : readNode(on.machine, body.node, body.source, on.state, frame);
}
