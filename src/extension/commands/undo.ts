import * as vscode from 'vscode';
import { Undo } from '../flags/undo';
import { noteAct } from '../platform/acts';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';

/** Says what was done, with an Undo beside it. */
export async function tellUndoable(person: Person, text: string, undo: () => Promise<boolean>): Promise<void> {
  const takeBack = vscode.l10n.t('Undo');
  if ((await person.tell(text, takeBack)) !== takeBack) return;
  if (await undo()) await person.tell(vscode.l10n.t('Undone.'));
  else await person.warn(vscode.l10n.t('It could not be undone: something has changed since.'));
}

interface FlagAct {
  readonly folder: Folder;
  /** What the person did, as the journal names it when it is undone. */
  readonly target: string;
  /** What is said afterwards. */
  readonly text: string;
  readonly run: () => Promise<void>;
}

/** Does something to a folder's flags that a person may take back. */
export async function undoable(
  { folder, target, text, run }: FlagAct,
  flags: FlagStore,
  person: Person,
): Promise<void> {
  const undo = new Undo(folder);
  await run();
  undo.acted();
  await flags.refresh(folder);
  void tellUndoable(person, text, async () => {
    if (!undo.run()) return false;
    noteAct(folder, 'undo', target);
    await flags.refresh(folder);
    return true;
  });
}
