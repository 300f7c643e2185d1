import * as vscode from 'vscode';
import type { Change } from '../../hooks/install/settings-file';
import type { Person } from '../platform/person';
import { previewScheme, type PreviewDocuments } from './preview-documents';

/** Shows a change of a file before it is written, and asks. Title buttons of the diff answer as the question does. */
export class ChangeReview {
  private answer: ((yes: boolean) => void) | undefined;

  constructor(
    private readonly previews: PreviewDocuments,
    private readonly person: Person,
  ) {}

  /** True where the person wants the change, and where there is none to show. */
  async accepts(
    change: Change & { readonly file: string },
    title: string,
    question: string,
    yes: string,
  ): Promise<boolean> {
    if (change.before === change.after) return true;
    // A question that was left open is answered by the next one.
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
