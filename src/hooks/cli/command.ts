import { parseArgs, type ParseArgsConfig } from 'node:util';
import { agentVariable, type Ancestry } from '../person/ancestry';
import { type PersonAct, personAct } from '../person/journal';
import { type Site, siteAt } from '../pipeline/site';
import type { Env } from '../project/home';
import { placeOf } from '../project/place';
import { messageOf, editDistance } from '../project/text';

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

/** Where a command was called: the same evidence, configuration and log that hooks see there. */
export function siteOf(terminal: Terminal): Site {
  const clock = { now: () => Date.now() };
  return siteAt({ env: terminal.env, clock, requestedByName: false }, placeOf(terminal.cwd));
}

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

/** Asks the person at the terminal to type a word. Undefined means go on; else the exit code, and nothing was changed. */
export async function stopUnlessConfirmed(
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
  return `only a person can do this, and Gatehouse cannot tell that a person uses this terminal (${why}). Use a plain terminal window, or the command in the editor.`;
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

/** The words of a call are wrong: said on stderr, exit code 64. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads options (`--id x`, `--id=x`) and the words between them. */
export function readWords<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const problem = messageOf(error).split('. To specify')[0] ?? '';
    const unknown = /^Unknown option '(--[^']+)'/.exec(problem)?.[1];
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${problem}${unknown === undefined ? '' : didYouMean(unknown, [...known, '--help'])}`);
  }
}

export function noMoreWords(positionals: readonly string[]): void {
  const [word] = positionals;
  if (word !== undefined) throw new UsageError(`'${word}' is one word too many`);
}

export function json(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** Recorded words come from the agent and from files: none may move the cursor or colour the screen. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (letter) =>
    harmless.has(letter) ? letter : `\\x${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );
}

/** Line breaks, tabs, and what joins the parts of an emoji. */
const harmless: ReadonlySet<string> = new Set(['\n', '\t', '\u200d']);

/** Aligned columns; the last one is not padded. */
export function table(rows: readonly (readonly string[])[], indent = ''): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}

const width = 100;

/** Text in lines that fit a terminal, its own line breaks kept, indented. */
export function wrapped(text: string, indent: string): string {
  const lines = text.split('\n').flatMap((line) => {
    const out: string[] = [];
    let now = '';
    for (const word of line.split(' ')) {
      if (now !== '' && indent.length + now.length + 1 + word.length > width) {
        out.push(now);
        now = word;
      } else now = now === '' ? word : `${now} ${word}`;
    }
    return [...out, now];
  });
  return lines.map((line) => `${indent}${line}`.trimEnd()).join('\n');
}

/** The known word that a mistyped one was most likely meant to be; undefined if none is close. */
export function suggestionFor(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const first = (one: string) => Number(one.startsWith(wanted.slice(0, 1)));
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const [best] = known
    .map((one) => ({ one, distance: one.startsWith(wanted) && wanted.length > 1 ? 0 : editDistance(wanted, one) }))
    .filter(({ distance: far }) => far <= most)
    .sort((a, b) => a.distance - b.distance || first(b.one) - first(a.one) || a.one.length - b.one.length);
  return best?.one;
}

/** `. Did you mean 'status'?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = suggestionFor(word, known);
  return meant === undefined ? '' : `. Did you mean '${meant}'?`;
}
