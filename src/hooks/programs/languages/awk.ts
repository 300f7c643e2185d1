/** A longer program is not one that is typed to look at something. */
const longest = 10_000;

/** Does an awk program only read its input and print? A program that cannot be told apart does not. */
export function awkOnlyReads(program: string): boolean {
  const shape = program.length > longest ? undefined : skeleton(program);
  if (shape === undefined) return false;
  if (/\b(?:system|getline|ENVIRON|PROCINFO)\b|@/.test(shape)) return false;
  if (/(?<!\|)\|(?!\|)/.test(shape) || shape.includes('>>')) return false;
  // A comparison stands in a pattern, a condition or parentheses; behind print it is a redirect.
  return !shape.split(/[;{}\n]/).some((piece) => /^[^]*\bprintf?\b/.test(piece) && withoutGroups(piece).includes('>'));
}

/** What stands outside of parentheses. */
function withoutGroups(text: string): string {
  let depth = 0;
  return text.replace(/[^()]+|[()]/g, (piece) => {
    if (piece === '(') depth++;
    else if (piece === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) return piece;
    return '';
  });
}

/** The program without the inside of its strings, regular expressions and comments; undefined where one does not end. */
function skeleton(program: string): string | undefined {
  let shape = '';
  for (let at = 0; at < program.length; at++) {
    const char = program[at] ?? '';
    if (char === '#') {
      const end = program.indexOf('\n', at);
      if (end < 0) return shape;
      at = end - 1;
      continue;
    }
    if (char !== '"' && !(char === '/' && startsRegex(shape))) {
      shape += char;
      continue;
    }
    const end = closing(program, at, char);
    if (end === undefined) return undefined;
    shape += `${char}${char}`;
    at = end;
  }
  return shape;
}

/** Behind a value a slash divides. */
function startsRegex(before: string): boolean {
  const last = before.trimEnd().at(-1);
  return last === undefined || !/[\w)\]$"]/.test(last) || /\b(?:return|in|print|printf)\s*$/.test(before);
}

function closing(program: string, start: number, quote: string): number | undefined {
  let set = false;
  for (let at = start + 1; at < program.length; at++) {
    const char = program[at];
    if (char === '\\') at++;
    else if (char === '\n') return undefined;
    else if (quote === '/' && char === '[') set = true;
    else if (quote === '/' && char === ']') set = false;
    else if (char === quote && !set) return at;
  }
  return undefined;
}
