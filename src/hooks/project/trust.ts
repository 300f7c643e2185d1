import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ownFile } from '../evidence/worktree-files';
import { gatehouseHome } from './home';
import { late } from './late';
import type { Place } from './place';

/** A person's word that a repository's configuration may also loosen. It holds for exactly the text they saw. */
export const TrustedConfig = late(() =>
  z.object({
    /** The folder that all worktrees of the repository share. */
    repository: z.string(),
    /** Relative to the worktree's top. */
    file: z.string(),
    sha256: z.string(),
    by: z.string(),
    /** Milliseconds since the epoch. */
    at: z.number(),
  }),
);
export type TrustedConfig = z.infer<typeof TrustedConfig>;

export const TrustList = late(() => z.looseObject({ v: z.literal(1), trusted: z.array(TrustedConfig) }));
export type TrustList = z.infer<typeof TrustList>;

export const trustFile = 'trusted-configs.json';

type Env = Readonly<Record<string, string | undefined>>;

/** What a trust entry is about: which repository's file with which text. */
export function trustSubject(
  place: Place,
  file: string,
  text: string,
): Pick<TrustedConfig, 'repository' | 'file' | 'sha256'> {
  return {
    repository: real(place.repository?.commonDir ?? place.root),
    file: path.relative(place.root, file),
    sha256: createHash('sha256').update(text).digest('hex'),
  };
}

export type Trust = 'trusted' | 'changed' | 'untrusted';

/** Has the person trusted this text? `changed` when they trusted another one. */
export function trustIn(env: Env, place: Place, file: string, text: string): Trust {
  const list = ownFile(gatehouseHome(env), trustFile, TrustList, { sealed: true }).read();
  if (list.kind !== 'ok') return 'untrusted';
  const subject = trustSubject(place, file, text);
  const same = list.value.trusted.filter(
    (entry) => entry.repository === subject.repository && entry.file === subject.file,
  );
  if (same.length === 0) return 'untrusted';
  return same.some((entry) => entry.sha256 === subject.sha256) ? 'trusted' : 'changed';
}

/** The list with this text trusted, in place of what was trusted of the file before. */
export function withTrust(list: TrustList | undefined, entry: TrustedConfig): TrustList {
  return { ...list, v: 1, trusted: [...others(list, entry), entry] };
}

export function withoutTrust(
  list: TrustList | undefined,
  entry: Pick<TrustedConfig, 'repository' | 'file'>,
): TrustList {
  return { ...list, v: 1, trusted: others(list, entry) };
}

function others(list: TrustList | undefined, entry: Pick<TrustedConfig, 'repository' | 'file'>): TrustedConfig[] {
  return (list?.trusted ?? []).filter((old) => old.repository !== entry.repository || old.file !== entry.file);
}

function real(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
