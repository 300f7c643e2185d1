/** A change of one stretch of the command; every other byte stays. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What the person and the model are told. */
  readonly says: string;
}

/** Applies edits that do not overlap; insertions come before what is replaced there. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

/** Characters that mean the same inside and outside of every kind of quotes. */
export const isPlain = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text);

/** A path as one shell word; double quotes where they suffice, as people write them. */
export function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replace(/'/g, "'\\''")}'` : `"${text}"`;
}
