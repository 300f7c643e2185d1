import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { claudeHome, type Env, personHome } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import { namesIn, changedAt, pathsIn } from '../project/read-file';

/** The client and what it starts write their files within this time. */
const settlingMs = 15_000;

/**
 * A file that is loaded before every command and that a program may have written since the session began: the client's
 * snapshot of the person's shell, or one of Python's start files.
 */
export function changedStartFile(session: string, site: Pick<Site, 'env' | 'own'>): string | undefined {
  const began = sessionBegan(site);
  const file = changedSnapshot(site) ?? (began === undefined ? undefined : changedSince(began, session, site.env));
  return file === undefined
    ? undefined
    : `${file}, which is loaded before every command, was written since the session began`;
}

function changedSince(began: number, session: string, env: Env): string | undefined {
  const variables = pathsIn(path.join(claudeHome(env), 'session-env', path.basename(session)));
  return (
    variables.find((file) => changedAt(file) > began + settlingMs) ??
    pythonStart(env).find((file) => changedAt(file) > began)
  );
}

/** Modules and lines that every Python of the person runs first. */
function pythonStart(env: Env): readonly string[] {
  const libraries = path.join(personHome(env), '.local', 'lib');
  return namesIn(libraries)
    .filter((name) => name.startsWith('python'))
    .flatMap((name) => pathsIn(path.join(libraries, name, 'site-packages')))
    .filter((file) => /(?:^(?:user|site)customize\.py|\.pth)$/.test(path.basename(file)));
}

const Begin = lazyObject(() => ({ v: z.literal(1), at: z.number() }));
const sessionBeginFile = (site: Pick<Site, 'own'>) => site.own('session-begin', Begin, { sealed: true });

/** Notes when a session began, by the clock that files are dated by. */
export async function noteSessionBegin(site: Site): Promise<void> {
  if ((await site.caller()).kind === 'unproven') return;
  await sessionBeginFile(site).update(() => ({ v: 1, at: Date.now() }));
}

/** Undefined if no session was seen to begin. */
export const sessionBegan = (site: Pick<Site, 'own'>): number | undefined => sessionBeginFile(site).value()?.at;

/** The person's shell may take this long to start; then it writes the snapshot in one go. */
const startingMs = 15_000;
const writingMs = 1_000;

const Snapshots = lazyObject(() => ({
  v: z.literal(1),
  /** How each looked when it was first seen whole. */
  files: z.record(z.string(), z.string()),
  changed: z.array(z.string()),
}));
const snapshotsFile = (site: Pick<Site, 'own'>) => site.own('shell-snapshots', Snapshots, { sealed: true });

/** A snapshot that something else than the client wrote. */
export function changedSnapshot(site: Pick<Site, 'env' | 'own'>): string | undefined {
  const known = snapshotsFile(site).value();
  return snapshotFiles(site.env).find((file) => {
    const stats = statsOf(file);
    if (stats === undefined) return false;
    if (stats.ctimeMs > madeAt(file) + startingMs || isRewritten(stats)) return true;
    return known?.changed.includes(file) === true || hasChanged(known?.files[file], stats);
  });
}

/** Remembers new snapshots; gives back those that were changed since they were first seen. */
export async function noteSnapshots(site: Pick<Site, 'env' | 'own' | 'clock'>): Promise<readonly string[]> {
  const files = snapshotFiles(site.env);
  if (files.length === 0) return [];
  let changed: readonly string[] = [];
  await snapshotsFile(site).update((now) => {
    const known: Record<string, string> = {};
    for (const file of files) {
      const stats = statsOf(file);
      const look =
        now?.files[file] ?? (stats !== undefined && isWhole(stats, site.clock.now()) ? fingerprint(stats) : undefined);
      if (look !== undefined) known[file] = look;
    }
    const before = (now?.changed ?? []).filter((file) => files.includes(file));
    changed = files.filter((file) => hasChanged(now?.files[file], statsOf(file)) && !before.includes(file));
    return { v: 1, files: known, changed: [...before, ...changed] };
  });
  return changed;
}

/** Is a snapshot so new that it may still be being written? */
export function isBeingWritten({ env, clock }: Pick<Site, 'env' | 'clock'>): boolean {
  return snapshotFiles(env).some((file) => {
    const stats = statsOf(file);
    return stats !== undefined && !isWhole(stats, clock.now());
  });
}

const statsOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });
const isWhole = ({ ctimeMs }: Stats, now: number): boolean => now > ctimeMs + writingMs;
const isRewritten = ({ birthtimeMs, ctimeMs }: Stats): boolean => birthtimeMs > 0 && ctimeMs > birthtimeMs + writingMs;
const fingerprint = ({ size, ctimeMs, ino }: Stats): string => `${size} ${ctimeMs} ${ino}`;
const hasChanged = (known: string | undefined, stats: Stats | undefined): boolean =>
  known !== undefined && (stats === undefined || known !== fingerprint(stats));

const most = 20;

/** The newest snapshots of the person's shell: the client loads one before each command. */
export function snapshotFiles(env: Env): readonly string[] {
  const folder = path.join(claudeHome(env), 'shell-snapshots');
  return [...namesIn(folder)]
    .sort()
    .slice(-most)
    .map((name) => path.join(folder, name));
}

/** When the client began to make it: its name says so. */
const madeAt = (file: string): number => Number(/^snapshot-\w+-(\d{13})-/.exec(path.basename(file))?.[1] ?? NaN);
