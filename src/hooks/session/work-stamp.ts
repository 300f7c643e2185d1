import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { planFile } from '../plan/plan';
import { late } from '../project/late';
import type { ChangedFile } from './changes';

const Told = late(() =>
  z.object({ v: z.literal(1), sessions: z.array(z.object({ session: z.string(), stamp: z.string() })) }),
);
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
  if (site.alone) return false;
  const reading = site.own(report, Told).read();
  return reading.kind === 'ok' && reading.value.sessions.find((known) => known.session === session)?.stamp === stamp;
}

export async function markTold(site: Site, report: string, session: string, stamp: string): Promise<void> {
  await site.own(report, Told).update((now) => {
    const others = (now?.sessions ?? []).filter((known) => known.session !== session);
    return { v: 1, sessions: [...others, { session, stamp }].slice(-keptSessions) };
  });
}
