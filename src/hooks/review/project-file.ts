import path from 'node:path';
import { planeOfPath } from '../evidence/digest/content';
import type { Plane } from '../evidence/evidence';
import { isOutsideContent } from '../evidence/public-names';
import type { Site } from '../pipeline/site';
import { landing } from '../project/landing';

/** A file whose change owes a review. */
export interface ProjectFile {
  /** From the worktree's top, with slashes. */
  readonly relative: string;
  readonly plane: Plane;
}

/** Folders with third-party code or a tool's output, at any depth. */
const foreign: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.next',
  '.nuxt',
  '__pycache__',
  '.pytest_cache',
  'venv',
  '.venv',
]);
/** Folders of a tool's output only at the top; deeper ones may be the project's own. */
const generated: ReadonlySet<string> = new Set(['vendor', 'dist', 'build', 'out', 'target']);

/** The project's own file at a path; undefined for files outside, of a tool, or of the agent's own state. */
export function projectFile(file: string, site: Site): ProjectFile | undefined {
  const named = path.resolve(site.cwd, file);
  // The folder's links are followed; the file itself may be one.
  const real = path.join(landing(path.dirname(named)), path.basename(named));
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
  // Git also says no where it ignores none of them.
  const listed = await site.git.ask(['check-ignore', '-z', '--stdin'], { timeoutMs: 3_000, input }).catch(() => '');
  const ignored = new Set(listed.split('\0'));
  return files.filter(({ relative }) => !ignored.has(relative));
}
