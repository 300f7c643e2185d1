import path from 'node:path';
import * as z from 'zod/mini';
import { preservedContext, type PreservedContext, preservedContextFormat } from '../evidence/files/caches';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import { readText } from '../project/read-file';
import { counted, untrusted } from '../project/text';

/*
 * `.preserved-context` is one file for all sessions of a worktree. Our own state also keeps a copy for each session, so
 * that two compactions at the same time do not mix.
 */

const Kept = lazyObject(() => ({
  session: z.string(),
  savedAt: z.string(),
  lines: z.array(z.string()),
  files: z.array(z.string()),
  at: z.number(),
}));
const PreservedList = lazyObject(() => ({ v: z.literal(1), sessions: z.array(Kept) }));

const keptSessions = 20;
const keptMs = 7 * 24 * 60 * 60_000;

const preservedFile = (site: Site) => site.own('preserved-context.json', PreservedList);

const entries = (site: Site) => preservedFile(site).value()?.sessions ?? [];

export async function preserve(site: Site, session: string, context: PreservedContext): Promise<void> {
  const at = site.clock.now();
  const { savedAt, lines, files } = normal(context);
  await preservedFile(site).update((now) => {
    const others = (now?.sessions ?? []).filter((known) => known.session !== session && at - known.at < keptMs);
    const own = { session, savedAt, lines: [...lines], files: [...files], at };
    return { v: 1, sessions: [...others, own].slice(-keptSessions) };
  });
  await preservedContext(site).update(() => context);
}

/** As it reads back from the file; tells it apart from another tool's text. */
function normal(context: PreservedContext): PreservedContext {
  const read = preservedContextFormat.parse(preservedContextFormat.print(context, undefined), 0);
  return read.ok ? read.value : context;
}

/** Takes what was preserved for this session; what another tool left in the file goes to the first session that asks. */
export async function takePreserved(site: Site, session: string): Promise<PreservedContext | undefined> {
  const known = entries(site);
  const own = known.find((entry) => entry.session === session);
  if (own !== undefined) {
    await preservedFile(site).update((now) => ({
      v: 1,
      sessions: (now?.sessions ?? []).filter((entry) => entry.session !== session),
    }));
  }
  const written = preservedContext(site).value();
  if (written === undefined) return own;
  const foreign = known.some((entry) => entry.session !== session && isSame(entry, written));
  if (foreign) return own;
  await preservedContext(site).remove();
  return own ?? written;
}

/** The session is over, so no other session reads its file. The session's own copy waits for a resume. */
export async function withdrawPreserved(site: Site, session: string): Promise<void> {
  const own = entries(site).find((entry) => entry.session === session);
  const written = preservedContext(site).value();
  if (own !== undefined && written !== undefined && isSame(own, written)) await preservedContext(site).remove();
}

function isSame(a: PreservedContext, b: PreservedContext): boolean {
  return (
    a.savedAt === b.savedAt && a.lines.join('\n') === b.lines.join('\n') && a.files.join('\n') === b.files.join('\n')
  );
}

export function preservedLines(context: PreservedContext | undefined): readonly string[] {
  if (context === undefined || context.lines.length + context.files.length === 0) return [];
  const files = context.files.map((file) => `changed: ${file}`);
  const when = context.savedAt === '' ? '' : ` at ${context.savedAt}`;
  return [untrusted(`what was preserved before the compaction${when}`, [...context.lines, ...files])];
}

const largestLog = 2 * 1024 * 1024;
const shownTitles = 3;

interface Research {
  readonly count: number;
  readonly latest: readonly string[];
}

/** `.claude/research-log.md`: one entry per `### [date] title`. */
function researchOf(root: string): Research | undefined {
  const text = readText(path.join(root, '.claude', 'research-log.md'), { maxBytes: largestLog });
  if (text === undefined) return undefined;
  const titles = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('### ['))
    .map((line) => line.slice(4));
  return { count: titles.length, latest: titles.slice(-shownTitles) };
}

export function researchLines(root: string): readonly string[] {
  const research = researchOf(root);
  if (research === undefined || research.count === 0) return [];
  return [
    `Research log: ${counted(research.count, 'entry', 'entries')} in .claude/research-log.md.`,
    untrusted('its last titles', research.latest),
  ];
}
