import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { commandPage, effectsOfCommand } from './command-page';
import type { InspectorKind } from './inspector';
import { commandOf, pickRecorded, type RecordedCalls } from '../decisions/recorded';

/** Shows what a command line would run and what the gates would say to it. */
export function commandInspector(parts: RecordedCalls): InspectorKind {
  const { folders } = parts;
  const { t } = vscode.l10n;
  return {
    viewType: 'gatehouse.commandInspector',
    title: t('Inspect Command'),
    prompt: t('Try a command (it will not be executed)'),
    rows: 4,
    get choices() {
      return folders.all.map(({ root, name }) => ({ value: root, label: name }));
    },
    actions: [
      { id: 'copy', label: t('Copy as Test Case') },
      { id: 'rule', label: t('Make a Rule…') },
      { id: 'pick', label: t('Pick a Recorded Command…') },
    ],
    inspect: ({ text, choice }) => {
      const folder = folders.all.find(({ root }) => root === choice) ?? folders.active;
      if (folder === undefined || text.trim() === '') return '';
      return commandPage(text, folder);
    },
    async act(action, { text, choice }) {
      if (action === 'pick') {
        const isCommand = ({ tool, event }: Trace) => tool === 'Bash' && event === 'PreToolUse';
        const picked = await pickRecorded(t('Inspect which command?'), isCommand, parts);
        return picked && { text: commandOf(picked.trace), choice: picked.folder.root };
      }
      if (action === 'rule') {
        await vscode.commands.executeCommand('gatehouse.makeRule', { command: text, root: choice });
        return undefined;
      }
      const folder = folders.all.find(({ root }) => root === choice) ?? folders.active;
      const effects = folder === undefined ? undefined : await effectsOfCommand(text, folder);
      await vscode.env.clipboard.writeText(`${JSON.stringify({ tool: 'Bash', command: text, effects })}\n`);
      return undefined;
    },
  };
}
