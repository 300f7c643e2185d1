import path from 'node:path';
import * as vscode from 'vscode';
import { registered } from './commands/command';
import { explainLastDecision } from './commands/explain';
import { installHooks, uninstallHooks } from './commands/install-hooks';
import { openStateFile } from './commands/open-state-file';
import { refresh } from './commands/refresh';
import { showLog } from './commands/show-log';
import { resetAllFlags, resetFlag } from './commands/reset-flags';
import { showActions } from './commands/show-actions';
import { flags } from './flags';
import { contentWatch } from './platform/content-watch';
import { ContextKeys } from './platform/context-keys';
import { Disposables } from './platform/disposables';
import { personAtWindow } from './platform/person';
import { HookInstaller } from './registration/hook-installer';
import { RegistrationStore } from './registration/registration-store';
import { StatusBar, type StatusBarStyle } from './status-bar/status-bar';
import { DecisionStore } from './store/decision-store';
import { FlagStore } from './store/flag-store';
import { OpenFolders } from './store/open-folders';
import { TraceDocuments } from './trace/trace-documents';
import { Ages } from './tree/ages';
import { FlagsTree } from './tree/flags-tree';

/** What the tests in the extension host look at. */
export type Parts = ReturnType<typeof assemble>;

export function activate(context: vscode.ExtensionContext): Parts | undefined {
  const parts = assemble(context);
  return context.extensionMode === vscode.ExtensionMode.Test ? parts : undefined;
}

function assemble(context: vscode.ExtensionContext) {
  const ds = new Disposables();
  context.subscriptions.push(ds);
  const log = ds.add(vscode.window.createOutputChannel('Gatehouse', { log: true }));
  const failed = (error: unknown) => log.warn(error instanceof Error ? error.message : String(error));
  const person = personAtWindow;

  const folders = ds.add(new OpenFolders({ env: process.env, clock: Date }));
  const registration = ds.add(new RegistrationStore(failed));
  const flagStore = ds.add(new FlagStore(flags, contentWatch, failed));
  const decisions = ds.add(new DecisionStore(failed));
  const follow = () => [registration, flagStore, decisions].forEach((store) => store.follow(folders.all));
  follow();
  ds.add(folders.onDidChange(follow));

  const flagsTree = ds.add(new FlagsTree(folders, flagStore, registration));
  const flagsView = ds.add(vscode.window.createTreeView('gatehouse.flags', { treeDataProvider: flagsTree }));
  ds.add(new Ages(flagsView, (now) => flagsTree.refreshAges(now), flagsTree.onDidChangeTreeData));
  const style = () => vscode.workspace.getConfiguration('gatehouse').get<StatusBarStyle>('statusBar', 'compact');
  const statusBar = ds.add(new StatusBar(folders, flagStore, registration, style));
  ds.add(new ContextKeys(folders, registration));

  const documents = ds.add(new TraceDocuments((trace) => JSON.stringify(trace, null, 2)));
  const installer = new HookInstaller(path.join(context.extensionPath, 'dist', 'hooks'), process.execPath);

  const commands = [
    installHooks(folders, registration, installer, person),
    uninstallHooks(folders, registration, installer, person),
    resetFlag(folders, flagStore, person),
    resetAllFlags(folders, flagStore, person),
    explainLastDecision(folders, decisions, documents, person),
    showActions(folders, flagStore, registration, person),
    openStateFile,
    refresh(folders, flagStore, registration),
    showLog(log),
  ];
  for (const command of commands) ds.add(registered(command, log));

  return { folders, registration, flagStore, decisions, flagsTree, statusBar, person };
}
