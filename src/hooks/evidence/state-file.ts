import { cutDeep } from '../protocol/json';

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

/** The current file, for a dry run: a change is computed and returned, never written. */
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

/** Anything that validates a value and returns it, such as a zod schema. */
export interface Shape<T> {
  parse(value: unknown): T;
}

/**
 * A JSON document. A loose schema lets keys that are not ours live through a rewrite; what does not fit the schema is
 * corrupt, never half believed.
 */
export function jsonFormat<T>(shape: Shape<T>, layout: 'readable' | 'compact' = 'readable'): Format<T> {
  return {
    parse: (text) => {
      let document: unknown;
      try {
        document = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
      } catch {
        return unparsed(text.trim() === '' ? 'it is empty' : 'it is not JSON');
      }
      if (layout === 'readable' && cutDeep(document)) return unparsed('it is nested too deeply');
      if (layout === 'readable' && wouldLoseNumber(text)) return unparsed('it has a number too long to keep');
      // A key of this name would turn into an object's prototype on the way.
      if (/__proto__|\\u/.test(text) && namesPrototype(document)) return unparsed('it has a key named __proto__');
      try {
        return parsed(shape.parse(document));
      } catch (error) {
        return unparsed(firstIssue(error));
      }
    },
    print: (value) => `${JSON.stringify(value, null, layout === 'readable' ? 2 : undefined)}\n`,
  };
}

/** Numbers that JSON cannot write back exactly: the keys of other tools may contain them. */
function wouldLoseNumber(text: string): boolean {
  if (!/\d{16}|\d[eE]/.test(text)) return false;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  return tokens.some((token) => {
    if (token.startsWith('"')) return false;
    const value = Number(token);
    if (!Number.isFinite(value) || token.replace(/\D/g, '').length > 17) return true;
    return Number.isInteger(value) && !Number.isSafeInteger(value);
  });
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype);
}

function firstIssue(error: unknown): string {
  const issues = (error as { readonly issues?: readonly { readonly path: readonly PropertyKey[] }[] }).issues;
  const where = issues?.[0]?.path.join('.') ?? '';
  return where === '' ? 'it has another shape than expected' : `"${where.slice(0, 80)}" has another type than expected`;
}
