import type { Stream } from '../invocation';
import { readOptions } from '../options';
import { noteUnread, readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { runPowerShell } from './powershell';
import { deeper } from './machine';
import { unknownStream } from './stream';
import { joined } from './words';

type Carrier = (call: Call, on: Expansion) => Stream;

/** `tmux new-session … 'command'`, `screen -dm command`, `at`, `batch`. */
function runTerminal(call: Call, on: Expansion): Stream {
  emit(call, on);
  const words = call.words.slice(1);
  const [subcommand] = words;
  if (call.words[0]?.text.endsWith('screen') === true) {
    const { operands } = readOptions(words, { short: 'ScehpTtXx', strict: true });
    if (operands.length > 0)
      run(
        { ...call, words: operands, redirects: [] },
        { ...on, state: on.state.fork(), frame: deeper(on.frame, 'screen') },
      );
    return unknownStream;
  }
  if (
    /^(?:new|neww|new-session|new-window|splitw|split-window|respawn-pane|respawn-window|run|run-shell|popup|display-popup)$/.test(
      subcommand?.text ?? '',
    )
  ) {
    const { operands } = readOptions(words.slice(1), { short: 'sncFtexylhw', strict: true });
    if (operands.length > 0) readCode(joined(operands), 'tmux', { ...on, state: on.state.fork() });
  }
  return unknownStream;
}

function runScheduled(call: Call, on: Expansion): Stream {
  emit(call, on);
  if (on.frame.stdin.kind !== 'inherited') readStreamAsCode(on.frame.stdin, 'sh', { ...on, state: on.state.fork() });
  return unknownStream;
}

/** A table of commands that flows in from elsewhere. */
function runCrontab(call: Call, on: Expansion): Stream {
  emit(call, on);
  const { stdin } = on.frame;
  if (call.words[1]?.text === '-' && (stdin.kind === 'remote' || stdin.kind === 'decoded'))
    noteUnread('', 'crontab', stdin, on);
  return unknownStream;
}

const table: ReadonlyMap<string, Carrier> = new Map<string, Carrier>([
  ['crontab', runCrontab],
  ['pwsh', runPowerShell],
  ['powershell', runPowerShell],
  ['tmux', runTerminal],
  ['screen', runTerminal],
  ['at', runScheduled],
  ['batch', runScheduled],
]);

/** Programs that run code given in their words or their input, apart from being invocations themselves. */
export const carriers = table;
