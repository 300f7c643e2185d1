import * as vscode from 'vscode';

const key = 'welcomed';

/** Opens the Gatehouse view beside the walkthrough, once, unless the editor is set to open without a start page. */
export async function welcome(context: Pick<vscode.ExtensionContext, 'globalState' | 'extension'>): Promise<void> {
  if (context.globalState.get(key) === true || vscode.workspace.workspaceFolders === undefined) return;
  if (vscode.workspace.getConfiguration('workbench').get('startupEditor') === 'none') return;
  await context.globalState.update(key, true);
  const walkthrough = `${context.extension.id}#start`;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  await vscode.commands.executeCommand('workbench.view.extension.gatehouse');
}
