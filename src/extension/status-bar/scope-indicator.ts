import * as vscode from 'vscode';
import { scopeFileName } from '../../hooks/scope/session-scope';
import { shownLimit } from '../commands/scope';
import { Disposables, type Disposable } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import type { OpenFolders } from '../store/open-folders';
import { PerFolder } from '../store/folder';
import { Indicator } from './indicator';

/** Shows in the status bar which folders the agent is limited to, while there is a limit. */
export class ScopeIndicator implements Disposable {
  private readonly ds = new Disposables();
  private readonly item = this.ds.add(new Indicator('gatehouse.scope', 'Gatehouse: Limit of the Agent', 59));

  constructor(
    private readonly folders: OpenFolders,
    failed: (error: unknown) => void,
  ) {
    const watches = this.ds.add(
      new PerFolder((folder) => {
        const heard = (name: string | undefined) => {
          if (name === undefined || name === scopeFileName) this.paint();
        };
        return new FolderWatch(folder.home, heard, failed);
      }),
    );
    const follow = () => {
      watches.follow(folders.all);
      this.paint();
    };
    this.ds.add(folders.onDidChange(follow));
    this.ds.add(vscode.window.onDidChangeActiveTextEditor(() => this.paint()));
    follow();
  }

  get text(): string {
    return this.item.text;
  }

  private paint(): void {
    const folder = this.folders.active;
    const limit = folder === undefined ? undefined : shownLimit(folder);
    if (folder === undefined || limit === undefined) {
      this.item.hide();
      return;
    }
    const label = vscode.l10n.t('The agent is limited to {0}', limit);
    this.item.show({
      text: `$(lock) ${limit}`,
      tooltip: vscode.l10n.t(
        '{0} in {1}. Edits and shell writes elsewhere are blocked. Click to lift the limit.',
        label,
        folder.name,
      ),
      label,
      background: undefined,
      command: { command: 'gatehouse.liftLimit', title: vscode.l10n.t('Lift Limit'), arguments: [folder.root] },
    });
  }

  dispose(): void {
    this.ds.dispose();
  }
}
