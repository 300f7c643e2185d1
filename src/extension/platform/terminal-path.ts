import path from 'node:path';
import * as vscode from 'vscode';
import { gatehouseHome, type Env } from '../../hooks/project/home';

/** Puts `gatehouse` on the PATH of the editor's terminals, so that commands in messages can be typed there. */
export function putOnTerminalPath(variables: vscode.EnvironmentVariableCollection, env: Env): void {
  const bin = path.join(gatehouseHome(env), 'bin');
  variables.description = vscode.l10n.t('Makes the `gatehouse` command available.');
  variables.append('PATH', `${path.delimiter}${bin}`);
}
