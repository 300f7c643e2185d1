import * as vscode from 'vscode';
import { actions } from '../flags/actions';
import { appearanceOf } from '../flags/appearance';
import type { Choice, Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from '../registration/registration-store';
import { FlagNode } from '../tree/flag-node';
import type { Command } from './command';
import { folderFrom } from './target';

/** What a click on the status bar offers: everything that is legal for the folder as it is now. */
export function showActions(
  folders: OpenFolders,
  flags: FlagStore,
  registration: RegistrationStore,
  person: Person,
): Command {
  return {
    id: 'gatehouse.showActions',
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder === undefined) return;
      await flags.ready(folder);
      const choices: Choice<vscode.Command>[] = [];
      const offer = (label: string, description: string, command: string, target: unknown) =>
        choices.push({ label, description, value: { command, title: label, arguments: [target] } });
      if (!registration.of(folder).registered && vscode.workspace.isTrusted) {
        offer(vscode.l10n.t('$(add) Install hooks'), folder.name, 'gatehouse.installHooks', folder);
      }
      for (const flag of flags.flagsOf(folder)) {
        const state = flags.state(folder, flag);
        const node = new FlagNode(folder, flag);
        node.update(state, Date.now());
        for (const word of state?.actions ?? []) {
          const { icon, title, command } = actions[word];
          offer(`$(${icon}) ${title(flag)}`, appearanceOf(state?.status ?? 'missing').word, command, node);
        }
      }
      offer(vscode.l10n.t('$(list-tree) Explain the last decision'), '', 'gatehouse.explainLastDecision', folder);
      offer(vscode.l10n.t('$(shield) Show all flags'), '', 'gatehouse.flags.focus', undefined);
      const picked = await person.pick(vscode.l10n.t('Gatehouse: {0}', folder.name), choices);
      if (picked !== undefined)
        await vscode.commands.executeCommand(picked.command, ...((picked.arguments ?? []) as unknown[]));
    },
  };
}
