import * as vscode from 'vscode';
import { ownFile } from '../../hooks/evidence/store';
import { Pause, pauseFile, pauseIn, pauseMs } from '../../hooks/pipeline/pause';
import type { Flag } from './flag';

/** Shown only while a person has the gates pause. */
export const pause: Flag = {
  id: 'pause',
  title: vscode.l10n.t('Paused'),
  short: vscode.l10n.t('paused'),
  read: (folder) => {
    const holding = pauseIn(ownFile(folder.home, pauseFile, Pause, { sealed: true }), folder.surroundings.clock);
    const until = holding === undefined ? undefined : holding.at + pauseMs;
    return Promise.resolve({
      status: until === undefined ? 'missing' : 'off',
      reason:
        until === undefined
          ? vscode.l10n.t('The gates are at work.')
          : vscode.l10n.t('The gates only watch until {0}.', new Date(until).toLocaleTimeString()),
      at: holding?.at,
      hold: 'none',
      bound: false,
      hidden: until === undefined,
      until,
      facts: holding === undefined ? [] : [{ label: vscode.l10n.t('By'), value: holding.by }],
      actions: until === undefined ? [] : ['resume'],
    });
  },
};
