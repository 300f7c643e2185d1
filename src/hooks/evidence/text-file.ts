import { parsed, unparsed, type Format } from './state-file';

/** The content without its last line break, in lines; an empty file has none. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A number as these files write it: digits, and no more of them than a number can hold. */
export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}

/** `first|second|third` on the first line. What stands behind our fields and on further lines is kept. */
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
export function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

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
export const markerFormat: Format<'there'> = {
  parse: () => parsed('there'),
  print: (_there, before) => before ?? '',
};

/** A field of a line with separators: without line breaks, without the separator, and not endless. */
export function field(text: string, separator = '|', limit = 500): string {
  return oneLine(text)
    .replaceAll(separator, separator === ';' ? ',' : '-')
    .slice(0, limit)
    .trim();
}
