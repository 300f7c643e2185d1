import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { FlagStore } from '../store/flag-store';
import type { Folder } from '../store/folder';

/** Says when work waits for a person's word: once, until the word was given. */
export class ProofNotice implements Disposable {
  private readonly ds = new Disposables();
  private readonly asked = new Set<Folder>();

  constructor(
    flags: FlagStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        if (flag.id !== 'proof') return;
        if (state.hold !== 'block') this.asked.delete(folder);
        else if (!this.asked.has(folder)) void this.ask(folder);
      }),
    );
  }

  private async ask(folder: Folder): Promise<void> {
    if (!this.wanted()) return;
    this.asked.add(folder);
    const verify = vscode.l10n.t('Verify…');
    const text = vscode.l10n.t('The work in {0} is ready for you to verify.', folder.name);
    if ((await this.person.tell(text, verify)) === verify) {
      await vscode.commands.executeCommand('gatehouse.verifyProof', folder.root);
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}
