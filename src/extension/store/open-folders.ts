import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { attempt } from '../../hooks/project/functions';
import { gatehouseHome, projectHome, type Env } from '../../hooks/project/home';
import { Coalescer } from '../platform/coalescer';
import { Emitter, DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { Folder, type FolderServices } from './folder';
import { isWithin, linkedWorktrees, type Place } from '../../hooks/project/place';

const pace = { quietMs: 100, maxWaitMs: 1_000 };

/**
 * The worktrees that this window shows, each once: two workspace folders of one worktree share their state. After a
 * folder come the other worktrees of its repository in which an agent has worked.
 */
export class OpenFolders extends DisposableOwner {
  private readonly didChangeEmitter = this.ds.add(new Emitter<readonly Folder[]>());
  readonly onDidChange = this.didChangeEmitter.event;
  private folders: readonly Folder[] = [];
  private links: readonly OpenedLink[] = [];
  private readonly watched = new Set<string>();
  private readonly updates = this.ds.add(new Coalescer(() => this.update(), pace));

  constructor(
    private readonly services: FolderServices,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.folders = this.read();
    this.watchWorktrees();
    this.ds.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.update()));
    // The first hook in a worktree makes a folder there.
    const projects = path.join(gatehouseHome(services.env), 'projects');
    this.ds.add(new FolderWatch(projects, () => this.updates.request(), failed));
  }

  get all(): readonly Folder[] {
    return this.folders;
  }

  /** The folder that a file belongs to: the innermost worktree around it. */
  of(uri: vscode.Uri | undefined): Folder | undefined {
    if (uri?.scheme !== 'file') return undefined;
    const file = this.pathOf(uri);
    return this.folders
      .filter(({ root }) => isWithin(file, root))
      .sort((one, other) => other.root.length - one.root.length)[0];
  }

  /** The path of a file that the editor shows, as hooks know it. */
  pathOf({ fsPath }: vscode.Uri): string {
    const link = this.links.find(({ opened }) => isWithin(fsPath, opened));
    return link === undefined ? fsPath : path.join(link.real, path.relative(link.opened, fsPath));
  }

  /** The address under which the editor shows a file of a project. */
  uriOf(file: string): vscode.Uri {
    const link = this.links.find(({ real }) => isWithin(file, real));
    return vscode.Uri.file(link === undefined ? file : path.join(link.opened, path.relative(link.real, file)));
  }

  /** The folder of the active editor, or the only one, or the first. */
  get active(): Folder | undefined {
    return this.of(vscode.window.activeTextEditor?.document.uri) ?? this.folders[0];
  }

  private update(): void {
    const before = this.folders;
    this.folders = this.read();
    this.watchWorktrees();
    if (this.folders.length === before.length && this.folders.every((folder, index) => folder === before[index]))
      return;
    this.didChangeEmitter.fire(this.folders);
  }

  /** Git has a folder for each linked worktree, so this tells when one is added or removed. */
  private watchWorktrees(): void {
    for (const { place } of this.folders) {
      if (place.repository === undefined) continue;
      const folder = path.join(place.repository.commonDir, 'worktrees');
      if (this.watched.has(folder)) continue;
      this.watched.add(folder);
      this.ds.add(new FolderWatch(folder, () => this.updates.request(), this.failed));
    }
  }

  private read(): readonly Folder[] {
    const byRoot = new Map(this.folders.map((folder) => [folder.root, folder]));
    const found = new Map<string, Folder>();
    const add = (name: string, directory: string): Folder => {
      const folder = new Folder(name, directory, this.services);
      const known = byRoot.get(folder.root);
      const kept = found.get(folder.root) ?? (known?.name === name ? known : folder);
      found.set(folder.root, kept);
      return kept;
    };
    const workspace = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    this.links = workspace.flatMap(({ uri: { fsPath: opened } }) => {
      const real = attempt(() => realpathSync.native(opened)) ?? opened;
      return real === opened ? [] : [{ opened, real }];
    });
    const open = workspace.map(({ name, uri }) => add(name, uri.fsPath));
    for (const { place } of open) {
      for (const root of workedIn(this.services.env, place)) if (!found.has(root)) add(path.basename(root), root);
    }
    return [...found.values()];
  }
}

/** A workspace folder that was opened through a symbolic link. */
interface OpenedLink {
  readonly opened: string;
  readonly real: string;
}

/** The other worktrees of a folder's repository in which an agent has worked: those that hooks keep something for. */
function workedIn(env: Env, { root, repository }: Place): readonly string[] {
  if (repository === undefined) return [];
  const { commonDir } = repository;
  const main = path.basename(commonDir) === '.git' ? [path.dirname(commonDir)] : [];
  return [...main, ...linkedWorktrees(commonDir)].filter(
    (other) => other !== root && existsSync(path.join(other, '.git')) && existsSync(projectHome(env, other)),
  );
}
