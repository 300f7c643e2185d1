import * as vscode from 'vscode';
import type { StatusBarStyle } from '../status-bar/status-bar';

const read = <T>(name: string, fallback: T): T => vscode.workspace.getConfiguration('gatehouse').get<T>(name, fallback);

/** The person's own settings of the editor, read when they are asked for. */
export const preferences = {
  statusBar: () => read<StatusBarStyle>('statusBar', 'compact'),
  notifications: () => read('notifications', true),
  keepWarm: () => vscode.workspace.getConfiguration('gatehouse').get('host.keepWarm', true),
  editorModels: () => read('llmReview.editorModels', false),
};
