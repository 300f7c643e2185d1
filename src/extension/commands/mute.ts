import path from 'node:path';
import * as vscode from 'vscode';
import { configFiles } from '../../hooks/configuration/layers';
import { rewrite, withValue } from './config-text';
import { trustConfiguration } from '../registration/workspace-trust';
import type { Person } from '../platform/person';
import type { OpenFolders } from '../store/open-folders';
import { type Command, folderFrom, HumanError } from './command';

/** Whether the agent's own notifications of a project are shown: in the person's own file of that project. */
export function muteCommands(folders: OpenFolders, person: Person): readonly Command[] {
  const setMuted = async (argument: unknown, muted: boolean): Promise<void> => {
    const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
    if (folder === undefined) return;
    const file = path.join(folder.root, configFiles.local);
    const trusted = folder.config.layers.find((layer) => layer.file === file && layer.trust === 'trusted')?.text;
    const { before } = rewrite(file, (text) => withValue(text, ['notify', 'muted'], muted || undefined));
    // The person's own change does not cost the file the trust that they gave it.
    if (before === trusted) await trustConfiguration(folder, file);
    folder.forgetConfiguration();
    if (folder.config.settings.notify.muted === muted) return;
    throw new HumanError(
      vscode.l10n.t('Another configuration file overrides this: notify.muted is {0}.', String(!muted)),
    );
  };
  return [
    {
      id: 'gatehouse.muteAgent',
      async run(argument) {
        await setMuted(argument, true);
        const undo = vscode.l10n.t('Undo');
        const text = vscode.l10n.t('Notifications of the agent are muted for this project, on the desktop as well.');
        void person
          .tell(text, undo)
          .then((picked) => picked === undo && vscode.commands.executeCommand('gatehouse.unmuteAgent', argument));
      },
    },
    { id: 'gatehouse.unmuteAgent', run: (argument) => setMuted(argument, false) },
  ];
}
