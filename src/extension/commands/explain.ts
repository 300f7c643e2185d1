import * as vscode from 'vscode';
import { callsOf } from '../decisions/calls';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { OpenFolders } from '../store/open-folders';
import type { WhyPages } from '../trace/why-pages';
import { DecisionNode } from '../tree/decision-nodes';
import type { Command } from './command';
import { folderFrom } from './target';

/** Opens the record of the newest call in the folder of the active editor. */
export function explainLastDecision(
  folders: OpenFolders,
  decisions: DecisionStore,
  pages: WhyPages,
  person: Person,
): Command {
  return {
    id: 'gatehouse.explainLastDecision',
    async run(argument) {
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder === undefined) return;
      const last = callsOf(decisions.of(folder)).at(-1);
      if (last !== undefined) return pages.open(new DecisionNode(folder, last));
      await person.tell(vscode.l10n.t('No activity in {0} yet. Start an agent session there.', folder.name));
    },
  };
}
