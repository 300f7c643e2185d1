import * as vscode from 'vscode';
import type { Change } from '../../hooks/install/settings-file';
import { DisposableOwner } from '../platform/disposables';
import type { Person } from '../platform/person';

const previewScheme = 'gatehouse-preview';

/** Two texts of one file side by side. Each diff has its own addresses, so that an open one never changes. */
export class PreviewDocuments extends DisposableOwner implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private shown = 0;

  constructor() {
    super();
    this.ds.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.ds.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())));
  }

  async compare(file: string, before: string, after: string, title: string): Promise<void> {
    this.shown += 1;
    const sides = [this.put('before', file, before), this.put('after', file, after)];
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: true });
  }

  /** A text beside the current file, which stays editable; beside nothing if the file is missing. */
  async compareWithFile(file: string, text: string, missing: boolean, title: string): Promise<void> {
    this.shown += 1;
    const now = missing ? this.put('after', file, '') : vscode.Uri.file(file);
    await vscode.commands.executeCommand('vscode.diff', this.put('before', file, text), now, title, { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  private put(side: string, file: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: previewScheme, authority: side, path: file, query: String(this.shown) });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

/** Shows a change of a file before it is written, and asks. Title buttons of the diff answer as the question does. */
export class ChangeReview {
  private answer: ((yes: boolean) => void) | undefined;

  constructor(
    private readonly previews: PreviewDocuments,
    private readonly person: Person,
  ) {}

  /** True if the person accepts the change, or if there is none to show. */
  async accepts(
    change: Change & { readonly file: string },
    title: string,
    question: string,
    yes: string,
  ): Promise<boolean> {
    if (change.before === change.after) return true;
    // A new question dismisses one that is still open.
    this.settle(false);
    await this.previews.compare(change.file, change.before ?? '', change.after ?? '', title);
    await this.setReviewing(true);
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.answer = resolve;
        this.person.review(question, yes).then(resolve, reject);
      });
    } finally {
      this.answer = undefined;
      await this.setReviewing(false);
      await closePreviews();
    }
  }

  settle(yes: boolean): void {
    this.answer?.(yes);
  }

  private async setReviewing(is: boolean): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'gatehouse.reviewing', is);
  }
}

async function closePreviews(): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === previewScheme);
  await vscode.window.tabGroups.close(tabs);
}
