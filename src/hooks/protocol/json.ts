/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none where it is no object. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The value of a JSON text; undefined if it is none. */
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

/** No client nests its calls a tenth as deep. */
const levels = 200;

/**
 * Cuts what is nested too deeply out of a JSON value that was just parsed, so that whatever walks it afterwards cannot
 * run out of stack. Tells whether anything was cut.
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
