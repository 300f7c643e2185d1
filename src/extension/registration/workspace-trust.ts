import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import {
  trustedWorkspaces,
  trustList,
  withoutWorkspace,
  withWorkspace,
  workspaceOf,
  trustSubject,
  withTrust,
} from '../../hooks/configuration/trust';
import { whoIsHere, noteAct } from '../platform/person';
import { DisposableOwner } from '../platform/disposables';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { Env } from '../../hooks/project/home';

/** Writes down for the hooks which folders the editor trusts, and removes its entries for folders that it no longer trusts. */
export class WorkspaceTrust extends DisposableOwner {
  constructor(
    private readonly folders: OpenFolders,
    private readonly env: Env,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.ds.add(folders.onDidChange(() => void this.settle()));
    this.ds.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void this.settle()));
  }

  /** Resolves when the hooks know. */
  async settle(): Promise<void> {
    try {
      const folders = new Set(this.folders.all.map(({ place }) => workspaceOf(place)));
      for (const folder of folders) await this.settleOne(folder, vscode.workspace.isTrusted);
    } catch (error) {
      this.failed(error);
    }
  }

  private async settleOne(folder: string, trusted: boolean): Promise<void> {
    const known = trustedWorkspaces(this.env).find((entry) => entry.folder === folder);
    // Trust that was given in a terminal is not revoked here.
    if (trusted ? known !== undefined : known?.editor !== true) return;
    const entry = { folder, by: whoIsHere(), at: Date.now(), editor: true as const };
    await trustList(this.env).update((list) => (trusted ? withWorkspace(list, entry) : withoutWorkspace(list, folder)));
  }
}

/** Writes down that a person lets this file, with exactly this text, loosen what guards them. */
export async function trustConfiguration(folder: Folder, file: string): Promise<void> {
  const { env, clock } = folder.services;
  const subject = trustSubject(folder.place, file, readFileSync(file, 'utf8'));
  const entry = { ...subject, by: whoIsHere(), at: clock.now() };
  await trustList(env).update((now) => withTrust(now, entry));
  noteAct(folder, 'trust', subject.file);
}
