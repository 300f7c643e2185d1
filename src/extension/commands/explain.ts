import * as vscode from 'vscode';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { OpenFolders } from '../store/open-folders';
import type { TraceDocuments } from '../trace/trace-documents';
import type { Command } from './command';
import { folderFrom } from './target';

/** Opens the record of the newest call in the folder of the active editor. */
export function explainLastDecision(
  folders: OpenFolders,
  decisions: DecisionStore,
  documents: TraceDocuments,
  person: Person,
): Command {
  return {
    id: 'gatehouse.explainLastDecision',
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder === undefined) return;
      const last = decisions.of(folder).at(-1);
      if (last !== undefined) return documents.open(last);
      await person.tell(vscode.l10n.t('No call of an agent has been seen in {0} yet.', folder.name));
    },
  };
}
