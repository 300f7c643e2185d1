import * as vscode from 'vscode';
import { ownFile } from '../../hooks/evidence/store';
import { Pause, pauseFile, pauseIn, pauseMs } from '../../hooks/pipeline/pause';
import type { Flag } from './flag';

/** Shown only while a person has the gates pause. */
export const pause: Flag = {
  id: 'pause',
  title: vscode.l10n.t('Gates'),
  short: vscode.l10n.t('gates'),
  headlines: { paused: vscode.l10n.t('Gates paused') },
  read: (folder) => {
    const holding = pauseIn(ownFile(folder.home, pauseFile, Pause, { sealed: true }), folder.surroundings.clock);
    const until = holding === undefined ? undefined : holding.at + pauseMs;
    return Promise.resolve({
      status: until === undefined ? 'missing' : 'paused',
      reason:
        until === undefined
          ? vscode.l10n.t('All gates are on.')
          : vscode.l10n.t(
              'Nothing is blocked until {0}. Every call is still recorded.',
              new Date(until).toLocaleTimeString(),
            ),
      at: holding?.at,
      hold: 'none',
      bound: false,
      hidden: until === undefined,
      until,
      endsAt: until,
      facts: holding === undefined ? [] : [{ label: vscode.l10n.t('By'), value: holding.by }],
      actions: until === undefined ? [] : ['resume'],
    });
  },
};
