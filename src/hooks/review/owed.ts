import * as z from 'zod/mini';
import type { Plane } from '../evidence/evidence';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';

const Entry = lazySchema(() =>
  z.object({
    /** The commit that was checked out at the first edit that still owes its review; absent before the first commit. */
    head: z.optional(z.string()),
    at: z.number(),
    /** The files that were edited, as far as they are worth naming. */
    files: z.array(z.string()),
  }),
);
const Book = lazySchema(() => z.looseObject({ v: z.literal(1), code: z.optional(Entry), doc: z.optional(Entry) }));

/** Edits that were seen and have not been reviewed: they stay owed when a commit cleans the tree. */
export type Owed = z.infer<typeof Entry>;

const keptFiles = 20;

function book(site: Site) {
  return site.own('owed-reviews', Book);
}

export async function noteEdits(site: Site, plane: Plane, files: readonly string[]): Promise<void> {
  const known = owed(site, plane);
  if (known !== undefined && files.every((file) => known.files.includes(file))) return;
  await book(site).update((now) => {
    const entry = now?.[plane];
    const names = [...new Set([...(entry?.files ?? []), ...files])].slice(0, keptFiles);
    const head = entry === undefined ? site.git?.commit() : entry.head;
    const next: Owed = {
      ...(head === undefined ? {} : { head }),
      at: entry?.at ?? site.clock.now(),
      files: names,
    };
    return { ...now, v: 1, [plane]: next };
  });
}

export function owed(site: Site, plane: Plane): Owed | undefined {
  const reading = book(site).read();
  return reading.kind === 'ok' ? reading.value[plane] : undefined;
}

/** The review was done, or nothing is left of the edits. */
export async function settle(site: Site, plane: Plane): Promise<void> {
  if (owed(site, plane) === undefined) return;
  await book(site).update((now) => now && { ...now, [plane]: undefined });
}
