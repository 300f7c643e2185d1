/** A script with what npm runs before and after it. */
export function scriptText(manifest: string, name: string): string | undefined {
  try {
    const { scripts } = JSON.parse(manifest) as { readonly scripts?: Readonly<Record<string, unknown>> };
    const parts = [scripts?.[`pre${name}`], scripts?.[name], scripts?.[`post${name}`]];
    return typeof scripts?.[name] === 'string'
      ? parts.filter((part) => typeof part === 'string').join(' && ')
      : undefined;
  } catch {
    return undefined;
  }
}
