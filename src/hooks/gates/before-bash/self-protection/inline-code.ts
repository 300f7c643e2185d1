import type { Invocation } from '../../../shell/invocation';
import { publicStateNamedIn } from '../../../evidence/public-names';

const interpreters =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|ruby|perl[\d.]*|php[\d.]*|lua[\d.]*|tclsh|osascript|rscript|[gmn]?awk)$/;
const editors = /^(?:ed|ex|vi|vim|nvim|nano|pico|micro|emacs|joe|mcedit|code)$/;
const patchers = /^(?:patch|git)$/;

/** What code does to a file, in the words of many languages; reading it is none of these. */
const changing =
  /write|\bopen\s*\([^)]*,\s*(?:mode\s*=\s*)?["'][^"']*[wax+]|unlink|remove|rename|rmtree|\brm\b|\bmv\b|\bcp\b|truncate|copyfile|copytree|\bcopy\w*\s*\(|shutil\.(?:copy|move)|\.replace\s*\(\s*["'][^"']*\.claude|symlink|\blink\b|chmod|chown|touch|\bdump\s*\(|put_contents|createwritestream|appendfile|outputstream|file\.delete|fileutils/i;

/** The guarded name that an interpreter's inline code, an editor or a patch would change. */
export function namedByCode(invocation: Invocation): string | undefined {
  const { program, args, stdin } = invocation;
  if (program === undefined) return undefined;
  const piped = stdin.kind === 'text' ? stdin.text : '';
  const text = [...args.map((word) => word.text), piped].join('\n');
  if (editors.test(program)) return nameIn(args.map((word) => word.text).join('\n'));
  if (patchers.test(program)) return /^(?:\+\+\+|---|rename to|diff --git) /m.test(piped) ? nameIn(piped) : undefined;
  if (!interpreters.test(program)) return undefined;
  const changes = program.endsWith('awk') ? />|\|\s*"|system\s*\(/.test(text) : changing.test(text);
  return changes ? nameIn(text) : undefined;
}

const otherNames =
  /\.gatehouse\b|(?<![\w-])\.claude["'\s,/\\]+(?:gatehouse(?:\.local)?|settings(?:\.local)?)\.json|(?<![\w-])\.claude["'\s,/\\]+(?:dev-mods|plugins)\b|(?<![\w-])gatehouse(?:\.local)?\.json/i;

function nameIn(text: string): string | undefined {
  return publicStateNamedIn(text) ?? otherNames.exec(text)?.[0];
}
