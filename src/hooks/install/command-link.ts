import { existsSync, lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ActionableError } from '../evidence/actionable-error';
import { gatehouseHome, personHome, type Env } from '../project/home';

/** Where a person's own commands lie. */
export const commandFolders = (env: Env): readonly string[] =>
  ['.local/bin', 'bin'].map((name) => path.join(personHome(env), name));

/** Puts `gatehouse` on the PATH: a link in a folder of the person's own that is on it already. */
export function linkCommand(env: Env): string {
  const command = path.join(gatehouseHome(env), 'bin', 'gatehouse');
  const onPath = (env.PATH ?? '').split(path.delimiter);
  const folder = commandFolders(env).find((one) => onPath.includes(one) && existsSync(one));
  if (folder === undefined || process.platform === 'win32') {
    throw new ActionableError(
      'No folder for your own commands is on the PATH (~/.local/bin or ~/bin).',
      `Add ${path.dirname(command)} to the PATH yourself.`,
    );
  }
  const link = path.join(folder, 'gatehouse');
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there === undefined) symlinkSync(command, link);
  else if (!there.isSymbolicLink() || readlinkSync(link) !== command) {
    throw new ActionableError(`${link} already exists and is something else.`, 'It was not changed.');
  }
  return link;
}
