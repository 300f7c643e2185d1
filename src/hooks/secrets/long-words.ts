/** Every token has so many letters in a row. */
const least = 16;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~$:';
const isLetter = Uint8Array.from({ length: 128 }, (_, code) => (letters.includes(String.fromCharCode(code)) ? 1 : 0));

/** The lines of a text that have a long word, each with the line before it: nothing else can hold a token. */
export function linesWithLongWords(text: string): string {
  let lines = '';
  let taken = 0;
  // A long word has a letter at one of these places, wherever it begins.
  for (let at = least - 1; at < text.length; at += least) {
    if (!isLong(text, at)) continue;
    const line = text.lastIndexOf('\n', at);
    const before = line < 1 ? 0 : text.lastIndexOf('\n', line - 1) + 1;
    const next = text.indexOf('\n', at) + 1 || text.length;
    lines += text.slice(Math.max(taken, before), next);
    taken = next;
    at = next - 1;
  }
  return lines;
}

/** Is the word around this place long? */
function isLong(text: string, at: number): boolean {
  if (isLetter[text.charCodeAt(at)] !== 1) return false;
  let start = at;
  while (at - start < least && isLetter[text.charCodeAt(start - 1)] === 1) start -= 1;
  let end = at + 1;
  while (end - start < least && isLetter[text.charCodeAt(end)] === 1) end += 1;
  return end - start >= least;
}
