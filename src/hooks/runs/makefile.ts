/** The recipes of a target and of the targets that it needs. */
export function recipe(makefile: string, target: string, seen: ReadonlySet<string> = new Set()): string | undefined {
  const lines = makefile.split('\n');
  const at = lines.findIndex((line) => new RegExp(`^${target.replace(/[^\w-]/g, '\\$&')}\\s*:(?!=)`).test(line));
  if (at < 0 || seen.size > 20) return undefined;
  const [, needs = ''] = /^[^:]+:+([^#;]*)/.exec(lines[at] ?? '') ?? [];
  const own: string[] = [];
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

/** What `make` alone makes: the first target that is no special one. */
export function defaultTarget(makefile: string): string | undefined {
  return /^([A-Za-z0-9][\w./-]*)\s*:(?!=)/m.exec(makefile)?.[1];
}
