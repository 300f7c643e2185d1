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
