import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { sessionChanges } from '../evidence/files/session';
import { linesFormat } from '../state/state-file';
import { publicFile } from '../state/stored-files';
import type { Site } from '../pipeline/site';
import { planFile } from '../plan/plan';
import { lazyObject } from '../project/lazy-schema';
import { fileKind, type FileKind } from '../source/file-kind';

export type ChangedFile = FileKind & { readonly relative: string };

/**
 * The files that a session changed. A session without its own list uses the list without a session id, never another
 * session's.
 */
export function changedFiles(site: Site, session: string): readonly ChangedFile[] {
  const own = sessionChanges(site, session).read();
  const reading = own.kind === 'missing' ? publicFile(site, '.claude/.session-changes', linesFormat).read() : own;
  if (reading.kind !== 'ok') return [];
  const names = new Set(reading.value.map((name) => path.resolve(site.root, name.trim())));
  return [...names].flatMap((name) => {
    const kind = fileKind(site.root, name);
    return kind.relative === undefined ? [] : [{ ...kind, relative: kind.relative }];
  });
}

const Told = lazyObject(() => ({
  v: z.literal(1),
  sessions: z.array(z.object({ session: z.string(), stamp: z.string() })),
}));
const keptSessions = 30;
const longestStamp = 50_000;

/** What a report at the end of a turn depends on: the session's files, the plan, the commit, the index, the tests. */
export function workStamp(site: Site, changed: readonly ChangedFile[]): string {
  const { git } = site;
  const files = [
    ...changed.map((file) => file.path),
    path.join(site.root, planFile),
    path.join(site.root, '.claude', '.test-status'),
    path.join(site.root, '.claude', '.test-runner.lock'),
    ...(git === undefined ? [] : [path.join(git.repository.gitDir, 'index')]),
  ];
  const times = files.map((file) => {
    const facts = statSync(file, { throwIfNoEntry: false });
    return facts === undefined ? '-' : `${facts.size}:${facts.mtimeMs}:${facts.ctimeMs}`;
  });
  return [git?.branch() ?? '', git?.commit() ?? '', ...times].join(' ').slice(0, longestStamp);
}

/** Was this report already given for exactly this work? A gate that is asked for by name always reports. */
export function isTold(site: Site, report: string, session: string, stamp: string): boolean {
  if (site.requestedByName) return false;
  const sessions = site.own(report, Told).value()?.sessions;
  return sessions?.find((known) => known.session === session)?.stamp === stamp;
}

export async function markTold(site: Site, report: string, session: string, stamp: string): Promise<void> {
  await site.own(report, Told).update((now) => {
    const others = (now?.sessions ?? []).filter((known) => known.session !== session);
    return { v: 1, sessions: [...others, { session, stamp }].slice(-keptSessions) };
  });
}
