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

/** A piece of shell text and where it stands in the tool's own command; computed text has no place. */
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

/** What one reading gathers, and how much it may still do: hostile text ends in `unread`, not in a hang. */
export interface Machine {
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
  steps: number;
  pipelines: number;
  unknowns: number;
}

/** Where the reader is: everything that reading a word or a command needs to know. */
export interface Expansion {
  readonly machine: Machine;
  readonly source: Source;
  readonly state: ShellState;
  readonly frame: Frame;
  /** What flows into `>(…)` of this command; by default nothing that is known. */
  readonly outgoing?: ((script: { readonly commands: readonly SyntaxNode[] }, source: Source) => void) | undefined;
}

/** A script as the parser gives it. */
export type Parsed = Script & {
  readonly errors?: readonly { readonly message: string; readonly pos: number }[] | undefined;
};

/**
 * What words, commands and statements need of one another: a word may hold a script, a script holds words. The parts
 * find each other here, so that no file imports one that imports it.
 */
interface Interpreter {
  expandOne(word: Word, on: Expansion): ShellWord;
  run(call: SimpleCommand, on: Expansion): Stream;
  readText(machine: Machine, source: Source, state: ShellState, frame: Frame): Stream;
  readScript(machine: Machine, script: Parsed, source: Source, state: ShellState, frame: Frame): Stream;
  readAll(machine: Machine, statements: readonly Statement[], source: Source, state: ShellState, frame: Frame): Stream;
  readPipeline(machine: Machine, node: PipelineNode, source: Source, state: ShellState, frame: Frame): Stream;
  readFunction(name: string, body: FunctionBody, on: Expansion): Stream;
}

export interface FunctionBody {
  readonly node: CommandNode | CompoundList;
  readonly source: Source;
}

export const maxDepth = 24;
/** Steps that one line may take, three for a plain command; a 2,000 segment line stays far below. */
const maxSteps = 15_000;

/** The surroundings of the command that is being read; never changed, only replaced. */
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
  /** Runs beside its caller: in the background or in a pipeline. */
  readonly spawned: boolean;
  readonly conditional: boolean;
}

/** An endless loop whose body is being read. */
export interface Loop {
  readonly subshells: number;
  spawns: boolean;
  detaches: boolean;
  waits: boolean;
  leaves: boolean;
}

/** Takes one step; false when the line has used up what one line may take, which is noted once. */
export function spend(machine: Machine): boolean {
  machine.steps++;
  if (machine.steps <= maxSteps) return true;
  if (machine.steps === maxSteps + 1) {
    machine.unread.push({ text: '', why: 'too-long', runner: 'sh', stream: { kind: 'unknown' }, range: undefined });
  }
  return false;
}

export const isSpent = (machine: Machine): boolean => machine.steps > maxSteps;

export function deeper(frame: Frame, via: string, changes: Partial<Frame> = {}): Frame {
  return { ...frame, depth: frame.depth + 1, via: [...frame.via, via], wrappers: [], ...changes };
}

export function problem(machine: Machine, message: string, source: Source, at: number): void {
  if (machine.errors.length < 20)
    machine.errors.push({ message, at: source.base === undefined ? 0 : source.base + at });
}
