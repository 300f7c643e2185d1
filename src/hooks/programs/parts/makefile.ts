import { escapeRegExp } from '../../project/text';

/** The recipes of a target and of the targets that it needs. */
export function recipe(makefile: string, target: string, seen: ReadonlySet<string> = new Set()): string | undefined {
  const lines = makefile.split('\n');
  const at = lines.findIndex((line) => new RegExp(`^${escapeRegExp(target)}\\s*:(?!=)`).test(line));
  if (at < 0 || seen.size > 20) return undefined;
  const [, needs = '', sameLine] = /^[^:]+:+([^#;]*)(?:;(.*))?/.exec(lines[at] ?? '') ?? [];
  const own: string[] = sameLine === undefined ? [] : [sameLine.replace(/^\s*[@\-+]*/, '')];
  for (const line of lines.slice(at + 1)) {
    if (!line.startsWith('\t')) break;
    own.push(line.replace(/^\t[@\-+]*/, ''));
  }
  const others = needs
    .split(/\s+/)
    .filter((name) => name !== '' && !seen.has(name))
    .map((name) => recipe(makefile, name, new Set([...seen, target, name])) ?? '');
  return [...others, ...own].filter((line) => line !== '').join('\n');
}

/** The target of `make` without arguments: the first one whose name does not begin with a dot. */
export function defaultTarget(makefile: string): string | undefined {
  return /^([A-Za-z0-9][\w./-]*)\s*:(?!=)/m.exec(makefile)?.[1];
}

/**
 * A recipe as the shell gets it, with the variables of the makefile and of the command line; `$$` becomes `$`. What only
 * make can work out becomes a variable that is never set, so that its value is unknown.
 */
export function expanded(makefile: string, recipe: string, given: ReadonlyMap<string, string>): string {
  const variables = new Map<string, string>([['MAKE', 'make']]);
  for (const [, name = '', value = ''] of makefile.matchAll(/^([A-Za-z_]\w*)\s*(?:::?|\?)?=[ \t]*([^\n#]*)/gm))
    variables.set(name, value.trim());
  for (const [name, value] of given) variables.set(name, value);
  const fill = (text: string, depth: number): string =>
    text.replace(/\$(?:\$|[({]([^(){}$]*)[)}]|(.))/g, (all, long: string | undefined, short: string | undefined) => {
      if (all === '$$') return '$';
      const name = long ?? short ?? '';
      const value = variables.get(name);
      if (value === undefined) return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : '${make_decides}';
      return depth > 8 || value.length > 5_000 ? '${make_decides}' : fill(value, depth + 1);
    });
  return fill(recipe, 0);
}
