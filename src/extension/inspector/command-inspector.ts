import * as vscode from 'vscode';
import type { OpenFolders } from '../store/open-folders';
import { commandPage } from './command-page';
import type { InspectorKind } from './inspector';

/** Shows what a command line would run and what the gates would say to it. */
export function commandInspector(folders: OpenFolders): InspectorKind {
  const { t } = vscode.l10n;
  return {
    viewType: 'gatehouse.commandInspector',
    title: t('Inspect Command'),
    prompt: t('A command that nobody runs'),
    rows: 4,
    get choices() {
      return folders.all.map(({ root, name }) => ({ value: root, label: name }));
    },
    actions: [{ id: 'copy', label: t('Copy as Test Case') }],
    inspect: ({ text, choice }) => {
      const folder = folders.all.find(({ root }) => root === choice) ?? folders.active;
      if (folder === undefined || text.trim() === '') return '';
      return commandPage(text, folder);
    },
    async act(_action, { text }) {
      await vscode.env.clipboard.writeText(`${JSON.stringify({ tool: 'Bash', command: text })}\n`);
    },
  };
}
