import { cutDeep } from '../protocol/json';

/** What reading a state file found. Values from files are data: validated, never evaluated. */
export type Reading<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ok'; readonly value: T }
  /** Unreadable or of the wrong shape. It counts as nothing passed; `keptAs` says where a writer put it aside. */
  | { readonly kind: 'corrupt'; readonly problem: string }
  /** Git tracks the file: a repository may not ship its own evidence. */
  | { readonly kind: 'shipped' };

/** One file of state that several processes read and write. */
export interface StateFile<T> {
  readonly path: string;
  read(): Reading<T>;
  /** The content; undefined if the file is missing or does not count. */
  value(): T | undefined;
  /**
   * Reads, changes and writes under a lock. `undefined` leaves the file as it is. A corrupt file is kept aside
   * (`.corrupt-<time>`) and the change starts from nothing. Resolves to the new content.
   */
  update(change: (now: T | undefined) => T | undefined): Promise<T | undefined>;
  remove(): Promise<void>;
}

/** How a state file's text and its value belong together. */
export interface Format<T> {
  /** `mtimeMs` for formats whose text may leave the time out. */
  parse(text: string, mtimeMs: number): Parsed<T>;
  /** The new text; `before` is the text that was there, for the lines and fields that are not ours. */
  print(value: T, before: string | undefined): string;
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const unparsed = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

/** The current file, for a dry run: a change is computed and returned, never written. */
export function withoutWrites<T>(file: StateFile<T>): StateFile<T> {
  return {
    path: file.path,
    read: () => file.read(),
    value: () => file.value(),
    update: (change) => {
      const reading = file.read();
      const now = reading.kind === 'ok' ? reading.value : undefined;
      return Promise.resolve(reading.kind === 'shipped' ? undefined : (change(now) ?? now));
    },
    remove: () => Promise.resolve(),
  };
}

/** Anything that validates a value and returns it, such as a zod schema. */
export interface Shape<T> {
  parse(value: unknown): T;
}

/**
 * A JSON document. A loose schema lets keys that are not ours live through a rewrite; what does not fit the schema is
 * corrupt, never half believed.
 */
export function jsonFormat<T>(shape: Shape<T>, layout: 'readable' | 'compact' = 'readable'): Format<T> {
  return {
    parse: (text) => {
      let document: unknown;
      try {
        document = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
      } catch {
        return unparsed(text.trim() === '' ? 'it is empty' : 'it is not JSON');
      }
      if (layout === 'readable' && cutDeep(document)) return unparsed('it is nested too deeply');
      if (layout === 'readable' && wouldLoseNumber(text)) return unparsed('it has a number too long to keep');
      // A key of this name would turn into an object's prototype on the way.
      if (/__proto__|\\u/.test(text) && namesPrototype(document)) return unparsed('it has a key named __proto__');
      try {
        return parsed(shape.parse(document));
      } catch (error) {
        return unparsed(firstIssue(error));
      }
    },
    print: (value) => `${JSON.stringify(value, null, layout === 'readable' ? 2 : undefined)}\n`,
  };
}

/** Numbers that JSON cannot write back exactly: the keys of other tools may contain them. */
function wouldLoseNumber(text: string): boolean {
  if (!/\d{16}|\d[eE]/.test(text)) return false;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  return tokens.some((token) => {
    if (token.startsWith('"')) return false;
    const value = Number(token);
    if (!Number.isFinite(value) || token.replace(/\D/g, '').length > 17) return true;
    return Number.isInteger(value) && !Number.isSafeInteger(value);
  });
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype);
}

function firstIssue(error: unknown): string {
  const issues = (error as { readonly issues?: readonly { readonly path: readonly PropertyKey[] }[] }).issues;
  const where = issues?.[0]?.path.join('.') ?? '';
  return where === '' ? 'it has another shape than expected' : `"${where.slice(0, 80)}" has another type than expected`;
}

/** The content without its last line break, in lines; an empty file has none. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A number as these files write it: digits, and no more of them than a number can hold. */
export const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** `first|second|third` on the first line. What comes after our fields and on further lines is kept. */
export function fieldsFormat<T>(
  width: number,
  read: (fields: readonly string[], mtimeMs: number) => T | undefined,
  write: (value: T) => readonly (string | number)[],
): Format<T> {
  return {
    parse: (text, mtimeMs) => {
      const [first] = linesOf(text);
      if (first === undefined || first.trim() === '') return unparsed('it is empty');
      const value = read(
        first.split('|').map((field) => field.trim()),
        mtimeMs,
      );
      return value === undefined ? unparsed('its first line is not in the expected form') : parsed(value);
    },
    print: (value, before) => {
      const lines = linesOf(before ?? '');
      const foreign = (lines[0] ?? '').split('|').slice(width);
      return `${[[...write(value), ...foreign].join('|'), ...lines.slice(1)].join('\n')}\n`;
    },
  };
}

/**
 * One record per line. A line that is no record is kept unchanged, in its place; new and changed records go
 * to the end, records that are gone lose their line.
 */
export function recordsFormat<T>(read: (line: string) => T | undefined, write: (record: T) => string): Format<T[]> {
  return {
    parse: (text) => {
      const records: T[] = [];
      for (const line of linesOf(text)) {
        const record = read(line);
        if (record !== undefined) records.push(record);
      }
      return parsed(records);
    },
    print: (records, before) => {
      const left = new Map<string, number>();
      const ordered = records.map((record) => oneLine(write(record)));
      for (const line of ordered) left.set(line, (left.get(line) ?? 0) + 1);
      const kept: string[] = [];
      for (const line of linesOf(before ?? '')) {
        const record = read(line);
        if (record === undefined) {
          kept.push(line);
          continue;
        }
        const same = oneLine(write(record));
        const wanted = left.get(same) ?? 0;
        if (wanted === 0) continue;
        left.set(same, wanted - 1);
        kept.push(line);
      }
      const added = ordered.filter((line) => {
        const wanted = left.get(line) ?? 0;
        if (wanted > 0) left.set(line, wanted - 1);
        return wanted > 0;
      });
      const lines = [...kept, ...added];
      return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    },
  };
}

/** A value that must not become two lines. */
export const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

/** A file whose every line is one value. */
export const linesFormat: Format<readonly string[]> = {
  parse: (text) => parsed(linesOf(text).filter((line) => line !== '')),
  print: (lines) => (lines.length === 0 ? '' : `${lines.map(oneLine).join('\n')}\n`),
};

/** A file with one number in its first line. Further lines are kept. */
export const numberFormat: Format<number> = {
  parse: (text) => {
    const [first] = linesOf(text);
    const value = count(first);
    return value === undefined ? unparsed('its first line is not a number') : parsed(value);
  },
  print: (value, before) => `${[String(value), ...linesOf(before ?? '').slice(1)].join('\n')}\n`,
};

/** A file that says all it has to say by being there. */
export const markerFormat: Format<'there'> = { parse: () => parsed('there'), print: (_there, before) => before ?? '' };

/** A field of a line with separators: without line breaks, without the separator, and not endless. */
export function field(text: string, separator = '|', limit = 500): string {
  return oneLine(text)
    .replaceAll(separator, separator === ';' ? ',' : '-')
    .slice(0, limit)
    .trim();
}
