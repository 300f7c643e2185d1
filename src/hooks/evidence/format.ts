/** How a state file's text and its value belong together. */
export interface Format<T> {
  /** `mtimeMs` for formats whose text may leave the time out. */
  parse(text: string, mtimeMs: number): Parsed<T>;
  /** The new text; `before` is the text that was there, for the lines and fields that are not ours. */
  print(value: T, before: string | undefined): string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const unparsed = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });
