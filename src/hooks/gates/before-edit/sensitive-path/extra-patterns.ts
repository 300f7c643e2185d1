/** The person's own patterns, ready to test a path; or what is wrong with them. */
export type ExtraPatterns =
  | { readonly kind: 'none' }
  | { readonly kind: 'pattern'; readonly source: string; matches(path: string): boolean }
  | { readonly kind: 'invalid'; readonly source: string; readonly problem: string };

/** `[[:digit:]]` and its like are of extended regular expressions and mean something else here. */
const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  xdigit: 'A-Fa-f0-9',
  space: '\\s',
  blank: ' \\t',
  word: '\\w',
  punct: '!-\\/:-@\\[-`{-~',
};

/** Reads `GUARD_EXTRA_PATTERNS`: one extended regular expression, found anywhere in the path, in any case. */
export function extraPatterns(source: string | undefined): ExtraPatterns {
  if (source === undefined || source === '') return { kind: 'none' };
  const unknown = [...source.matchAll(/\[:(\w+):\]/g)].find(([, name = '']) => !Object.hasOwn(classes, name))?.[0];
  if (unknown !== undefined) return { kind: 'invalid', source, problem: `unknown class ${unknown}` };
  try {
    const pattern = new RegExp(
      source.replace(/\[:(\w+):\]/g, (_whole, name: string) => classes[name] ?? ''),
      'i',
    );
    return { kind: 'pattern', source, matches: (path) => pattern.test(path) };
  } catch (error) {
    return { kind: 'invalid', source, problem: error instanceof Error ? error.message : 'not a regular expression' };
  }
}
