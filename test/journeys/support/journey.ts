import path from 'node:path';
import { Studio } from '../../harness/studio';
import type { Workbench } from '../../harness/workbench';

const vsix = path.resolve(__dirname, '../../../out/gatehouse.vsix');
let studio: Promise<Studio> | undefined;
let open: Workbench | undefined;

// Outside of every suite: after the last journey of the run.
after(async () => {
  await open?.close();
  await (await studio)?.close();
});

/** A workbench as nobody has used it before. One is open at a time. */
export async function openWorkbench(...journey: Parameters<Studio['workbench']>): Promise<Workbench> {
  studio ??= Studio.open(vsix);
  const place = await studio;
  await open?.close();
  open = await place.workbench(...journey);
  return open;
}
