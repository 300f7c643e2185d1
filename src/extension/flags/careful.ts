import path from 'node:path';
import { carefulFile } from '../../hooks/nudge/careful';
import type { Flag } from './flag';

/** Shown only while careful mode is on: searches through many files then wait for the code index. */
export const careful: Flag = {
  id: 'careful',
  title: 'Careful mode',
  short: 'careful',
  read: (folder) => {
    const file = carefulFile(folder);
    const on = file !== undefined;
    return Promise.resolve({
      status: on ? 'active' : 'missing',
      reason: on
        ? 'Careful mode is on for this worktree: a search through many files waits until the code index was asked.'
        : 'Careful mode is off.',
      hold: 'none',
      bound: false,
      hidden: !on,
      facts: [],
      actions: on ? ['calm', 'file'] : [],
      file: on ? path.join(folder.root, file) : undefined,
    });
  },
};
