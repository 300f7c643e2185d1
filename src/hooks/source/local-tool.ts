import path from 'node:path';
import { isProgram } from '../project/read-file';
import { pathFolders } from '../project/home';
import { message, pass, type Ruling } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import { firstTelling } from '../project/told-once';

/** Where projects keep their own programs, from a folder up to the root; then PATH. Nothing is ever fetched. */
const ownFolders = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin', 'bin'];

export type Tool =
  | { readonly kind: 'program'; readonly program: string }
  | { readonly kind: 'not-installed' }
  /** Running it would run the repository's own code, and the person does not trust this workspace. */
  | { readonly kind: 'untrusted' };

export interface ToolWish {
  readonly name: string;
  /** Its configuration is plain data: installed on the machine, it runs nothing of the repository's. */
  readonly inert?: boolean | undefined;
  /** Where the project keeps it, from each folder up. */
  readonly own?: readonly string[];
}

/** The program as the project has it, or as the machine has it. */
export function toolFor({ name, inert = false, own }: ToolWish, folder: string, site: Site): Tool {
  const places = own ?? ownFolders.map((one) => path.join(one, name));
  const local = foldersUpTo(folder, site.root)
    .flatMap((place) => places.map((one) => path.join(place, one)))
    .find(isProgram);
  const onPath = pathFolders(site.env).map((entry) => path.join(entry, name));
  const program = local ?? onPath.find(isProgram);
  if (program === undefined) return { kind: 'not-installed' };
  return (local === undefined && inert) || site.isTrusted() ? { kind: 'program', program } : { kind: 'untrusted' };
}

/** Said to the person once in a session, and noted each time. */
export function untrusted(name: string, site: Site, session: string): Ruling {
  const text = `${name} is not run: it runs code of this repository, and you do not trust this workspace. 'gatehouse trust' or the editor's workspace trust lets it run.`;
  const isNews = site.dry !== true && firstTelling(site.env, session, `untrusted ${site.root}`);
  return isNews ? message(text, text) : pass(text);
}

/** The folders from one inside the root up to the root. */
export function foldersUpTo(folder: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let place = folder; ; place = path.dirname(place)) {
    folders.push(place);
    if (place === root || place === path.dirname(place)) return folders;
  }
}
