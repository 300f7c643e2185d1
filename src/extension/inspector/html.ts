/** Escapes text, so that a page shows it as text. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A stretch of a text that is to be seen. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** A word of the style sheet. */
  readonly style: string;
  readonly title: string;
}

/** A text with stretches marked in place. Of stretches that overlap, the one that begins first is marked. */
export function marked(text: string, marks: readonly Mark[]): string {
  const ordered = [...marks].sort((one, other) => one.start - other.start || other.end - one.end);
  let at = 0;
  let html = '';
  for (const { start, end, style, title } of ordered) {
    if (start < at || end <= start) continue;
    html += escaped(text.slice(at, start));
    html += `<mark class="${style}" title="${escaped(title)}">${escaped(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escaped(text.slice(at));
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const body = rows.map((row) => `<tr tabindex="0">${cells(row, 'td')}</tr>`).join('');
  return `<table><thead><tr>${cells(head.map(escaped), 'th')}</tr></thead><tbody>${body}</tbody></table>`;
}

/** What changed between two texts, letter by letter at both ends and whole in the middle. */
export function inlineDiff(before: string, after: string): string {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = (text: string) => escaped(text.slice(head, text.length - tail));
  const gone = middle(before) === '' ? '' : `<del>${middle(before)}</del>`;
  const come = middle(after) === '' ? '' : `<ins>${middle(after)}</ins>`;
  return `<pre>${escaped(before.slice(0, head))}${gone}${come}${escaped(before.slice(before.length - tail))}</pre>`;
}
