import { realpathSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';
import { gatehouseHome, personHome, type Env } from '../project/home';
import { lazyLooseObject, lazyObject } from '../project/lazy-schema';
import { isWithin, type Place, type Repository, realTarget } from '../project/place';
import { readText } from '../project/read-file';
import { sha256 } from '../project/sha256';
import { attempt } from '../project/functions';

/**
 * A person's permission for a repository's configuration to loosen settings. It holds for exactly the text they saw.
 */
export const TrustedConfig = lazyObject(() => ({
  /** The folder that all worktrees of the repository share. */
  repository: z.string(),
  /** Relative to the worktree's top. */
  file: z.string(),
  sha256: z.string(),
  by: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
}));
export type TrustedConfig = z.infer<typeof TrustedConfig>;

/** A person's permission to run the repository's own formatters, linters and tests. */
export const TrustedWorkspace = lazyObject(() => ({
  /** The main worktree's top folder; linked worktrees go with it. */
  folder: z.string(),
  by: z.string(),
  at: z.number(),
  /** The editor's own trust says so, and takes it back. */
  editor: z.optional(z.literal(true)),
}));
export type TrustedWorkspace = z.infer<typeof TrustedWorkspace>;

export const TrustList = lazyLooseObject(() => ({
  v: z.literal(1),
  trusted: z.array(TrustedConfig),
  workspaces: z.optional(z.array(TrustedWorkspace)),
}));
export type TrustList = z.infer<typeof TrustList>;

export const trustFile = 'trusted-configs.json';

/** Everything that this person trusts, in all projects. */
export const trustList = (env: Env): StateFile<TrustList> =>
  ownFile(gatehouseHome(env), trustFile, TrustList, { sealed: true });

/** What a trust entry is about: which repository's file with which text. */
export function trustSubject(
  place: Place,
  file: string,
  text: string,
): Pick<TrustedConfig, 'repository' | 'file' | 'sha256'> {
  return {
    repository: real(place.repository?.commonDir ?? place.root),
    file: path.relative(place.root, file),
    sha256: sha256(text),
  };
}

export type Trust = 'trusted' | 'changed' | 'untrusted';

/** Has the person trusted this text? `changed` when they trusted another one. */
export function trustIn(env: Env, place: Place, file: string, text: string): Trust {
  const list = trustList(env).value();
  const subject = trustSubject(place, file, text);
  const same = list?.trusted.filter((entry) => entry.repository === subject.repository && entry.file === subject.file);
  if (same === undefined || same.length === 0) return 'untrusted';
  return same.some((entry) => entry.sha256 === subject.sha256) ? 'trusted' : 'changed';
}

/** The folder that a person trusts when they trust this place. */
export const workspaceOf = ({ root, repository }: Place): string =>
  real(repository?.linked === true && isLinkedTo(root, repository) ? path.dirname(repository.commonDir) : root);

/** Git links back to each worktree. A folder that merely claims to belong to a trusted repository has no such link. */
function isLinkedTo(root: string, { gitDir, commonDir }: Repository): boolean {
  if (path.basename(commonDir) !== '.git' || path.dirname(gitDir) !== path.join(commonDir, 'worktrees')) return false;
  const back = readText(path.join(gitDir, 'gitdir'))?.trim() ?? '';
  return back !== '' && real(path.resolve(gitDir, back)) === real(path.join(root, '.git'));
}

/** May programs of this project run? */
export function isWorkspaceTrusted(env: Env, place: Place): boolean {
  if (liesInRepository(env, place)) return false;
  const workspace = workspaceOf(place);
  const isHere = (folder: string) =>
    folder === workspace || (!place.repository && workspace.startsWith(folder + path.sep));
  return trustedWorkspaces(env).some(({ folder }) => isHere(folder));
}

export const trustedWorkspaces = (env: Env): readonly TrustedWorkspace[] => trustList(env).value()?.workspaces ?? [];

const mostWorkspaces = 1_000;

export function withWorkspace(list: TrustList | undefined, entry: TrustedWorkspace): TrustList {
  const { workspaces = [], ...rest } = list ?? { v: 1, trusted: [] };
  const others = workspaces.filter(({ folder }) => folder !== entry.folder);
  return { ...rest, v: 1, workspaces: [...others, entry].slice(-mostWorkspaces) };
}

export function withoutWorkspace(list: TrustList | undefined, folder: string): TrustList {
  const { workspaces = [], ...rest } = list ?? { v: 1, trusted: [] };
  return { ...rest, v: 1, workspaces: workspaces.filter((entry) => entry.folder !== folder) };
}

/** Gatehouse's home is in the worktree, so it is no more trusted than the repository. */
export function liesInRepository(env: Env, place: Place): boolean {
  if (place.repository === undefined) return false;
  const root = realTarget(place.root);
  // A worktree around the person's whole home is theirs.
  return (
    isWithin(realTarget(path.resolve(gatehouseHome(env))), root) &&
    !isWithin(realTarget(path.resolve(personHome(env))), root)
  );
}

/** The list with this text trusted, in place of what was trusted of the file before. */
export const withTrust = (list: TrustList | undefined, entry: TrustedConfig): TrustList => ({
  ...list,
  v: 1,
  trusted: [...others(list, entry), entry],
});

export function withoutTrust(
  list: TrustList | undefined,
  entry: Pick<TrustedConfig, 'repository' | 'file'>,
): TrustList {
  return { ...list, v: 1, trusted: others(list, entry) };
}

const others = (list: TrustList | undefined, entry: Pick<TrustedConfig, 'repository' | 'file'>): TrustedConfig[] =>
  (list?.trusted ?? []).filter((old) => old.repository !== entry.repository || old.file !== entry.file);

const real = (folder: string): string => attempt(() => realpathSync.native(folder)) ?? folder;
