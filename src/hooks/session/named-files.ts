import path from 'node:path';
import type { Site } from '../pipeline/site';
import { annotationsOf } from '../plan/annotation';
import { lineCount } from '../plan/decision-scan';
import { fileKind, isProductSource, type FileKind } from '../source/file-kind';
import { isPlanned } from './facts';
import { inline } from '../project/inline';
import { isFile, readText } from '../project/read-file';

const largestFile = 512 * 1024;
const shownFiles = 3;
const longFile = 50;

/** What the files that a prompt names say of decisions. */
export async function namedFileLines(site: Site, names: readonly string[]): Promise<readonly string[]> {
  const kinds: FileKind[] = [];
  for (const name of names) {
    const found = await located(site, name);
    if (found !== undefined && !kinds.some(({ path: known }) => known === found.path)) kinds.push(found);
    if (kinds.length === shownFiles) break;
  }
  return kinds.flatMap((kind) => fileLine(kind, site) ?? []);
}

/** Below where the agent stands, below the root, or by its bare name where only one file has it. */
async function located(site: Site, name: string): Promise<FileKind | undefined> {
  for (const folder of new Set([site.cwd, site.root])) {
    const kind = fileKind(site.root, path.resolve(folder, name));
    if (kind.relative !== undefined && isFile(kind.path)) return isProductSource(kind) ? kind : undefined;
  }
  if (name.includes('/') || site.git === undefined || !isProductSource(fileKind(site.root, name))) return undefined;
  const listed = await site.git.ask(['ls-files', '-z', '--', `:(glob)**/${name}`], { timeoutMs: 500 }).catch(() => '');
  const [only, ...more] = listed.split('\0').filter((found) => found !== '');
  if (only === undefined || more.length > 0) return undefined;
  const kind = fileKind(site.root, only);
  return isProductSource(kind) ? kind : undefined;
}

function fileLine({ path: file, relative, language }: FileKind, site: Site): string | undefined {
  if (language === undefined || relative === undefined) return undefined;
  const text = readText(file, { maxBytes: largestFile });
  if (text === undefined) return undefined;
  const said = annotationsOf(text, language).map(
    ({ id, status, rationale }) =>
      `${id === undefined ? 'a decision without an id' : inline(id, 40)} (${status}${rationale ? '' : ', no rationale'})`,
  );
  if (said.length > 0) return `${inline(relative)}: @decision ${said.slice(0, 5).join(', ')}.`;
  if (!isPlanned(site)) return undefined;
  const lines = lineCount(text);
  const due = lines >= longFile ? `, which its ${lines} lines ask for` : '';
  return `${inline(relative)}: no @decision${due}.`;
}
