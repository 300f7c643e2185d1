import path from 'node:path';
import * as vscode from 'vscode';
import { commandsOf } from './commands';
import { registered } from './commands/command';
import { EditorModels } from './host/editor-models';
import { WarmHost } from './host/warm-host';
import { commandInspector } from './inspector/command-inspector';
import { Inspector } from './inspector/inspector';
import { routingInspector } from './inspector/routing-inspector';
import { ChangedFiles } from './language/changed-files';
import { ConfigProblems } from './language/config-problems';
import { registerConfigSchema } from './language/config-schema';
import { Language } from './language/language';
import { openNotices } from './notices';
import { Disposables } from './platform/disposables';
import { personAtWindow as person } from './platform/person';
import { preferences } from './platform/preferences';
import { HookInstaller } from './registration/hook-installer';
import { PreviewDocuments } from './registration/preview-documents';
import { openStores } from './stores';
import { TestRuns } from './tests/test-runs';
import { TraceDocuments } from './trace/trace-documents';
import { openViews } from './views';

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
  const stores = ds.add(openStores(process.env, failed));
  const { folders, registration, config, flagStore } = stores;
  const views = ds.add(openViews(stores, person));

  const documents = ds.add(new TraceDocuments());
  const previews = ds.add(new PreviewDocuments());
  const installer = new HookInstaller(path.join(context.extensionPath, 'dist', 'hooks'), process.execPath);
  ds.add(new ChangedFiles(folders, flagStore));
  ds.add(new ConfigProblems(folders, config));
  ds.add(registerConfigSchema());
  ds.add(new Language(folders, config, failed));

  const { lost } = ds.add(openNotices(stores, installer, person));
  const mayRun = () => vscode.workspace.isTrusted && preferences.keepWarm();
  const said = (line: string) => log.info(line);
  const started = () => views.hooksTree.refresh();
  const host = ds.add(new WarmHost(folders, registration, process.env, mayRun, said, started));

  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const routing = ds.add(new Inspector(routingInspector({ ...stores, person }), media, failed));
  const command = ds.add(new Inspector(commandInspector({ ...stores, person }), media, failed));
  const testRuns = ds.add(new TestRuns(folders, flagStore, failed));
  const commands = commandsOf({
    ...stores,
    ...views,
    installer,
    previews,
    lost,
    documents,
    routing,
    command,
    testRuns,
    person,
    log,
  });
  for (const one of commands) ds.add(registered(one, log));
  void host.start();
  const mayLend = () => vscode.workspace.isTrusted && preferences.editorModels();
  const version = String((context.extension.packageJSON as { version?: unknown }).version);
  void ds.add(new EditorModels(process.env, version, mayLend, failed)).settle();

  return { ...stores, ...views, person };
}
