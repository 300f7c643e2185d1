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
