/** A heading of a document that is laid out by indentation, and the lines that belong to it. */
export interface Section {
  readonly title: string;
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A line with deeper lines below it is a heading. Blank lines belong to what is around them. */
export function sectionsOf(text: string): readonly Section[] {
  const lines = text.split('\n');
  const sections: Section[] = [];
  const open: { title: string; level: number; start: number }[] = [];
  let last = 0;
  const closeTo = (indent: number): void => {
    for (let top = open.at(-1); top !== undefined && top.level >= indent; top = open.at(-1)) {
      open.pop();
      if (last > top.start) sections.push({ ...top, end: last });
    }
  };
  lines.forEach((line, at) => {
    if (line.trim() === '') return;
    closeTo(indentOf(line));
    open.push({ title: line.trim(), level: indentOf(line), start: at });
    last = at;
  });
  closeTo(0);
  return sections.sort((one, other) => one.start - other.start);
}

export interface PathInText {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number | undefined;
}

/** Absolute paths in one line, with the line number that may follow. */
export function pathsIn(line: string): readonly PathInText[] {
  return [...line.matchAll(/(?<![\w/.~-])((?:\/[\w@.+-]+){2,})(?::(\d+))?/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    path: match[1] ?? '',
    line: match[2] === undefined ? undefined : Number(match[2]),
  }));
}
