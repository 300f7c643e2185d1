import { agentVariable, type Ancestry } from '../person/ancestry';
import { type PersonAct, personAct } from '../person/journal';
import { type Clock, siteAt, type Site } from '../pipeline/site';
import type { Env } from '../project/home';
import { placeOf } from '../project/place';

/** Where a command speaks: replaced in tests. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Env;
  readonly cwd: string;
  /** True if a person can be asked: stdin and stdout are terminals. */
  readonly isTTY: boolean;
  /** True if colours are shown and wanted. */
  readonly colors?: boolean;
  /** `prompt`: the person typed the command as a prompt of the agent, not at a terminal. */
  readonly from?: 'prompt';
  /** Whose terminal it is; absent if a test acts for the person. */
  readonly ancestry?: () => Ancestry;
  /** Asks the person for one line; only where `isTTY`. */
  readonly ask: (question: string) => Promise<string>;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints: usage, options, exit codes. */
  readonly help: string;
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Exit codes of every command; each `--help` lists them. */
export const exitCodes = {
  ok: 0,
  /** The answer is no: a flag is not passed, a check found something. */
  no: 1,
  /** The words of the call are wrong. Not 2: the agent's client reads 2 as a block. */
  usage: 64,
  /** It could not be done. */
  failed: 70,
} as const;

export const systemClock: Clock = { now: () => Date.now() };

/** Where a command was called: the same evidence, configuration and log that hooks see there. */
export const siteOf = ({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>, clock = systemClock): Site =>
  siteAt({ env, clock, requestedByName: false }, placeOf(cwd));

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
type Style = keyof typeof codes;

/** The text in a colour or weight if the terminal supports them, otherwise unchanged. */
export function styled({ colors }: Pick<Terminal, 'colors'>, style: Style, text: string): string {
  if (colors !== true || text === '') return text;
  const [on, off] = codes[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** Colours only if a person looks: NO_COLOR (no-color.org) and a dumb terminal say no, FORCE_COLOR says yes. */
export function wantsColors(isTTY: boolean, env: Env): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}

/** Ends a command whose answer is no: exit code 1, with what there is to say on stderr. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Asks the person at the terminal to type a word. Declines if nobody can be asked, or another word is typed. */
export async function requireConfirmation(
  terminal: Terminal,
  command: string,
  word: string,
  question: string,
): Promise<void> {
  const doubt = doubtOf(terminal);
  if (doubt !== undefined) throw new Declined(`gatehouse ${command}: ${doubt} Nothing was changed.`);
  const answer = await terminal.ask(`${question}\nType ${word} to continue: `);
  if (answer.trim().toLowerCase() === word) return;
  terminal.out('Nothing was changed.\n');
  throw new Declined();
}

/** Asks a question that `y` answers with yes. */
export const saysYes = async (terminal: Terminal, question: string): Promise<boolean> =>
  /^y(?:es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim());

/** Why the words at this terminal cannot be taken for a person's. */
function doubtOf(terminal: Terminal): string | undefined {
  if (!terminal.isTTY) return 'only a person can do this, in a terminal of their own or in the editor.';
  const variable = agentVariable(terminal.env);
  const ancestry = variable === undefined ? terminal.ancestry?.() : undefined;
  const why = variable === undefined ? ancestry?.kind === 'unproven' && ancestry.why : `${variable} is set by an agent`;
  if (typeof why !== 'string') return undefined;
  return `only a person can do this, and Gatehouse cannot tell that a person uses this terminal (${why}). Use a plain terminal window, or the command in the editor.`;
}

/** The person's name, for records. */
export const personAt = (terminal: Terminal): string =>
  `${nameOf(terminal)} ${terminal.from === 'prompt' ? 'in a prompt' : 'at a terminal'}`;

const nameOf = ({ env }: Terminal): string => env.USER ?? env.LOGNAME ?? env.USERNAME ?? 'a person';

/** Writes down what a person did with a command. */
export function noteAct(terminal: Terminal, site: Site, act: PersonAct['act'], target: string): void {
  personAct({ act, target, by: nameOf(terminal), from: terminal.from ?? 'terminal' }, site);
}
