/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none if it is not an object. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A value that is a string; undefined for any other. */
export const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/** The value of a JSON text that fits the schema; undefined for any other text. */
export function parseAs<T>(schema: Schema<T>, text: string): T | undefined {
  const value = parseJson(text);
  const read = value === undefined ? undefined : schema.safeParse(value);
  return read?.success === true ? read.data : undefined;
}

/** Ten times as deep as any client nests its calls. */
const levels = 200;

/**
 * Removes what is nested too deeply from a parsed JSON value, so that code that walks it cannot run out of stack. Returns
 * whether anything was removed.
 */
export function cutDeep(value: unknown, left = levels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let cut = false;
  for (const [key, inner] of Object.entries(value)) {
    if (left > 1) cut = cutDeep(inner, left - 1) || cut;
    else if (typeof inner === 'object' && inner !== null) {
      // A plain assignment to a key named __proto__ would change nothing.
      Object.defineProperty(value, key, { value: '…', enumerable: true, writable: true, configurable: true });
      cut = true;
    }
  }
  return cut;
}
