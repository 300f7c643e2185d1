/** A pattern for paths from the project’s top, unless it begins with `/`, `~` or names no folder. */
export function absolutePattern(
  pattern: string,
  { root, home }: { readonly root: string; readonly home: string },
): string {
  if (pattern.startsWith('/')) return pattern;
  if (/^~(?:\/|$)/.test(pattern)) return `${home}${pattern.slice(1)}`;
  const rest = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (rest === '.' || rest === '') return root;
  const anchored = rest.includes('/') || pattern.endsWith('/') || pattern.startsWith('./');
  return anchored ? `${root}/${rest}` : `${root}/**/${rest}`;
}
