import path from 'node:path';
import { keptError } from '../../harness/keep';
import { Studio } from '../../harness/studio';
import type { Workbench } from '../../harness/workbench';

const vsix = path.resolve(__dirname, '../../../out/gatehouse.vsix');
let studio: Promise<Studio> | undefined;
let open: Workbench | undefined;

// Outside of every suite: after each test of every journey.
afterEach(async function () {
  if (this.currentTest?.state === 'failed' && open?.isOpen === true) await open.keep(this.currentTest.fullTitle());
});

// Outside of every suite: after the last journey of the run.
after(async () => {
  await open?.close();
  await (await studio)?.close();
});

/** A workbench that is used for the first time. One is open at a time. */
export async function openWorkbench(...journey: Parameters<Studio['workbench']>): Promise<Workbench> {
  studio ??= Studio.open(vsix);
  const place = await studio;
  await open?.close();
  open = await place.workbench(...journey);
  return open;
}

/** Does what a journey begins with. Mocha does not report a failed hook: what it leaves is kept here. */
export async function begun<T>(title: string, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    if (open?.isOpen !== true) throw error;
    throw keptError(error, await open.keep(title));
  }
}
