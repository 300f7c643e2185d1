import { realpathSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import { ownFile } from '../state/stored-files';

/** What a command of the project finds out. */
const runKinds = ['tests', 'precommit', 'lint', 'types', 'build'] as const;
export type RunKind = (typeof runKinds)[number];

const Entry = lazyObject(() => ({
  kind: z.enum(runKinds),
  command: z.string(),
  scope: z.enum(['full', 'targeted']),
  passed: z.boolean(),
  at: z.number(),
  /** The code's content after the run; absent if it could not be read whole. */
  digest: z.optional(z.string()),
}));
export type NotedRun = z.infer<typeof Entry>;

const RunList = lazyObject(() => ({ v: z.literal(1), runs: z.array(Entry) }));
const runsFile = 'runs';
const keptRuns = 20;

/** Remembers the last run of each kind and scope, for runs that set no flag. */
export async function noteRun(site: Site, run: Omit<NotedRun, 'at' | 'digest'>): Promise<void> {
  const digest = await site.evidence.digest('code');
  const entry: NotedRun = {
    ...run,
    at: site.clock.now(),
    ...(digest.kind === 'whole' ? { digest: digest.value } : {}),
  };
  await site.own(runsFile, RunList).update((now) => {
    const others = (now?.runs ?? []).filter(({ kind, scope }) => kind !== run.kind || scope !== run.scope);
    return { v: 1, runs: [...others, entry].slice(-keptRuns) };
  });
}

export const notedRuns = (home: string): readonly NotedRun[] => ownFile(home, runsFile, RunList).value()?.runs ?? [];

/** A fingerprint of a program's file, which changes if the program may have been replaced. */
export function programMark(file: string): string {
  try {
    const real = realpathSync(file);
    const { size, mtimeMs, ino } = statSync(real);
    return [real, size, mtimeMs, ino].join(':');
  } catch {
    return 'missing';
  }
}
