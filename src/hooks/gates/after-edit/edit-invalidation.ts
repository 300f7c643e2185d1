import path from 'node:path';
import { planeOf, type Plane } from '../../evidence/evidence';
import { gate, pass, type FlagChanges, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { isFile } from '../../project/read-file';
import type { PostToolUse } from '../../protocol/call';
import { editsOf, editTools, shellCommand, shellTools } from '../../protocol/tools';
import { fileInProject, noteEdits, projectFile, type ProjectFile, unignored } from '../../review/owed';
import type { WrittenFile } from '../../shell/written-files';
import { onlyLooks } from '../../source/file-edits';

/** Resets the passes that an edit makes stale; `executed` and `last_run` stay as history. */
export const editInvalidation = gate({
  id: 'edit-invalidation',
  title: 'Edit invalidation',
  summary:
    'Resets the review flags that an edit affects: documents (Markdown by default) need a new documentation review, all other files a new code review and precommit run.',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const command = shellCommand(call);
    if (command !== undefined) return onlyLooks(command) ? pass('the command only reads') : afterShell(command, site);
    return call.event === 'PostToolUse' ? afterEdit(call, site) : pass('the edit did not happen');
  },
  standaloneReply: (rulings) => ({ stdout: '', stderr: rulings.map(originalLines).join(''), exitCode: 0 }),
});

const names: Readonly<Record<Plane, string>> = { code: 'Code', doc: 'Doc' };
const invalidated: Readonly<Record<Plane, string>> = {
  code: 'Invalidated code_review + precommit passed',
  doc: 'Invalidated doc_review passed',
};
const flagChanges: Readonly<Record<Plane, FlagChanges>> = {
  code: { code_review: 'stale', precommit: 'stale', tests: 'stale', proof: 'stale' },
  doc: { doc_review: 'stale' },
};

/** The two lines on stderr that scripts around the original hooks read. */
function originalLines(ruling: Ruling): string {
  if (ruling.kind !== 'pass' || ruling.plane === undefined) return '';
  const { plane, reason } = ruling;
  return `[Edit Hook] ${reason}\n[Edit Hook] ${invalidated[plane]}\n`;
}

async function afterEdit(call: PostToolUse, site: Site): Promise<Ruling | readonly Ruling[]> {
  const edits = editsOf(call);
  if (edits.length === 0) return pass('the call names no file');
  const files = edits.flatMap(({ path: file }) => projectFile(file, site) ?? []);
  if (files.length === 0) return pass('not a file of this project');
  const tracked = await unignored(files, site);
  return tracked.length === 0 ? pass('git ignores the file') : invalidate(tracked, site);
}

async function afterShell(command: string, site: Site): Promise<Ruling | readonly Ruling[]> {
  const written = await unignored(await writtenPlanes(command, site), site);
  if (written.length > 0) return invalidate(written, site);
  // Files that the command does not name show in the content.
  const planes = await stalePlanes(site);
  if (planes.length === 0) return pass('no file of the project was changed');
  return invalidate(
    planes.map(({ plane, files }) => ({ plane, relative: files.join(', ') || 'by the command' })),
    site,
  );
}

async function invalidate(files: readonly ProjectFile[], site: Site): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = [];
  for (const plane of ['code', 'doc'] as const) {
    const changed = files.filter((file) => file.plane === plane).map(({ relative }) => relative);
    if (changed.length === 0) continue;
    await site.evidence.invalidate(plane);
    await noteEdits(site, plane, changed);
    rulings.push({
      ...pass(`${names[plane]} change detected: ${changed.slice(0, 5).join(', ')}`),
      plane,
      flags: flagChanges[plane],
    });
  }
  return rulings;
}

/** One plain command of a build or test tool: it writes files that its words do not name. */
const opaque =
  /^\s*(?:npm|pnpm|yarn|make|cargo|go|pytest|tsc|jest|vitest|mocha|mvn|gradle|dotnet)(?:\s[^<>|;&`$()\n\\]*)?$/;

/** The project's files that the words of a command say it changed. */
async function writtenPlanes(command: string, site: Site): Promise<readonly ProjectFile[]> {
  if (opaque.test(command)) return [];
  const { readWithFullEnv } = await import(/* webpackChunkName: "commands" */ '../../shell/shared-reading');
  const { writtenFiles } = await import(/* webpackChunkName: "commands" */ '../../shell/written-files');
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

/** Planes whose public pass no longer fits the content. Asks git only if there is a pass to lose. */
async function stalePlanes(site: Site): Promise<readonly StalePlane[]> {
  const review = site.evidence.review.value();
  if (review === undefined) return [];
  const filesByPlane = new Map<Plane, readonly string[]>();
  for (const kind of ['code_review', 'precommit', 'doc_review'] as const) {
    if (!review[kind].passed || filesByPlane.has(planeOf[kind])) continue;
    const status = await site.evidence.status(kind);
    if (status.status === 'stale') filesByPlane.set(planeOf[kind], status.changed ?? []);
  }
  return [...filesByPlane].map(([plane, files]) => ({ plane, files: files.slice(0, 5) }));
}
