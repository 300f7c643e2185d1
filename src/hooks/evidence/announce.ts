import { existsSync } from 'node:fs';
import path from 'node:path';
import { sealIn } from './seal';

/**
 * Tells the running host, which remembers the documents under seal, that this process of Gatehouse is about to write one.
 * The host looks who it is. Undefined where no host runs.
 */
export function announce(file: string, text: string): Promise<void> | undefined {
  const seal = sealIn(text);
  const folder = path.dirname(file);
  // A worktree's documents lie two folders below Gatehouse's home, the others in it.
  const homes = [folder, path.resolve(folder, '../..')];
  const home = homes.find((one) => existsSync(path.join(one, 'host/endpoint')));
  if (seal === undefined || home === undefined) return undefined;
  return import(/* webpackChunkName: "rest" */ '../host/announcement').then(({ sendAnnouncement }) =>
    sendAnnouncement(home, file, seal),
  );
}
