import type { Site } from '../../../pipeline/site';
import { noteSnapshots } from '../../../runs/shell-snapshots';
import type { Tampering, Look } from './tampering';

/** The client runs each command in a snapshot of the person's shell, which only the client writes, and once. */
export async function changedSnapshots({ by }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  return (await noteSnapshots(site)).map((file) => ({
    file,
    text: `${file}, which the client loads before every command, was changed behind Gatehouse's back by ${by}; no run counts until a new session.`,
    voids: true,
  }));
}
