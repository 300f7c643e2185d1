type Path = readonly (string | number)[];

/** A key that a value has and its schema does not know. */
export interface UnknownKey {
  readonly path: Path;
  readonly known: readonly string[];
}

/** What of a zod schema is looked at. */
interface Shape {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, Shape>>;
      readonly catchall?: unknown;
      readonly element?: Shape;
      readonly innerType?: Shape;
    };
  };
}

/** Every key, at any depth, that the schema would leave out without a word. */
export function unknownKeys(schema: Shape, value: unknown, path: Path = []): readonly UnknownKey[] {
  const { type, shape, catchall, element, innerType } = schema._zod.def;
  if (innerType !== undefined) return unknownKeys(innerType, value, path);
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownKeys(element, item, [...path, index]));
  }
  if (type !== 'object' || shape === undefined || catchall !== undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = Object.keys(shape);
  return Object.entries(value).flatMap(([key, inner]) => {
    const inside = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return inside === undefined ? [{ path: [...path, key], known }] : unknownKeys(inside, inner, [...path, key]);
  });
}
