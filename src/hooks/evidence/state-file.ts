/** What reading a state file found. Values from files are data: validated, never evaluated. */
export type Reading<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ok'; readonly value: T }
  /** Unreadable or of the wrong shape. It counts as nothing passed; `keptAs` says where a writer put it aside. */
  | { readonly kind: 'corrupt'; readonly problem: string }
  /** Git tracks the file: a repository may not ship its own evidence. */
  | { readonly kind: 'shipped' };

/** One file of state that several processes read and write. */
export interface StateFile<T> {
  readonly path: string;
  read(): Reading<T>;
  /**
   * Reads, changes and writes under a lock. `undefined` leaves the file as it is. A corrupt file is kept aside
   * (`.corrupt-<time>`) and the change starts from nothing. Resolves to what now stands in the file.
   */
  update(change: (now: T | undefined) => T | undefined): Promise<T | undefined>;
  remove(): Promise<void>;
}

/** How a state file's text and its value belong together. */
export interface Format<T> {
  /** `mtimeMs` for formats whose text may leave the time out. */
  parse(text: string, mtimeMs: number): Parsed<T>;
  /** The new text; `before` is the text that was there, for the lines and fields that are not ours. */
  print(value: T, before: string | undefined): string;
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const unparsed = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

/** The file as it stands, for a rehearsal: a change is worked out and told, never written. */
export function rehearsed<T>(file: StateFile<T>): StateFile<T> {
  return {
    path: file.path,
    read: () => file.read(),
    update: (change) => {
      const reading = file.read();
      const now = reading.kind === 'ok' ? reading.value : undefined;
      return Promise.resolve(reading.kind === 'shipped' ? undefined : (change(now) ?? now));
    },
    remove: () => Promise.resolve(),
  };
}
