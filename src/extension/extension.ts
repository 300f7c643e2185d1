import path from 'node:path';
import * as vscode from 'vscode';
import { commandsOf } from './commands';
import { registered } from './commands/command';
import { flagsOf } from './flags';
import { WarmHost } from './host/warm-host';
import { commandInspector } from './inspector/command-inspector';
import { Inspector } from './inspector/inspector';
import { routingInspector } from './inspector/routing-inspector';
import { ChangedFiles } from './language/changed-files';
import { ConfigProblems } from './language/config-problems';
import { registerConfigSchema } from './language/config-schema';
import { Language } from './language/language';
import { DenialNotices } from './notices/denial-notices';
import { LostHooksNotice } from './notices/lost-hooks-notice';
import { ProofNotice } from './notices/proof-notice';
import { contentWatch } from './platform/content-watch';
import { ContextKeys } from './platform/context-keys';
import { Disposables } from './platform/disposables';
import { personAtWindow as person } from './platform/person';
import { preferences } from './platform/preferences';
import { HookInstaller } from './registration/hook-installer';
import { PreviewDocuments } from './registration/preview-documents';
import { RegistrationStore } from './registration/registration-store';
import { StatusBar } from './status-bar/status-bar';
import { ConfigStore } from './store/config-store';
import { DecisionStore } from './store/decision-store';
import { FlagStore } from './store/flag-store';
import { OpenFolders } from './store/open-folders';
import { QuestionStore } from './store/question-store';
import { TraceDocuments } from './trace/trace-documents';
import { Ages } from './tree/ages';
import { DecisionsTree } from './tree/decisions-tree';
import { FlagsTree } from './tree/flags-tree';
import { HooksTree } from './tree/hooks-tree';
import { openHooksView } from './tree/hooks-view';
import { questionDecorations } from './tree/question-nodes';
import { QuestionsTree } from './tree/questions-tree';

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
  const folders = ds.add(new OpenFolders({ env: process.env, clock: Date }));
  const registration = ds.add(new RegistrationStore(failed));
  const config = ds.add(new ConfigStore(failed));
  const flagStore = ds.add(new FlagStore(flagsOf, contentWatch, failed));
  const decisions = ds.add(new DecisionStore(failed));
  const questions = ds.add(new QuestionStore(failed));
  const follow = () =>
    [registration, config, flagStore, decisions, questions].forEach((store) => store.follow(folders.all));
  follow();
  ds.add(folders.onDidChange(follow));
  ds.add(config.onDidChange((folder) => void flagStore.refresh(folder)));

  const flagsTree = ds.add(new FlagsTree(folders, flagStore, registration));
  const flagsView = ds.add(vscode.window.createTreeView('gatehouse.flags', { treeDataProvider: flagsTree }));
  ds.add(new Ages(flagsView, (now) => flagsTree.refreshAges(now), flagsTree.onDidChangeTreeData));
  const decisionsTree = ds.add(new DecisionsTree(folders, decisions));
  const decisionsView = ds.add(
    vscode.window.createTreeView('gatehouse.decisions', { treeDataProvider: decisionsTree, showCollapseAll: true }),
  );
  const questionsTree = ds.add(new QuestionsTree(folders, questions));
  const questionsView = ds.add(
    vscode.window.createTreeView('gatehouse.questions', { treeDataProvider: questionsTree }),
  );
  ds.add(new Ages(questionsView, (now) => questionsTree.refreshAges(now), questionsTree.onDidChangeTreeData));
  ds.add(vscode.window.registerFileDecorationProvider(questionDecorations));
  const hooksTree = ds.add(new HooksTree(folders, registration, config));
  ds.add(openHooksView(hooksTree, person));
  const statusBar = ds.add(new StatusBar(folders, flagStore, registration, preferences.statusBar));
  ds.add(new ContextKeys(folders, registration, decisions, flagStore));

  const documents = ds.add(new TraceDocuments());
  const previews = ds.add(new PreviewDocuments());
  const installer = new HookInstaller(path.join(context.extensionPath, 'dist', 'hooks'), process.execPath);
  ds.add(new ChangedFiles(folders, flagStore));
  ds.add(new ConfigProblems(folders, config));
  ds.add(registerConfigSchema());
  ds.add(new Language(folders, config, failed));

  ds.add(new DenialNotices(decisions, person, preferences.notifications));
  ds.add(new ProofNotice(flagStore, person, preferences.notifications));
  const lost = ds.add(
    new LostHooksNotice(folders, registration, person, async (folder, scope) => {
      await installer.install(folder, scope, await installer.preview(folder, scope));
      await registration.refresh(folder);
    }),
  );
  const mayRun = () => vscode.workspace.isTrusted && preferences.keepWarm();
  const host = ds.add(
    new WarmHost(
      folders,
      registration,
      process.env,
      mayRun,
      (line) => log.info(line),
      () => hooksTree.refresh(),
    ),
  );

  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const routing = ds.add(new Inspector(routingInspector(), media, failed));
  const command = ds.add(new Inspector(commandInspector(folders), media, failed));
  const window = { folders, registration, flagStore, decisions, decisionsTree, decisionsView, questions };
  const commands = commandsOf({ ...window, installer, previews, lost, documents, routing, command, person, log });
  for (const one of commands) ds.add(registered(one, log));
  void host.start();

  return {
    folders,
    registration,
    flagStore,
    decisions,
    flagsTree,
    decisionsTree,
    questionsTree,
    hooksTree,
    statusBar,
    person,
  };
}
