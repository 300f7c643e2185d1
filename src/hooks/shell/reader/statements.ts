import {
  parse,
  type Case,
  type CommandNode,
  type CompoundList,
  type PipelineNode,
  type Redirected,
  type Script,
  type Statement,
} from 'unbash';
import type { Stream } from '../invocation';
import { readCommandNode, readRedirects, settleRedirects } from './command';
import { expandOne, expandWord, readNested, type Expansion } from './expand';
import { endless, isFalse, readLoop } from './loops';
import { deeper, maxDepth, problem, rangeOf, spend, type Frame, type Machine, type Source } from './machine';
import type { ShellState } from './state';
import { after, silent, unknownStream } from './stream';
import { plainWord } from './words';

type Parsed = Script & { readonly errors?: readonly { readonly message: string; readonly pos: number }[] | undefined };

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
  if (node.type !== 'AndOr') return readPipeline(machine, node, source, state, frame);
  let output: Stream = silent;
  node.commands.forEach((command, index) => {
    output = after(
      output,
      readPipeline(machine, command, source, state, index === 0 ? frame : { ...frame, conditional: true }),
    );
  });
  return output;
}

function readPipeline(machine: Machine, node: PipelineNode, source: Source, state: ShellState, frame: Frame): Stream {
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
  return stdin;
}

export function readNode(machine: Machine, node: CommandNode, source: Source, state: ShellState, frame: Frame): Stream {
  const on: Expansion = { machine, source, state, frame };
  switch (node.type) {
    case 'Command':
      return readCommandNode(node, on);
    case 'Redirected':
      return readRedirected(node, on);
    case 'Subshell':
      return readList(node.body, source, state.fork(), machine, {
        ...frame,
        subshells: frame.subshells + 1,
        depth: frame.depth + 1,
      });
    case 'BraceGroup':
      return readList(node.body, source, state, machine, frame);
    case 'Function':
      state.functions.set(node.name.value, { node: node.body, source });
      return silent;
    case 'Coproc': {
      const inner = { ...frame, background: true };
      return node.body.type === 'CompoundList'
        ? readList(node.body, source, state.fork(), machine, inner)
        : readNode(machine, node.body, source, state.fork(), inner);
    }
    case 'If': {
      let output = readList(node.clause, source, state, machine, frame);
      const branches: readonly [CompoundList | undefined, CompoundList | undefined][] = [
        [undefined, node.then],
        ...node.elif.map((branch): [CompoundList, CompoundList] => [branch.clause, branch.then]),
        [undefined, node.else],
      ];
      const never = isFalse(node.clause);
      const states = branches.map(([clause, body], index) => {
        const branch = state.fork();
        const inner: Frame = { ...frame, conditional: true, loop: never && index === 0 ? undefined : frame.loop };
        if (clause !== undefined) readList(clause, source, branch, machine, inner);
        if (body !== undefined) output = after(output, readList(body, source, branch, machine, inner));
        return branch;
      });
      mergeBranches(state, states);
      return output;
    }
    case 'While': {
      const loop = endless(node) ? readLoop(machine, frame) : undefined;
      const inner: Frame = loop === undefined ? { ...frame, conditional: true, loop: undefined } : { ...frame, loop };
      readList(node.clause, source, state, machine, frame);
      const output = readList(node.body, source, state, machine, inner);
      return output.kind === 'text' ? unknownStream : output;
    }
    case 'ArithmeticFor': {
      for (const expression of [node.initialize, node.test, node.update]) {
        if (expression !== undefined) readNested(expression, on);
      }
      const loop = node.test === undefined ? readLoop(machine, frame) : undefined;
      return readList(
        node.body,
        source,
        state,
        machine,
        loop === undefined ? { ...frame, conditional: true, loop: undefined } : { ...frame, loop },
      );
    }
    case 'For':
    case 'Select': {
      const words = node.wordlist?.flatMap((word) => expandWord(word, on));
      const known = words?.every((word) => word.value !== undefined && !word.glob) === true ? words : undefined;
      let output: Stream = silent;
      const rounds = known !== undefined && known.length <= 16 ? known : (words?.slice(0, 16) ?? [undefined]);
      for (const word of rounds) {
        const parts = word?.parts ?? [
          { kind: 'unknown' as const, text: `$${node.name.value}`, why: 'variable' as const, quoted: false },
        ];
        state.set(node.name.value, { kind: 'text', parts });
        output = after(
          output,
          readList(node.body, source, state, machine, { ...frame, conditional: true, loop: undefined }),
        );
      }
      return output;
    }
    case 'Case':
      return readCase(node, on);
    case 'TestCommand':
      readNested(node.expression, on);
      return silent;
    case 'ArithmeticCommand':
      if (node.expression !== undefined) readNested(node.expression, on);
      return silent;
  }
}

function mergeBranches(state: ShellState, branches: readonly ShellState[]): void {
  const [first, ...others] = branches;
  if (first === undefined) return;
  for (const other of others) other.join(first);
  const last = others.at(-1) ?? first;
  state.take(last);
  const moved = branches.find((branch) => branch.cwd !== state.cwd);
  if (moved !== undefined) state.enter(moved.cwd);
}

function readCase(node: Case, on: Expansion): Stream {
  const { machine, source, state, frame } = on;
  expandOne(node.word, on);
  let output: Stream = silent;
  const branches = node.items.map((item) => {
    for (const pattern of item.pattern) expandOne(pattern, on);
    const branch = state.fork();
    output = after(output, readList(item.body, source, branch, machine, { ...frame, conditional: true }));
    return branch;
  });
  mergeBranches(state, [...branches, state.fork()]);
  return output;
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
      openEnded: false,
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
export function readFunction(
  name: string,
  body: { node: CommandNode | CompoundList; source: Source },
  on: Expansion,
): Stream {
  const frame = deeper(on.frame, `function ${name}`);
  if (frame.depth > maxDepth) return tooDeep(on.machine, name);
  return body.node.type === 'CompoundList'
    ? readList(body.node, body.source, on.state, on.machine, frame)
    : readNode(on.machine, body.node, body.source, on.state, frame);
}
