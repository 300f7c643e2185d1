/** A schema that is built when it is first used: most hooks meet no file that it describes. */
export function lazySchema<Schema extends object>(build: () => Schema): Schema {
  let built: Schema | undefined;
  const schema = () => (built ??= build());
  return new Proxy({} as Schema, {
    get: (_, key) => Reflect.get(schema(), key) as unknown,
    has: (_, key) => Reflect.has(schema(), key),
  });
}
