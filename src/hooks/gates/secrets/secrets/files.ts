import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { landing } from '../../../project/landing';
import { readText } from '../../../project/read-file';
import type { PreToolUse } from '../../../protocol/call';
import { masked } from '../../../secrets/masking';
import { secretAt, secretBelow, secretNamed } from '../../../secrets/places';

/** A secret that a tool would show, and the file it is in. */
export interface ShownFile {
  readonly what: string;
  readonly file: string;
}

/** The secret that Read, Grep or a server's file tool would show. */
export function shownBy(call: PreToolUse, site: Site): ShownFile | undefined {
  switch (call.tool) {
    case 'Read':
      return inFiles([call.input.file_path], site);
    case 'Grep':
      return inSearch(call.input, site);
    default:
      return call.tool.startsWith('mcp__') && readsFiles(call.tool) ? inFiles(named(call.input), site) : undefined;
  }
}

/** Grep shows lines only where it is asked for content; otherwise names and counts. */
function inSearch({ path: root, glob, output_mode: mode }: PreToolUse['input'], site: Site): ShownFile | undefined {
  if (mode !== 'content') return undefined;
  const home = personHome(site.env);
  const where = typeof root === 'string' && root !== '' ? absolute(root, site) : site.cwd;
  if (typeof glob === 'string' && glob !== '' && !glob.startsWith('!')) {
    const what = secretNamed(glob.replace(/^.*\//, ''));
    return what === undefined ? undefined : { what, file: glob };
  }
  return inFiles([where], site) ?? below(where, home);
}

function below(where: string, home: string): ShownFile | undefined {
  const what = secretBelow(where, home);
  return what === undefined ? undefined : { what, file: where };
}

function inFiles(files: readonly unknown[], site: Site): ShownFile | undefined {
  for (const file of files) {
    if (typeof file !== 'string' || file === '' || file.length > 4096) continue;
    const lexical = absolute(file, site);
    for (const spelling of new Set([lexical, landing(lexical)])) {
      const what = secretAt(spelling);
      if (what !== undefined && !isPlain(spelling)) return { what, file };
      if (what === undefined && holdsAddress(spelling)) return { what: 'an address with a password', file };
    }
  }
  return undefined;
}

/** Files that hold a secret only sometimes: what is in them says it. */
const sometimes = /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml|\.wgetrc|[^/]*\.tfvars|[^/]*\.pem|[^/]*[-_]key|config\.json)$/i;

function isPlain(file: string): boolean {
  if (!sometimes.test(file)) return false;
  const text = readText(file, { maxBytes: 256_000 });
  return text !== undefined && masked(text) === text;
}

/** `.git/config` with a token in the address of a remote. */
function holdsAddress(file: string): boolean {
  if (!/(?:^|\/)(?:\.git\/config|\.gitconfig|\.gitmodules)$/.test(file)) return false;
  const text = readText(file, { maxBytes: 256_000 });
  return text !== undefined && masked(text) !== text;
}

function absolute(file: string, site: Site): string {
  const plain = file.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, () => personHome(site.env));
  return path.resolve(site.cwd, plain);
}

/** A server's tool that, by its name, gives back what a file holds. */
const readsFiles = (tool: string): boolean =>
  /(?:read|get|cat|open|copy|move|rename|upload|attach|view|load|show|fetch|search|grep|head|tail|content)/i.test(
    tool.replace(/^mcp__.*?__/, ''),
  ) && !/(?:info|stat|list|exists|metadata|tree)$/i.test(tool);

/** The values of an input that name files. */
function named(input: PreToolUse['input']): readonly unknown[] {
  return Object.entries(input).flatMap(([key, value]) =>
    /^(?:.*_)?(?:path|paths|file|files|filename|file_?path|uri|source)$/i.test(key) ? (Array.isArray(value) ? (value as unknown[]) : [value]) : [],
  ); // prettier-ignore
}
