import path from 'node:path';
import { planeOf, type Plane } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { isFile } from '../../../project/read-file';
import { fileInProject, projectFile, type ProjectFile } from '../../../review/project-file';
import type { WrittenFile } from '../../../shell/written-files';

/** One plain command of a tool that names no file it writes: reading its words would tell nothing. */
const opaque =
  /^\s*(?:npm|pnpm|yarn|make|cargo|go|pytest|tsc|jest|vitest|mocha|mvn|gradle|dotnet)(?:\s[^<>|;&`$()\n\\]*)?$/;

/** The project's files that the words of a command say it changed. */
export async function writtenPlanes(command: string, site: Site): Promise<readonly ProjectFile[]> {
  if (opaque.test(command)) return [];
  const { readWithFullEnv } = await import(/* webpackChunkName: "commands" */ '../../../shell/shared-reading');
  const { writtenFiles } = await import(/* webpackChunkName: "commands" */ '../../../shell/written-files');
  return writtenFiles(readWithFullEnv(command, site)).flatMap((file) => filesOf(file, site));
}

function filesOf({ path: file, change, word }: WrittenFile, site: Site): readonly ProjectFile[] {
  if (change === 'attributes') return [];
  if (file === undefined) return word.glob ? matched(word.text, site) : [];
  const found = projectFile(file, site);
  if (found === undefined) return [];
  if (change === 'create' && !isFile(path.join(site.root, found.relative))) return [];
  return change === 'delete-tree' ? bothPlanes(found.relative) : [found];
}

/** A pattern's files are known by its ending; one that ends openly may mean either plane. */
function matched(pattern: string, site: Site): readonly ProjectFile[] {
  if (path.isAbsolute(pattern) && projectFile(path.dirname(pattern), site) === undefined) return [];
  const relative = path.isAbsolute(pattern) ? path.relative(site.root, pattern) : pattern;
  if (fileInProject(relative, site) === undefined) return [];
  return /\.\w+$/.test(pattern)
    ? [fileInProject(relative, site)].filter((file) => file !== undefined)
    : bothPlanes(relative);
}

function bothPlanes(relative: string): readonly ProjectFile[] {
  return [
    { relative, plane: 'code' },
    { relative, plane: 'doc' },
  ];
}

interface StalePlane {
  readonly plane: Plane;
  readonly files: readonly string[];
}

/** Planes whose public pass no longer fits the content. Asks git only where there is a pass to lose. */
export async function stalePlanes(site: Site): Promise<readonly StalePlane[]> {
  const reading = site.evidence.review.read();
  if (reading.kind !== 'ok') return [];
  const stale = new Map<Plane, readonly string[]>();
  for (const kind of ['code_review', 'precommit', 'doc_review'] as const) {
    if (!reading.value[kind].passed || stale.has(planeOf[kind])) continue;
    const status = await site.evidence.status(kind);
    if (status.status === 'stale') stale.set(planeOf[kind], status.changed ?? []);
  }
  return [...stale].map(([plane, files]) => ({ plane, files: files.slice(0, 5) }));
}
