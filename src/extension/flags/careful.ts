import path from 'node:path';
import { carefulFiles, isCareful } from '../../hooks/nudge/careful';
import type { Flag } from './flag';

/** Shown only while careful mode is on: the agent's shell commands then meet more questions. */
export const careful: Flag = {
  id: 'careful',
  title: 'Careful mode',
  short: 'careful',
  read: (folder) => {
    const on = isCareful(folder);
    return Promise.resolve({
      status: on ? 'active' : 'missing',
      reason: on ? 'Careful mode is on for this worktree.' : 'Careful mode is off.',
      hold: 'none',
      bound: false,
      hidden: !on,
      facts: [],
      actions: on ? ['file'] : [],
      file: path.join(folder.root, carefulFiles[0]),
    });
  },
};
