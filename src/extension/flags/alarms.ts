import * as vscode from 'vscode';
import { alarmsClearedAt, openAlarms, type Alarm } from '../../hooks/pipeline/alarms';
import type { Folder } from '../store/folder';
import type { Flag } from './flag';

/** What happened although the gates forbade it, until a person looks at it. */
export const alarmsOf = (folder: Folder): readonly Alarm[] => openAlarms(folder);

/** When a person last cleared them. */
export const lookedAtAlarms = (folder: Folder): number => alarmsClearedAt(folder);

/** Shown only while there are alarms. */
export const alarms: Flag = {
  id: 'alarms',
  title: vscode.l10n.t('Not in force'),
  short: vscode.l10n.t('not in force'),
  headlines: { alarm: vscode.l10n.t('Not in force') },
  read: (folder) => {
    const open = alarmsOf(folder);
    const last = open.at(-1);
    const causes = [...new Set(open.flatMap(({ cause }) => cause ?? []))];
    return Promise.resolve({
      status: last === undefined ? 'missing' : 'alarm',
      word: open.length > 1 ? vscode.l10n.t('{0} alarms', open.length) : undefined,
      reason: last?.text ?? vscode.l10n.t('No alarms: every decision took effect.'),
      at: last?.at,
      hold: 'none',
      bound: false,
      hidden: last === undefined,
      facts: causes.map((value) => ({ label: vscode.l10n.t('Likely cause'), value })),
      actions: last === undefined ? [] : ['alarms'],
    });
  },
};
