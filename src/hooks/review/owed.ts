import path from 'node:path';
import * as z from 'zod/mini';
import { planeOfPath } from '../evidence/digest/content';
import type { Plane } from '../evidence/evidence';
import { isOutsideContent } from '../evidence/public-names';
import type { Site } from '../pipeline/site';
import { realTarget } from '../project/place';
import { lazyLooseObject, lazyObject } from '../project/lazy-schema';

const Entry = lazyObject(() => ({
  /** The commit that was checked out at the first edit that still owes its review; absent before the first commit. */
  head: z.optional(z.string()),
  at: z.number(),
  /** The files that were edited, as far as they are worth naming. */
  files: z.array(z.string()),
}));
const OwedReviews = lazyLooseObject(() => ({ v: z.literal(1), code: z.optional(Entry), doc: z.optional(Entry) }));

/** Edits that were seen and have not been reviewed: they stay owed when a commit cleans the tree. */
export type Owed = z.infer<typeof Entry>;

const keptFiles = 20;

const owedFile = (site: Site) => site.own('owed-reviews', OwedReviews);

export async function noteEdits(site: Site, plane: Plane, files: readonly string[]): Promise<void> {
  const known = owed(site, plane);
  if (known !== undefined && files.every((file) => known.files.includes(file))) return;
  await owedFile(site).update((now) => {
    const entry = now?.[plane];
    const names = [...new Set([...(entry?.files ?? []), ...files])].slice(0, keptFiles);
    const head = entry === undefined ? site.git?.commit() : entry.head;
    const next: Owed = { ...(head === undefined ? {} : { head }), at: entry?.at ?? site.clock.now(), files: names };
    return { ...now, v: 1, [plane]: next };
  });
}

export const owed = (site: Site, plane: Plane): Owed | undefined => owedFile(site).value()?.[plane];

/** The review was done, or nothing is left of the edits. */
export async function clearOwed(site: Site, plane: Plane): Promise<void> {
  if (owed(site, plane) === undefined) return;
  await owedFile(site).update((now) => now && { ...now, [plane]: undefined });
}

/** A file whose change owes a review. */
export interface ProjectFile {
  /** From the worktree's top, with slashes. */
  readonly relative: string;
  readonly plane: Plane;
}

/** Folders with third-party code or a tool's output, at any depth. */
const foreign: ReadonlySet<string> = new Set(
  '.git node_modules .next .nuxt __pycache__ .pytest_cache venv .venv'.split(' '),
);
/** Folders of a tool's output only at the top; deeper ones may be the project's own. */
const generated: ReadonlySet<string> = new Set(['vendor', 'dist', 'build', 'out', 'target']);

/** The project's own file at a path; undefined for files outside, of a tool, or of the agent's own state. */
export function projectFile(file: string, site: Site): ProjectFile | undefined {
  const named = path.resolve(site.cwd, file);
  // The folder's links are followed; the file itself may be one.
  const real = path.join(realTarget(path.dirname(named)), path.basename(named));
  const relative = path.relative(site.root, real);
  if (relative === '' || relative.startsWith(`..${path.sep}`) || relative === '..' || path.isAbsolute(relative)) {
    return undefined;
  }
  return fileInProject(relative.split(path.sep).join('/'), site);
}

/** The same for a path as git gives it, from the worktree's top. */
export function fileInProject(relative: string, site: Site): ProjectFile | undefined {
  const segments = relative.split('/');
  const folders = segments.slice(0, -1);
  if (folders.some((name) => foreign.has(name)) || segments[0] === '.git') return undefined;
  if (folders[0] !== undefined && generated.has(folders[0])) return undefined;
  if (isOutsideContent(relative)) return undefined;
  return { relative, plane: planeOfPath(relative, site.config.settings.planes.doc) };
}

/** Of these files, those that git would track. Where git cannot be asked, all of them. */
export async function unignored(files: readonly ProjectFile[], site: Site): Promise<readonly ProjectFile[]> {
  if (site.git === undefined || files.length === 0) return files;
  const input = files.map(({ relative }) => relative).join('\0');
  // Git also exits with an error if it ignores none of them.
  const listed = await site.git.ask(['check-ignore', '-z', '--stdin'], { timeoutMs: 3_000, input }).catch(() => '');
  const ignored = new Set(listed.split('\0'));
  return files.filter(({ relative }) => !ignored.has(relative));
}
