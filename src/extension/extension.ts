import path from 'node:path';
import * as vscode from 'vscode';
import type { Scope } from '../hooks/install/scope';
import { type Env, gatehouseHome } from '../hooks/project/home';
import type { LazyParts } from './commands';
import { registered } from './commands/command';
import { WorkspaceTrust } from './registration/workspace-trust';
import { EditorModels } from './host/editor-models';
import { WarmHost } from './host/warm-host';
import { ChangedFiles, ReviewFindings } from './language/review-marks';
import { ConfigProblems, registerConfigSchema } from './language/config-problems';
import { Language } from './language/language';
import { openNotices } from './notices';
import { Disposables } from './platform/disposables';
import { setTranslator, t } from './platform/text';
import { personAtWindow as person, preferences } from './platform/person';
import type { Folder } from './store/folder';
import { openStores } from './stores';
import { TestRuns } from './tests/test-runs';
import { TraceDocuments } from './trace/trace-documents';
import { openViews } from './views';
import { messageOf } from '../hooks/project/text';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** What the tests in the extension host look at. */
export type Parts = ReturnType<typeof assemble>;

export function activate(context: vscode.ExtensionContext): Parts | undefined {
  const parts = assemble(context);
  if (context.extensionMode === vscode.ExtensionMode.Test) return parts;
  void welcome(context);
  return undefined;
}

function assemble(context: vscode.ExtensionContext) {
  const ds = new Disposables();
  context.subscriptions.push(ds);
  setTranslator((text, ...parts) => vscode.l10n.t(text, ...parts));
  const log = ds.add(vscode.window.createOutputChannel('Gatehouse', { log: true }));
  const failed = (error: unknown) => log.warn(messageOf(error));
  const stores = ds.add(openStores(process.env, failed));
  const { folders, registration, config, flagModel } = stores;
  const views = ds.add(openViews(stores, person, failed));

  const documents = ds.add(new TraceDocuments());
  ds.add(new ChangedFiles(folders, flagModel));
  ds.add(new ConfigProblems(folders, config));
  ds.add(registerConfigSchema());
  ds.add(new Language(folders, config, failed));

  const reinstall = async (folder: Folder, scope: Scope) => {
    const { installer } = await lazyParts();
    await installer.reinstall(folder, scope);
    await registration.refresh(folder);
  };
  const { lost } = ds.add(openNotices(stores, reinstall, person));
  const mayRun = () => vscode.workspace.isTrusted && preferences.keepWarm();
  const logInfo = (line: string) => log.info(line);
  const started = () => views.hooksTree.refresh();
  const host = ds.add(new WarmHost(folders, registration, process.env, mayRun, logInfo, started));

  ds.add(new ReviewFindings(folders, stores.decisions, flagModel, failed));
  const testRuns = ds.add(new TestRuns(folders, flagModel, failed));
  let opening: Promise<LazyParts> | undefined;
  const lazyParts = () =>
    (opening ??= import(/* webpackChunkName: "late" */ './commands').then(({ openLazyParts }) =>
      ds.add(openLazyParts(context, { ...stores, ...views, lost, documents, testRuns, person, log })),
    ));
  const { version, contributes } = context.extension.packageJSON as Manifest;
  for (const { command } of contributes.commands) ds.add(registered(command, lazyParts, person, log));
  putOnTerminalPath(context.environmentVariableCollection, process.env);
  const trust = ds.add(new WorkspaceTrust(folders, process.env, failed));
  const mayLend = () => vscode.workspace.isTrusted && preferences.editorModels();
  const models = ds.add(new EditorModels(process.env, version, mayLend, failed));
  // Parts that are not visible start after the editor has settled.
  const turn = setImmediate(() => {
    void host.start();
    void trust.settle();
    void models.settle();
    void stores.damage.refresh();
  });
  ds.add({ dispose: () => clearImmediate(turn) });

  return { ...stores, ...views, person, lazyParts };
}

/** Puts `gatehouse` on the PATH of the editor's terminals, so that commands in messages can be typed there. */
function putOnTerminalPath(variables: vscode.EnvironmentVariableCollection, env: Env): void {
  const bin = path.join(gatehouseHome(env), 'bin');
  variables.description = t('Makes the `gatehouse` command available.');
  variables.append('PATH', `${path.delimiter}${bin}`);
}

const welcomed = 'welcomed';

/** Opens the Gatehouse view beside the walkthrough, once, unless the editor is set to open without a start page. */
async function welcome(context: Pick<vscode.ExtensionContext, 'globalState' | 'extension'>): Promise<void> {
  if (context.globalState.get(welcomed) === true || vscode.workspace.workspaceFolders === undefined) return;
  if (vscode.workspace.getConfiguration('workbench').get('startupEditor') === 'none') return;
  await context.globalState.update(welcomed, true);
  const walkthrough = `${context.extension.id}#start`;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  await vscode.commands.executeCommand('workbench.view.extension.gatehouse');
}
