import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableOwner } from '../platform/disposables';
import type { FlagModel } from '../store/flag-model';
import type { OpenFolders } from '../store/open-folders';

/** Marks files that changed since the review that had passed on them. */
export class ChangedFiles extends DisposableOwner implements vscode.FileDecorationProvider {
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<vscode.Uri[]>());
  readonly onDidChangeFileDecorations = this.didChangeEmitter.event;
  private readonly marks = new Map<string, string>();

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagModel,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ state }) =>
        state.changed !== undefined || this.marks.size > 0 ? this.update() : undefined,
      ),
    );
    this.ds.add(folders.onDidChange(() => this.update()));
    this.ds.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const flag = uri.scheme === 'file' ? this.marks.get(uri.fsPath) : undefined;
    if (flag === undefined) return undefined;
    return { badge: '⟳', tooltip: vscode.l10n.t('changed since: {0}', flag), propagate: false };
  }

  private update(): void {
    const before = new Set(this.marks.keys());
    this.marks.clear();
    for (const folder of this.folders.all) {
      for (const flag of this.flags.flagsOf(folder)) {
        for (const file of this.flags.state(folder, flag)?.changed ?? []) {
          const { fsPath } = this.folders.uriOf(path.join(folder.root, file));
          const known = this.marks.get(fsPath);
          const title = flag.title.toLowerCase();
          this.marks.set(fsPath, known === undefined ? title : `${known}, ${title}`);
        }
      }
    }
    const touched = new Set([...before, ...this.marks.keys()]);
    if (touched.size > 0) this.didChangeEmitter.fire([...touched].map((file) => vscode.Uri.file(file)));
  }
}
