import * as vscode from 'vscode';
import type { Change } from '../../hooks/install/settings-file';
import { DisposableOwner } from '../platform/disposables';
import type { Person } from '../platform/person';
import { t } from '../platform/text';

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

  /** A tab that is not kept is replaced by the next file that is opened. */
  async compare(file: string, before: string, after: string, title: string, { keep = false } = {}): Promise<void> {
    this.shown += 1;
    const sides = [this.keepText('before', file, before), this.keepText('after', file, after)];
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: !keep });
  }

  /** A text beside the current file, which stays editable; beside nothing if the file is missing. */
  async compareWithFile(file: string, text: string, missing: boolean, title: string): Promise<void> {
    this.shown += 1;
    const now = missing ? this.keepText('after', file, '') : vscode.Uri.file(file);
    await vscode.commands.executeCommand('vscode.diff', this.keepText('before', file, text), now, title, {
      preview: true,
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  private keepText(side: string, file: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: previewScheme, authority: side, path: file, query: String(this.shown) });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

export interface ReviewedChange extends Change {
  readonly file: string;
  /** Which buttons the title of the diff has. */
  readonly kind: 'hooks' | 'rule';
  readonly title: string;
}

/**
 * Shows a change of a file before it is written, and asks. The notification that asks disappears after some seconds, so
 * buttons in the title of the diff answer, too.
 */
export class ChangeReview {
  private answer: ((yes: boolean) => void) | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly previews: PreviewDocuments,
    private readonly person: Person,
  ) {}

  /** True if the person accepts the change, or if there is none to show. `ask` is the question, unless it is a notification. */
  async accepts(
    change: ReviewedChange,
    question: string,
    yes: string,
    ask = () => this.person.review(question, yes),
  ): Promise<boolean> {
    if (change.before === change.after) return true;
    // A new question dismisses one that is still open, and waits until its diff is closed.
    this.settle(false);
    const answer = this.last.then(() => this.show(change, ask));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async show(change: ReviewedChange, ask: () => Promise<boolean>): Promise<boolean> {
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.answer = resolve;
        const answered = (yes: boolean) => {
          if (this.answer === resolve) resolve(yes);
          else if (yes) this.tellClosed();
        };
        this.open(change).then(ask).then(answered, reject);
      });
    } finally {
      this.answer = undefined;
      await this.setReviewing(undefined);
      await closePreviews();
    }
  }

  private async open({ file, before, after, kind, title }: ReviewedChange): Promise<void> {
    await this.previews.compare(file, before ?? '', after ?? '', title, { keep: true });
    await this.setReviewing(kind);
  }

  /** The answer of a button in the diff's title. No command closes one notification; a question left open is at least hidden. */
  settle(yes: boolean): void {
    if (this.answer === undefined) return;
    void vscode.commands.executeCommand('notifications.hideToasts');
    this.answer(yes);
  }

  /** A closed question stays in the notification center, where its button can still be pressed. */
  private tellClosed(): void {
    void this.person.tell(
      t('Nothing changed: this question is closed. You answered it in the editor, or began another.'),
    );
  }

  private async setReviewing(kind: ReviewedChange['kind'] | undefined): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'gatehouse.reviewing', kind);
  }
}

async function closePreviews(): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === previewScheme);
  await vscode.window.tabGroups.close(tabs);
}
