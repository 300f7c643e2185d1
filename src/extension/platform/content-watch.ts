import * as vscode from 'vscode';
import type { ContentWatch } from '../store/flag-model';

/** Folders whose content is never a worktree's own. Git's index and HEAD count: they decide what is a change. */
const beside = /[\\/](?:node_modules|\.git[\\/](?!index$|HEAD$))/;

/** Every file below a folder, through the editor's own watcher and its exclusions. */
export const contentWatch: ContentWatch = (root, changed) => {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(root), '**/*'));
  const heard = ({ fsPath }: vscode.Uri) => {
    if (!beside.test(fsPath)) changed();
  };
  watcher.onDidChange(heard);
  watcher.onDidCreate(heard);
  watcher.onDidDelete(heard);
  return watcher;
};
