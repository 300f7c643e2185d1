import * as vscode from 'vscode';
import type { StatusBarStyle } from '../status-bar/status-bar';

function read<T>(name: string, fallback: T): T {
  return vscode.workspace.getConfiguration('gatehouse').get<T>(name, fallback);
}

/** The person's own settings of the editor, read when they are asked for. */
export const preferences = {
  statusBar: () => read<StatusBarStyle>('statusBar', 'compact'),
  notifications: () => read('notifications', true),
  keepWarm: () => vscode.workspace.getConfiguration('gatehouse').get('host.keepWarm', true),
  editorModels: () => read('llmReview.editorModels', false),
};
