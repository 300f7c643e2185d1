import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import { Emitter } from '../platform/emitter';
import { Folder, type Surroundings } from './folder';

/** The worktrees that this window shows, each once: two workspace folders of one worktree share their state. */
export class OpenFolders implements Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new Emitter<readonly Folder[]>());
  readonly onDidChange = this.didChangeEmitter.event;
  private folders: readonly Folder[] = [];

  constructor(private readonly surroundings: Surroundings) {
    this.folders = this.read();
    this.ds.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.folders = this.read();
        this.didChangeEmitter.fire(this.folders);
      }),
    );
  }

  get all(): readonly Folder[] {
    return this.folders;
  }

  /** The folder that a file belongs to: the innermost worktree around it. */
  of(uri: vscode.Uri | undefined): Folder | undefined {
    if (uri?.scheme !== 'file') return undefined;
    return this.folders
      .filter(({ root }) => uri.fsPath === root || uri.fsPath.startsWith(`${root}/`))
      .sort((one, other) => other.root.length - one.root.length)[0];
  }

  /** The folder of the active editor, or the only one, or the first. */
  get active(): Folder | undefined {
    return this.of(vscode.window.activeTextEditor?.document.uri) ?? this.folders[0];
  }

  private read(): readonly Folder[] {
    const byRoot = new Map(this.folders.map((folder) => [folder.root, folder]));
    const found = new Map<string, Folder>();
    for (const { uri, name } of vscode.workspace.workspaceFolders ?? []) {
      if (uri.scheme !== 'file') continue;
      const folder = new Folder(name, uri.fsPath, this.surroundings);
      const known = byRoot.get(folder.root);
      if (!found.has(folder.root)) found.set(folder.root, known?.name === name ? known : folder);
    }
    return [...found.values()];
  }

  dispose(): void {
    this.ds.dispose();
  }
}
