import { unmarked } from './identity';

/** A question's text in two parts: what is asked, and what is told so that the person can answer. */
export interface Parts {
  readonly asked: readonly string[];
  readonly told: readonly string[];
}

const heading = /^\s*(?:[#*_>\s]*)D\d{1,3}(?:\.\d{1,2})?\s*[-–—:.)]/;
const explanation =
  /^\s*[*_>\s]*(?:project\/branch(?:\/task)?|eli\d{1,2}|stakes?(?: if [^:]{1,30})?|recommendation|recommended|completeness|note|context|background|why|pros ?(?:\/|&|and) ?cons|pros|cons|net|effort|coverage|evidence|details?)\b[^:\n]{0,20}:/i;
const forOption = /^\s*(?:[✅❌➕➖✔✗✓×•+]|(?:pro|con)s?\s*:)/u;

/**
 * A brief begins with a numbered heading (`D3 — …`) and goes on with an explanation and a case for each option. The
 * heading asks; the rest tells. A text without that form asks with every word.
 */
export function partsOf(text: string): Parts {
  const lines = text
    .split('\n')
    .map((line) => unmarked(line).replace(/\*\*|__/g, ''))
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  if (!heading.test(first) || rest.length === 0) return { asked: [lines.join('\n')], told: [] };
  const asked = [first.replace(heading, '')];
  const told: string[] = [];
  for (const line of rest) {
    const tells = explanation.test(line) || forOption.test(line) || !line.trimEnd().endsWith('?');
    (tells ? told : asked).push(line);
  }
  return { asked, told };
}

/** The question in one line, as a person is told of it: a brief by its heading. */
export function titleOf(text: string): string {
  const { asked } = partsOf(text);
  const [first = ''] = asked.filter((part) => part.trim() !== '');
  const line = first.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
