import { existsSync } from 'node:fs';
import path from 'node:path';
import { personHome, type Env } from '../project/home';
import { placeOf } from '../project/place';
import { rootOf, valueOf } from './document';
import { foundIn, type Found } from './registration';
import { mainCheckout, settingsSources, sourceIn, type SettingsSource } from './scope';
import { read } from './settings-file';
import { ignoredBecause } from './ignored-settings';
import { attempt } from '../project/functions';

/** Settings files nearby that hold our entries and that a client started in this directory does not read. */
export function unreadRegistrations(directory: string, env: Env): readonly SettingsSource[] {
  const place = placeOf(directory);
  const known = new Set(settingsSources(directory, env).map(({ file }) => file));
  const main = mainCheckout(place);
  const candidates =
    place.repository === undefined
      ? foldersAbove(place.cwd, env).flatMap((above) => [sourceIn(above, 'local'), sourceIn(above, 'project')])
      : [place.root, ...(main === undefined ? [] : [main])].map((folder) => sourceIn(folder, 'project'));
  return candidates.filter((source) => !known.has(source.file) && registeredIn(source).length > 0);
}

/** The home folder and the folders above it are never a project. */
function foldersAbove(cwd: string, env: Env): readonly string[] {
  const folders: string[] = [];
  const home = personHome(env);
  for (let above = path.dirname(cwd); above !== path.dirname(above) && above !== home; above = path.dirname(above)) {
    if (existsSync(path.join(above, '.claude'))) folders.push(above);
  }
  return folders;
}

/** Our entries in a file, whether the client heeds the file or not. */
export const registeredIn = ({ file }: Pick<SettingsSource, 'file'>): readonly Found[] =>
  attempt(() => foundIn(read(file) ?? '')) ?? [];

/** A source with Gatehouse entries that the client obeys. */
export interface Registered extends SettingsSource {
  readonly found: readonly Found[];
}

/** Every registration that a client started in this directory obeys, the lowest in rank first. */
export function registrationsAt(directory: string, env: Env): readonly Registered[] {
  return settingsSources(directory, env).flatMap((source) => {
    const found = registeredIn(source);
    return found.length === 0 || isIgnored(source.file) ? [] : [{ ...source, found }];
  });
}

export function isIgnored(file: string): boolean {
  const text = attempt(() => read(file));
  return text === undefined || ignoredBecause(text) !== undefined;
}

/** The file whose `disableAllHooks` counts, if it says true: the one that outranks the others. */
export function hooksDisabledIn(directory: string, env: Env): string | undefined {
  const saying = settingsSources(directory, env).flatMap(({ file }) => {
    const value = isIgnored(file) ? undefined : switchIn(file);
    return value === undefined ? [] : [{ file, value }];
  });
  const last = saying.at(-1);
  return last?.value === true ? last.file : undefined;
}

function switchIn(file: string): boolean | undefined {
  const value: unknown = valueOf(rootOf(read(file) ?? ''), 'disableAllHooks')?.value;
  return typeof value === 'boolean' ? value : undefined;
}
