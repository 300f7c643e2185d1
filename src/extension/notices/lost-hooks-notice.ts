import * as vscode from 'vscode';
import type { Scope } from '../../hooks/install/scope';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { RegistrationStore } from '../registration/registration-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';

export type Reinstall = (folder: Folder, scope: Scope) => Promise<void>;

/** Says when hooks that were registered are gone, and this window did not remove them. */
export class LostHooksNotice implements Disposable {
  private readonly ds = new Disposables();
  private readonly known = new Map<Folder, Scope | undefined>();
  private expected = false;

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    const remember = () => {
      for (const folder of folders.all) this.known.set(folder, this.scopeOf(folder));
    };
    remember();
    this.ds.add(folders.onDidChange(remember));
    this.ds.add(registration.onDidChange((folder) => void this.changed(folder)));
  }

  /** Runs work that takes hooks out on a person's word. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.expected = true;
    try {
      return await work();
    } finally {
      this.expected = false;
    }
  }

  private async changed(folder: Folder): Promise<void> {
    const before = this.known.get(folder);
    const now = this.scopeOf(folder);
    this.known.set(folder, now);
    if (before === undefined || now !== undefined || this.expected || !this.folders.all.includes(folder)) return;
    const repair = vscode.l10n.t('Install Again');
    const text = vscode.l10n.t('Gatehouse hooks were removed from {0}. The agent is unguarded.', folder.name);
    if ((await this.person.warn(text, repair)) !== repair) return;
    try {
      await this.reinstall(folder, before);
    } catch (error) {
      await this.person.warn(error instanceof Error ? error.message : String(error));
    }
  }

  private scopeOf(folder: Folder): Scope | undefined {
    return this.registration.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
  }

  dispose(): void {
    this.ds.dispose();
  }
}
