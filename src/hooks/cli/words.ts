import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Terminal } from './command';
import { didYouMean } from './suggestion';

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
    const problem = (error instanceof Error ? error.message : String(error)).split('. To specify')[0] ?? '';
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

/** `3 minutes ago`, `in 2 hours` for a clock that went back. */
export function ago(at: number, now: number): string {
  const seconds = Math.round(Math.abs(now - at) / 1000);
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 'second'];
  const number = Math.floor(seconds / size);
  if (seconds < 2) return 'just now';
  const span = `${number} ${unit}${number === 1 ? '' : 's'}`;
  return at > now ? `in ${span}` : `${span} ago`;
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

export function shownSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Columns that line up; the last one as long as it is. */
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

/** Text within a width, its own line breaks kept, indented. */
export function wrapped(text: string, indent: string, width = 100): string {
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
