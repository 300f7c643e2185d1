import * as vscode from 'vscode';
import type { Scope } from '../../hooks/install/scope';
import { DisposableOwner } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { RegistrationStore } from '../registration/registration-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { messageOf } from '../../hooks/project/text';

export type Reinstall = (folder: Folder, scope: Scope) => Promise<void>;

/** If an agent's call removed the hooks, Gatehouse restores them itself and raises an alarm. */
const restoreMs = 2_000;

/** Says when hooks that were registered are gone, and this window did not remove them; and when they are back. */
export class LostHooksNotice extends DisposableOwner {
  private readonly known = new Map<Folder, Scope | undefined>();
  /** Where the notice is still open. */
  private readonly missed = new Set<Folder>();
  private expected = false;

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    super();
    const noteScope = () => {
      for (const folder of folders.all) this.known.set(folder, this.scopeOf(folder));
    };
    noteScope();
    this.ds.add(folders.onDidChange(noteScope));
    this.ds.add(registration.onDidChange((folder) => this.changed(folder)));
  }

  /** Runs work that removes hooks because the person asked for it, so that no notice appears. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.expected = true;
    try {
      return await work();
    } finally {
      this.expected = false;
    }
  }

  private changed(folder: Folder): void {
    const before = this.known.get(folder);
    const now = this.scopeOf(folder);
    this.known.set(folder, now);
    if (now !== undefined) this.tellBack(folder);
    else if (before !== undefined && !this.expected) setTimeout(() => void this.tellLost(folder, before), restoreMs);
  }

  private async tellLost(folder: Folder, before: Scope): Promise<void> {
    if (this.isRegistered(folder) || !this.folders.all.includes(folder)) return;
    this.missed.add(folder);
    const repair = vscode.l10n.t('Install Again');
    const text = vscode.l10n.t('Gatehouse hooks were removed from {0}. The agent is unguarded.', folder.name);
    const choice = await this.person.warn(text, repair);
    this.missed.delete(folder);
    if (choice !== repair || this.isRegistered(folder)) return;
    try {
      await this.reinstall(folder, before);
    } catch (error) {
      await this.person.warn(messageOf(error));
    }
  }

  /** An open notification cannot be closed, so another one corrects it. */
  private tellBack(folder: Folder): void {
    if (!this.missed.delete(folder)) return;
    void this.person.tell(vscode.l10n.t('Gatehouse hooks are back in {0}. The agent is guarded.', folder.name));
  }

  private isRegistered(folder: Folder): boolean {
    return this.scopeOf(folder) !== undefined;
  }

  private scopeOf(folder: Folder): Scope | undefined {
    return this.registration.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
  }
}
