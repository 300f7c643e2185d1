import type { CommandContext, CommandReading } from './invocation';
import { readTraps } from './reader/builtins';
import { giveUp, type Frame, type Reader } from './reader/reader';
import { ShellState } from './reader/state';
import { run } from './reader/command';
import { expandOne } from './reader/expand';
import { readAll, readFunction, readPipeline, readScript, readText } from './reader/statements';
import { inherited } from './reader/stream';
import { messageOf } from '../project/text';

/** Longer text is not read: no tool call needs it, and reading must end. */
const longest = 2_000_000;

/** Text with more unclosed `$(`, `<(` and `${` than this is hostile, and slow to parse. */
const deepest = 200;

/** How many expansions are open at once at most. */
function opens(source: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source.charCodeAt(at);
    // ( or { after $ < >, and ) or }.
    if (char === 40 || char === 123) {
      const before = source.charCodeAt(at - 1);
      if (before === 36 || before === 60 || before === 62) most = Math.max(most, ++open);
    } else if ((char === 41 || char === 125) && open > 0) open--;
  }
  return most;
}

/** Reads a command line as a shell would, as far as its text says what happens. */
export function readCommand(source: string, context: CommandContext): CommandReading {
  const reader: Reader = {
    interpreter: { expandOne, run, readText, readScript, readAll, readPipeline, readFunction },
    context,
    invocations: [],
    assignments: [],
    repetitions: [],
    unread: [],
    errors: [],
    gitSettings: new Map(),
    running: new Set(),
    traps: [],
    begun: new Set(),
    steps: 0,
    pipelines: 0,
    unknowns: 0,
  };
  const frame: Frame = {
    depth: 0,
    via: [],
    wrappers: [],
    pipeline: { id: 0, position: 0, length: 1 },
    stdin: inherited,
    background: false,
    conditional: false,
    elsewhere: false,
    inNewContainer: false,
    mounts: [],
    openEnded: false,
    script: false,
    calls: [],
    loop: undefined,
    exits: {},
    subshells: 0,
  };
  if (source.length > longest || opens(source) > deepest) {
    const why = source.length > longest ? 'too-long' : 'too-deep';
    giveUp(reader, why);
  } else {
    try {
      const whole = { text: source, base: 0 };
      readText(whole, { reader, source: whole, state: ShellState.of(context), frame });
      readTraps(reader);
    } catch (error) {
      // Text nested deeper than the stack: what was read still stands, the rest is said to be unread.
      giveUp(reader, 'too-deep');
      reader.errors.push({ message: messageOf(error), at: 0 });
    }
  }
  const { invocations, assignments, repetitions, unread, errors } = reader;
  return { source, invocations, assignments, repetitions, unread, errors };
}
