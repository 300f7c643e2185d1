import * as vscode from 'vscode';
import { flagsOf } from './flags';
import { Disposables } from './platform/disposables';
import { DamageStore, RegistrationStore } from './registration/registration-store';
import { ConfigStore } from './store/folder';
import { DecisionStore } from './store/decision-store';
import { FlagModel, type ContentWatch } from './store/flag-model';
import { OpenFolders } from './store/open-folders';
import { QuestionStore } from './store/question-store';
import { RescueStore } from './store/rescue-store';
import type { Env } from '../hooks/project/home';

export type Stores = ReturnType<typeof openStores>;

/** The state of this window's folders, kept in step with the files that hold it. */
export function openStores(env: Env, failed: (error: unknown) => void) {
  const ds = new Disposables();
  const folders = ds.add(new OpenFolders({ env, clock: Date }, failed));
  const registration = ds.add(new RegistrationStore(failed));
  const damage = ds.add(new DamageStore(folders, registration, env, failed));
  const followers = {
    registration,
    config: ds.add(new ConfigStore(failed)),
    flagModel: ds.add(new FlagModel(flagsOf, contentWatch, failed)),
    decisions: ds.add(new DecisionStore(failed)),
    questions: ds.add(new QuestionStore(failed)),
    rescue: ds.add(new RescueStore(failed)),
  };
  const follow = () => {
    for (const store of Object.values(followers)) store.follow(folders.all);
  };
  follow();
  ds.add(folders.onDidChange(follow));
  ds.add(followers.config.onDidChange((folder) => void followers.flagModel.refresh(folder)));
  return { folders, damage, ...followers, dispose: () => ds.dispose() };
}

/** Folders whose content is never a worktree's own. Git's index and HEAD are watched: they define changes. */
const beside = /[\\/](?:node_modules|\.git[\\/](?!index$|HEAD$))/;

/** Every file below a folder, through the editor's own watcher and its exclusions. */
const contentWatch: ContentWatch = (root, changed) => {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(root), '**/*'));
  const onFileEvent = ({ fsPath }: vscode.Uri) => {
    if (!beside.test(fsPath)) changed();
  };
  watcher.onDidChange(onFileEvent);
  watcher.onDidCreate(onFileEvent);
  watcher.onDidDelete(onFileEvent);
  return watcher;
};
