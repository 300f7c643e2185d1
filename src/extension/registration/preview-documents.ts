import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';

export const previewScheme = 'gatehouse-preview';

/** Two texts of one file side by side, as they were when they were shown: every showing has addresses of its own. */
export class PreviewDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly ds = new Disposables();
  private readonly texts = new Map<string, string>();
  private shown = 0;

  constructor() {
    this.ds.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.ds.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())));
  }

  async compare(file: string, before: string, after: string, title: string): Promise<void> {
    this.shown += 1;
    const sides = [this.put('before', file, before), this.put('after', file, after)];
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: true });
  }

  /** A text beside the file as it is, and stays editable; beside nothing where it is missing. */
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

  dispose(): void {
    this.ds.dispose();
  }
}
