/** One line of a Markdown document, with what it is part of. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** In a code fence, the fence's own lines included. */
  readonly fenced: boolean;
  /** The text with HTML comments taken out. */
  readonly content: string;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The lines of a document. Fences may be of either kind and any length; comments may span lines. */
export function linesOf(document: string): readonly Line[] {
  let open: string | undefined;
  let comment = false;
  return document.split(/\r?\n/).map((text, index) => {
    const mark = comment ? undefined : fence.exec(text)?.[1];
    const wasOpen = open;
    if (open === undefined) open = mark;
    else if (mark?.[0] === open[0] && mark !== undefined && mark.length >= open.length) open = undefined;
    const fenced = wasOpen !== undefined || open !== undefined;
    if (fenced) return { number: index + 1, text, fenced, content: text };
    const read = withoutComments(text, comment);
    comment = read.inside;
    return { number: index + 1, text, fenced, content: read.content };
  });
}

function withoutComments(text: string, inside: boolean): { content: string; inside: boolean } {
  let content = '';
  for (let rest = text; ;) {
    const mark = rest.indexOf(inside ? '-->' : '<!--');
    if (mark < 0) return { content: inside ? content : content + rest, inside };
    if (!inside) content += rest.slice(0, mark);
    rest = rest.slice(mark + (inside ? 3 : 4));
    inside = !inside;
  }
}

/** The heading that a line is, if it is one. */
export function headingOf(line: Line): Heading | undefined {
  if (line.fenced) return undefined;
  const match = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.content);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { level: match[1].length, text: match[2], line: line.number };
}
