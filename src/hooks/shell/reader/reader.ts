import type { CommandNode, CompoundList, PipelineNode, Script, Statement, SyntaxNode, Word } from 'unbash';
import type { Mount } from '../../programs/parts/mounts';
import type {
  Assignment,
  CommandContext,
  Invocation,
  ParseProblem,
  PipelinePlace,
  Range,
  Repetition,
  ShellWord,
  Stream,
  Unread,
  Wrapper,
} from '../invocation';
import type { SimpleCommand } from './call';
import type { ShellState, Value } from './state';
import { unknownStream } from './stream';

/** A piece of shell text and where it is in the tool's own command; computed text has no place. */
export interface Source {
  readonly text: string;
  readonly base: number | undefined;
  /** The place of every word of this text, where it was made from one word (`{a,b}`). */
  readonly whole?: Range | undefined;
}

export function rangeOf(source: Source, node: { readonly pos: number; readonly end: number }): Range | undefined {
  if (source.base === undefined) return source.whole;
  return { start: source.base + node.pos, end: source.base + node.end };
}

/** What was found in one command so far, and the steps spent on it: endless text ends in `unread`, not in a hang. */
export interface Reader {
  readonly interpreter: Interpreter;
  readonly context: CommandContext;
  readonly invocations: Invocation[];
  readonly assignments: Assignment[];
  readonly repetitions: Repetition[];
  readonly unread: Unread[];
  readonly errors: ParseProblem[];
  /** Settings of git that the line has made; they outlive the subshell that made them. */
  readonly gitSettings: Map<string, string>;
  /** Streams that are being run as code: a script that runs itself is read once. */
  readonly running: Set<Stream>;
  readonly traps: Trap[];
  /** Streams that a `read` has taken a line of. */
  readonly begun: Set<Stream>;
  steps: number;
  pipelines: number;
  unknowns: number;
}

/** Where the reader is: what it needs to know to read a word or a command. */
export interface Expansion {
  readonly reader: Reader;
  readonly source: Source;
  readonly state: ShellState;
  readonly frame: Frame;
  /** Reads the script of a `>(…)` with what flows into it; if absent, that is unknown. */
  readonly outgoing?: ((script: { readonly commands: readonly SyntaxNode[] }, source: Source) => void) | undefined;
}

/** A script as the parser gives it. */
export type Parsed = Script & {
  readonly errors?: readonly { readonly message: string; readonly pos: number }[] | undefined;
};

/** A word may hold a script, and a script holds words. Each part of the reader calls the others through this, to avoid circular imports. */
interface Interpreter {
  expandOne(word: Word, on: Expansion): ShellWord;
  run(call: SimpleCommand, on: Expansion): Stream;
  readText(source: Source, on: Expansion): Stream;
  readScript(script: Parsed, on: Expansion): Stream;
  readAll(statements: readonly Statement[], on: Expansion): Stream;
  readPipeline(node: PipelineNode, on: Expansion): Stream;
  readFunction(name: string, body: FunctionBody, on: Expansion): Stream;
}

export interface FunctionBody {
  readonly node: CommandNode | CompoundList;
  readonly source: Source;
}

export const maxDepth = 24;
/** Steps that one line may take, three for a plain command; a 2,000 segment line stays far below. */
const maxSteps = 15_000;

/** What surrounds the command that is being read; replaced, never changed. */
export interface Frame {
  readonly depth: number;
  readonly via: readonly string[];
  readonly wrappers: readonly Wrapper[];
  readonly pipeline: PipelinePlace;
  readonly stdin: Stream;
  readonly background: boolean;
  /** Something decides whether this command runs at all. */
  readonly conditional: boolean;
  readonly elsewhere: boolean;
  /** In a container that begins with this command. */
  readonly inNewContainer: boolean;
  /** What it reaches of this machine from there. */
  readonly mounts: readonly Mount[];
  readonly openEnded: boolean;
  /** In a script of the project. */
  readonly script: boolean;
  /** The functions that are running. */
  readonly calls: readonly FunctionCall[];
  readonly loop: Loop | undefined;
  /** Where `break`, `continue` and `return` go. */
  readonly exits: { readonly broken?: Exit; readonly continued?: Exit; readonly returned?: Exit };
  /** How many subshells deep; a loop cannot wait for what a subshell of its body started. */
  readonly subshells: number;
}

/** The states in which code jumps to one place, each a branch of `base`. */
export interface Exit {
  readonly base: ShellState;
  readonly states: ShellState[];
}

/** Code that `trap` keeps for later. */
interface Trap {
  readonly code: ShellWord;
  readonly state: ShellState;
  readonly frame: Frame;
  readonly source: Source;
  /** What the line had assigned by then. */
  readonly variables: ReadonlyMap<string, Value | undefined>;
}

interface FunctionCall {
  readonly name: string;
  /** A function may define another one of its name, and call that. */
  readonly body: FunctionBody['node'];
  /** Runs beside its caller: in the background or in a pipeline. */
  readonly spawned: boolean;
  readonly conditional: boolean;
  /** Its caller may have returned before. */
  readonly mayEnd: boolean;
}

/** An endless loop whose body is being read. */
export interface Loop {
  readonly subshells: number;
  spawns: boolean;
  detaches: boolean;
  waits: boolean;
  leaves: boolean;
}

/** Takes one step; false when the line has used up its steps, which `unread` notes once. */
export function spend(reader: Reader): boolean {
  reader.steps++;
  if (reader.steps <= maxSteps) return true;
  if (reader.steps === maxSteps + 1) giveUp(reader, 'too-long');
  return false;
}

/** Notes that text which would run cannot be read. */
export function giveUp(reader: Reader, why: Unread['why'], text = '', runner = 'sh'): void {
  reader.unread.push({ text: text.slice(0, 200), why, runner, stream: unknownStream, range: undefined });
}

export const isSpent = (reader: Reader): boolean => reader.steps > maxSteps;

/** Sets a variable that a loop or a command names: `for X in …`, `read X`, `printf -v X`. */
export function setNamed(name: string, value: Value | undefined, on: Expansion): void {
  const [, array] = /^(\w+)\[/.exec(name) ?? [];
  // What the other elements hold is forgotten with this one.
  on.state.setEither(array ?? name, array === undefined ? value : undefined);
  noteNamed(array ?? name, on);
}

export function noteNamed(name: string, { reader }: Expansion): void {
  reader.assignments.push({ name, value: undefined, range: undefined });
}

export function deeper(frame: Frame, via: string, changes: Partial<Frame> = {}): Frame {
  return { ...frame, depth: frame.depth + 1, via: [...frame.via, via], wrappers: [], ...changes };
}
