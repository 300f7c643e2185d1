import * as vscode from 'vscode';
import path from 'node:path';
import { carefulFile } from '../../hooks/nudge/careful';
import type { Flag } from './flag';

/** Shown only while careful mode is on: searches through many files then wait for the code index. */
export const careful: Flag = {
  id: 'careful',
  title: vscode.l10n.t('Careful mode'),
  short: vscode.l10n.t('careful'),
  read: (folder) => {
    const file = carefulFile(folder);
    const on = file !== undefined;
    return Promise.resolve({
      status: on ? 'active' : 'missing',
      reason: on
        ? vscode.l10n.t(
            'Careful mode is on for this worktree: a search through many files waits until the code index was asked.',
          )
        : vscode.l10n.t('Careful mode is off.'),
      hold: 'none',
      bound: false,
      hidden: !on,
      facts: [],
      actions: on ? ['calm', 'file'] : [],
      file: on ? path.join(folder.root, file) : undefined,
    });
  },
};
