import * as vscode from 'vscode';
import type { Person } from '../platform/person';
import type { HookInstaller } from '../registration/hook-installer';
import type { RegistrationStore } from '../registration/registration-store';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { Command } from './command';
import { folderFrom } from './target';
import { mustBeTrusted } from './trusted-workspace';

const icons = { good: '$(pass)', note: '$(info)', bad: '$(error)' } as const;
const order = ['bad', 'note', 'good'] as const;

/** Looks at everything between the agent's client and a decision, and mends what an installation can mend. */
export function doctor(
  folders: OpenFolders,
  registration: RegistrationStore,
  installer: HookInstaller,
  person: Person,
): Command {
  return {
    id: 'gatehouse.doctor',
    async run(argument) {
      mustBeTrusted();
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const { checkedUp } = await import('../../hooks/library');
      const { env, clock } = folder.surroundings;
      const findings = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: vscode.l10n.t('Checking the hooks of {0}', folder.name),
        },
        () => checkedUp({ env, directory: folder.root, source: installer.source, now: clock.now() }),
      );
      const sorted = [...findings].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
      const finding = await person.pick(
        vscode.l10n.t('Check-up of {0}', folder.name),
        sorted.map((value) => ({
          label: `${icons[value.status]} ${value.message}`,
          description: value.check,
          ...(value.wayForward === undefined ? {} : { detail: value.wayForward }),
          value,
        })),
      );
      if (finding?.mend === undefined) return;
      const { scope, directory } = finding.mend;
      const target = new Folder(folder.name, directory, folder.surroundings);
      await installer.install(target, scope, await installer.preview(target, scope));
      await registration.refresh(folder);
      void person.tell(vscode.l10n.t('The hooks are as they should be.'));
    },
  };
}
