/** The known word that a mistyped one was most likely meant to be; undefined where none is close. */
export function suggestionFor(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const first = (one: string) => Number(one.startsWith(wanted.slice(0, 1)));
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const [best] = known
    .map((one) => ({ one, distance: one.startsWith(wanted) && wanted.length > 1 ? 0 : distance(wanted, one) }))
    .filter(({ distance: far }) => far <= most)
    .sort((a, b) => a.distance - b.distance || first(b.one) - first(a.one) || a.one.length - b.one.length);
  return best?.one;
}

/** `. Did you mean 'status'?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = suggestionFor(word, known);
  return meant === undefined ? '' : `. Did you mean '${meant}'?`;
}

/** Letters to insert, remove, replace, or swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row, ...Array<number>(b.length).fill(0)]);
  rows[0] = Array.from({ length: b.length + 1 }, (_, column) => column);
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same);
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, at(row - 2, column - 2) + 1);
      rows[row]?.splice(column, 1, least);
    }
  }
  return at(a.length, b.length);
}
