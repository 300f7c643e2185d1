import * as vscode from 'vscode';
import { evidenceKinds, type UnboundFlag } from '../../hooks/evidence/evidence';
import { acceptServer } from '../../hooks/review/known-servers';
import { noteAct, whoIsHere } from '../platform/acts';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { HumanError, type Command } from './command';
import { flagFrom, folderFrom } from './target';
import { undoable } from './undo';

/** A person takes the word of a public file for flags that no receipt binds. */
export function acceptCommands(folders: OpenFolders, flags: FlagStore, person: Person): readonly Command[] {
  const accept = async (folder: Folder, chosen: readonly UnboundFlag[]): Promise<void> => {
    const told = chosen.map(({ standing, holds }) =>
      holds ? standing.reason : `${standing.reason} ${vscode.l10n.t('Files may have changed since.')}`,
    );
    const sure = await person.confirm(
      vscode.l10n.t('Accept what the state files of {0} say?', folder.name),
      `${told.join('\n')}\n\n${vscode.l10n.t('The flags then count for the files as they are now. Any change makes them stale.')}`,
      vscode.l10n.t('Accept'),
    );
    if (!sure) return;
    const names = chosen.map(({ standing }) => standing.kind.replace('_', ' '));
    const run = async () => {
      for (const { standing } of chosen) {
        await folder.evidence.accept(standing.kind, whoIsHere());
        await acceptServer({ env: folder.surroundings.env, place: folder.place }, standing.receipt);
        noteAct(folder, 'accept', standing.kind.replace('_', ' '));
      }
    };
    const text = vscode.l10n.t('Accepted: {0}.', names.join(', '));
    await undoable({ folder, target: `accept ${names.join(', ')}`, text, run }, flags, person);
  };
  return [
    {
      id: 'gatehouse.acceptFlag',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const unbound = await folder.evidence.unbound();
        if (unbound.length === 0) throw new HumanError(vscode.l10n.t('No flag of {0} is unbound.', folder.name));
        const id = flagFrom(argument)?.id;
        const kind = evidenceKinds.find((one) => one === id);
        const chosen =
          kind === undefined
            ? await person.pick(
                vscode.l10n.t('Accept which flag?'),
                unbound.map((value) => ({
                  label: flags.flagsOf(folder).find((flag) => flag.id === value.standing.kind)?.title ?? '',
                  detail: value.standing.reason,
                  value,
                })),
              )
            : unbound.find(({ standing }) => standing.kind === kind);
        if (chosen !== undefined) await accept(folder, [chosen]);
      },
    },
    {
      id: 'gatehouse.acceptUnboundFlags',
      async run(argument) {
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const holding = (await folder.evidence.unbound()).filter(({ holds }) => holds);
        if (holding.length === 0) {
          throw new HumanError(
            vscode.l10n.t('No unbound flag of {0} passed on the files as they are: run the checks again.', folder.name),
          );
        }
        await accept(folder, holding);
      },
    },
  ];
}
