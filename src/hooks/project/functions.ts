/** A function that computes its result once for each key. */
export function memoize<T>(compute: (key: string) => T): (key: string) => T {
  const results = new Map<string, T>();
  return (key) => {
    if (!results.has(key)) results.set(key, compute(key));
    return results.get(key) as T;
  };
}

/** The first answer that is not undefined. */
export function firstOf<T, U>(items: Iterable<T>, answer: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const found = answer(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The result of some work; undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The system's code for an error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Milliseconds of a monotonic clock. `performance` would take long to load. */
export const stopwatch = (): number => Number(process.hrtime.bigint()) / 1e6;

/** An error whose message says what happened and what a person can do about it. */
export class ActionableError extends Error {
  override readonly name = 'ActionableError';

  constructor(
    message: string,
    readonly whatToDo: string,
  ) {
    super(`${message} ${whatToDo}`);
  }
}
