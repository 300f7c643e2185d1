/** A look that is taken once for each key and remembered. */
export function remembered<T>(look: (key: string) => T): (key: string) => T {
  const seen = new Map<string, T>();
  return (key) => {
    if (!seen.has(key)) seen.set(key, look(key));
    return seen.get(key) as T;
  };
}
