import { commandIn } from '../../programs/unlisted';
import type { SimpleCommand } from './call';
import { deeper, maxDepth, type Expansion } from './machine';

/**
 * A program that no definition knows may run the command in its words (`cpulimit -l 50 rm -rf x`). A program of the
 * project that is called by its path is left alone.
 */
export function readUnknownProgram(call: SimpleCommand, on: Expansion): void {
  const [name, ...words] = call.words;
  const { state, frame } = on;
  if (name?.value === undefined || name.value.includes('/') || frame.depth >= maxDepth) return;
  const command = commandIn(words);
  const bare = { redirects: [], assignments: [], declared: [] };
  if (command.length > 0)
    on.machine.interpreter.run(
      { ...call, ...bare, words: command },
      { ...on, state: state.fork(), frame: deeper(frame, name.value) },
    );
}
