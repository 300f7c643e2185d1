import { agentVariable } from '../person/ancestry';
import type { PersonAct } from '../person/journal';
import { personAct } from '../person/journal';
import type { Site } from '../pipeline/site';
import { exitCodes, type Terminal } from './command';

/** Asks the person at the terminal to type a word. Undefined means go on; else the exit code, and nothing was changed. */
export async function personSays(
  terminal: Terminal,
  command: string,
  word: string,
  question: string,
): Promise<number | undefined> {
  const doubt = doubtOf(terminal);
  if (doubt !== undefined) {
    terminal.err(`gatehouse ${command}: ${doubt} Nothing was changed.\n`);
    return exitCodes.no;
  }
  const answer = await terminal.ask(`${question}\nType ${word} to continue: `);
  if (answer.trim().toLowerCase() === word) return undefined;
  terminal.out('Nothing was changed.\n');
  return exitCodes.no;
}

/** Why the words at this terminal cannot be taken for a person's. */
function doubtOf(terminal: Terminal): string | undefined {
  if (!terminal.isTTY) return 'only a person can do this, in a terminal of their own or in the editor.';
  const variable = agentVariable(terminal.env);
  const ancestry = variable === undefined ? terminal.ancestry?.() : undefined;
  const why = variable === undefined ? ancestry?.kind === 'unproven' && ancestry.why : `${variable} is set by an agent`;
  if (typeof why !== 'string') return undefined;
  return `only a person can do this, and Gatehouse cannot tell that a person uses this terminal (${why}). Use the command in the editor.`;
}

/** The person's name, for records. */
export function personAt(terminal: Terminal): string {
  return `${nameOf(terminal)} ${terminal.from === 'prompt' ? 'in a prompt' : 'at a terminal'}`;
}

function nameOf({ env }: Terminal): string {
  return env.USER ?? env.LOGNAME ?? env.USERNAME ?? 'a person';
}

/** Writes down what a person did with a command. */
export function noteAct(terminal: Terminal, site: Site, act: PersonAct['act'], target: string): void {
  personAct({ act, target, by: nameOf(terminal), from: terminal.from ?? 'terminal' }, site);
}
