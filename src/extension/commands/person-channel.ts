import path from 'node:path';
import * as vscode from 'vscode';
import { ownFile } from '../../hooks/evidence/store';
import { Pause, pauseFile } from '../../hooks/pipeline/pause';
import { trustConfiguration } from '../configuration/trusted-files';
import type { Person } from '../platform/person';
import { noteAct, whoIsHere } from '../platform/acts';
import type { FlagStore } from '../store/flag-store';
import type { OpenFolders } from '../store/open-folders';
import type { Command } from './command';
import { folderFrom } from './target';

/**
 * What only a person may do. Each of these is confirmed by a modal, which no file that an agent writes (a task, a key
 * binding, a link) can answer, and is written down with who and when.
 */
export function personCommands(folders: OpenFolders, flags: FlagStore, person: Person): readonly Command[] {
  return [
    {
      id: 'gatehouse.verifyProof',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const sure = await person.confirm(
          vscode.l10n.t('Have you seen that the work in {0} does what it should?', folder.name),
          vscode.l10n.t('Your word holds for the code as it is now. The next change of code takes it back.'),
          vscode.l10n.t('I Have Seen It'),
        );
        if (!sure) return;
        await folder.evidence.record('proof', { verdict: 'pass', rule: whoIsHere() });
        noteAct(folder, 'verify', 'proof');
        await flags.refresh(folder);
      },
    },
    {
      id: 'gatehouse.revokeProof',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const sure = await person.confirm(
          vscode.l10n.t('Take back the proof of {0}?', folder.name),
          vscode.l10n.t('Gates that ask for it close until somebody verifies the work again.'),
          vscode.l10n.t('Take Back'),
        );
        if (!sure) return;
        await folder.evidence.record('proof', { verdict: 'fail', rule: whoIsHere() });
        noteAct(folder, 'revoke', 'proof');
        await flags.refresh(folder);
      },
    },
    {
      id: 'gatehouse.pauseGates',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const sure = await person.confirm(
          vscode.l10n.t('Let every gate of {0} only watch for ten minutes?', folder.name),
          vscode.l10n.t(
            'Nothing is refused in that time, and everything is still recorded. Then the gates close again by themselves.',
          ),
          vscode.l10n.t('Pause for 10 Minutes'),
        );
        if (!sure) return;
        const { clock } = folder.surroundings;
        const pause = { v: 1 as const, by: whoIsHere(), at: clock.now() };
        await ownFile(folder.home, pauseFile, Pause, { sealed: true }).update(() => pause);
        noteAct(folder, 'pause', 'all gates');
      },
    },
    {
      id: 'gatehouse.resumeGates',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        await ownFile(folder.home, pauseFile, Pause, { sealed: true }).remove();
        noteAct(folder, 'resume', 'all gates');
      },
    },
    {
      id: 'gatehouse.trustConfiguration',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const waiting = folder.config.layers.filter(
          ({ standing }) => standing === 'untrusted' || standing === 'changed',
        );
        const [first] = waiting;
        if (first === undefined) {
          await person.tell(vscode.l10n.t('{0} has no configuration that waits for your trust.', folder.name));
          return;
        }
        const file =
          waiting.length === 1
            ? first.file
            : await person.pick(
                vscode.l10n.t('Trust which file?'),
                waiting.map((layer) => ({ label: path.relative(folder.root, layer.file), value: layer.file })),
              );
        if (file === undefined) return;
        await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
        const sure = await person.confirm(
          vscode.l10n.t('Trust {0} as it is now?', path.relative(folder.root, file)),
          vscode.l10n.t(
            'It may then loosen gates and say which commands run the tests. Any change to it needs your word again.',
          ),
          vscode.l10n.t('Trust This Text'),
        );
        if (!sure) return;
        await trustConfiguration(folder, file);
        folder.forgetConfiguration();
        await flags.refresh(folder);
      },
    },
  ];
}
