import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { jsonFormat } from '../state/state-file';
import { publicFile, type StateLocation } from '../state/stored-files';
import type { Site } from '../pipeline/site';
import { lazyLooseObject } from '../project/lazy-schema';
import { readJson } from '../project/read-file';

const State = lazyLooseObject(() => ({ active: z.union([z.boolean(), z.string()]) }));

/** Where people's careful mode is kept, in the order it is looked for. */
const carefulFiles = ['.claude/careful-state.json', '.claude/hooks/careful-state.json'] as const;

/** Is careful mode on for this worktree? A file that cannot be read switches nothing on. */
export const isCareful = (site: Pick<Site, 'root'>): boolean => carefulFile(site) !== undefined;

/** The file that says that careful mode is on; undefined while it is off. */
export function carefulFile({ root }: Pick<Site, 'root'>): string | undefined {
  return carefulFiles.find((name) => {
    const state = State.safeParse(readJson(path.join(root, name)));
    return state.success && String(state.data.active).toLowerCase() === 'true';
  });
}

/**
 * Switches careful mode in the form that its users' own command writes: a file while it is on, none while it is off.
 * Tells whether it is on then: a file that git tracks is not ours to remove.
 */
export async function setCareful(location: StateLocation, on: boolean, at: number): Promise<boolean> {
  const { root } = location.place;
  if (!on) {
    for (const name of carefulFiles) await fileOf(location, name).remove();
  } else if (!isCareful({ root })) {
    const enabled_at = new Date(at).toISOString();
    await fileOf(location, placeFor(root)).update((now) => ({ ...now, active: true, enabled_at }));
  }
  return isCareful({ root });
}

function placeFor(root: string): string {
  const there = carefulFiles.find((name) => existsSync(path.join(root, name)));
  // The newest form of its users' hooks looks beside the scripts.
  return there ?? carefulFiles[existsSync(path.join(root, '.claude/hooks')) ? 1 : 0];
}

const fileOf = (location: StateLocation, name: string) => publicFile(location, name, jsonFormat(State));
