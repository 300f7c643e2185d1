/** Every verdict opens with one of these. */
const signs = ['✅', '⛔', '❌', '⚠'] as const;

export function hasMark(text: string): boolean {
  return signs.some((sign) => text.includes(sign));
}

/** Finds the marks of a text from front to back. Each sign is searched for by itself: megabytes go by at memory's speed. */
export class Marks {
  private readonly ahead: number[];

  constructor(private readonly text: string) {
    this.ahead = signs.map(() => -1);
  }

  /** The first mark at or behind a place, which never lies in front of an earlier one; Infinity where none is left. */
  from(place: number): number {
    const { ahead, text } = this;
    let first = Infinity;
    for (let index = 0; index < signs.length; index++) {
      let at = ahead[index] ?? Infinity;
      if (at < place) {
        at = text.indexOf(signs[index] ?? '', place);
        if (at === -1) at = Infinity;
        ahead[index] = at;
      }
      if (at < first) first = at;
    }
    return first;
  }
}
