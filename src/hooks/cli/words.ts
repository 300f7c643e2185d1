import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Terminal } from './command';
import { messageOf, editDistance } from '../project/text';

/** The words of a call are wrong: said on stderr, exit code 64. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** An option that is given or not, and one with a text. */
export const onOff = { type: 'boolean' } as const;
export const withText = { type: 'string' } as const;

/** Reads options (`--id x`, `--id=x`) and the words between them. Every such command has `--json`. */
export function readWords<const O extends Options>(args: readonly string[], options = {} as O) {
  const { values, positionals } = parsed(args, { json: onOff, ...options });
  return { values, positionals, asJson: 'json' in values && values.json === true };
}

export function parsed<const O extends Options>(args: readonly string[], options: O) {
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
  if (word !== undefined) throw new UsageError(`unexpected argument '${word}'`);
}

export function json(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** The answer of a command, for programs or for people. */
export function answer(terminal: Terminal, asJson: boolean, value: unknown, text: string): void {
  if (asJson) json(terminal, value);
  else terminal.out(text);
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
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
    return `${`${indent}${cells.join('  ')}`.trimEnd()}\n`;
  });
  return lines.join('');
}

/** A recorded call that would be decided differently, as a row of a table. */
export function changeRow(
  {
    id,
    before,
    after,
    tool,
    subject,
  }: Readonly<Record<'id' | 'before' | 'after' | 'subject', string>> & { readonly tool?: string | undefined },
  indent = '',
): readonly string[] {
  return [`${indent}${id}`, before, '→', after, `${tool ?? ''}  ${subject.split('\n', 1)[0]?.slice(0, 80) ?? ''}`];
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
