import * as z from 'zod/mini';

/** A schema with a sentence that the editor shows. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A schema that is built on first use; most runs never need it. */
export function lazySchema<Schema extends object>(build: () => Schema): Schema {
  let built: Schema | undefined;
  const schema = () => (built ??= build());
  return new Proxy({} as Schema, {
    get: (_, key) => Reflect.get(schema(), key) as unknown,
    has: (_, key) => Reflect.has(schema(), key),
  });
}

export const lazyObject = <S extends z.core.$ZodShape>(shape: () => S): z.ZodMiniObject<S> =>
  lazySchema(() => z.object(shape()));

/** Keeps fields that it does not know. */
export const lazyLooseObject = <S extends z.core.$ZodShape>(shape: () => S): z.ZodMiniObject<S, z.core.$loose> =>
  lazySchema(() => z.looseObject(shape()));
