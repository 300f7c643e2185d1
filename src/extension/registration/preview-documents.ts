import path from 'node:path';
import * as vscode from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';

const scheme = 'gatehouse-preview';

/** What a settings file would become, beside what it is. */
export class PreviewDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly ds = new Disposables();
  private readonly texts = new Map<string, string>();
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.didChangeEmitter.event;

  constructor() {
    this.ds.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  async compare(file: string, before: string, after: string): Promise<void> {
    const now = this.put('now', file, before);
    const then = this.put('with-hooks', file, after);
    const title = vscode.l10n.t('{0}: now ↔ with hooks', path.basename(file));
    await vscode.commands.executeCommand('vscode.diff', now, then, title, { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  private put(side: string, file: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, authority: side, path: file });
    this.texts.set(uri.toString(), text);
    this.didChangeEmitter.fire(uri);
    return uri;
  }

  dispose(): void {
    this.ds.dispose();
  }
}
