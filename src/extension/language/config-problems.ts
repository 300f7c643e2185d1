import * as vscode from 'vscode';
import { allGates } from '../../hooks/pipeline/catalog';
import { effectiveConfig } from '../../hooks/configuration/effective';
import { personHome } from '../../hooks/project/home';
import { type Disposable, DisposableOwner } from '../platform/disposables';
import type { ConfigStore } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';

/** Marks what has no effect in a configuration file, and says why. */
export class ConfigProblems extends DisposableOwner {
  private readonly collection = this.ds.add(vscode.languages.createDiagnosticCollection('gatehouse'));

  constructor(
    private readonly folders: OpenFolders,
    config: ConfigStore,
  ) {
    super();
    this.ds.add(config.onDidChange(() => void this.check()));
    this.ds.add(folders.onDidChange(() => void this.check()));
    // When the editor reloads a file from disk, it moves the marks with the replaced text. Shortly afterwards the document
    // counts as saved.
    this.ds.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!this.collection.has(document.uri)) return;
        setTimeout(() => {
          if (!document.isDirty) void this.check();
        }, 100);
      }),
    );
    void this.check();
  }

  private async check(): Promise<void> {
    const byFile = new Map<string, vscode.Diagnostic[]>();
    // Most folders have no configuration, so no gate is loaded.
    const configured = this.folders.all.filter((folder) => folder.config.layers.length > 0);
    const gates = configured.length === 0 ? [] : (await allGates()).map(({ gate }) => gate);
    for (const folder of configured) {
      const at = { root: folder.root, home: personHome(folder.services.env) };
      const problems = [
        ...effectiveConfig(folder.config, gates).problems,
        ...(await (await import('../../hooks/library')).problemsOfRules(folder.config.layers, at)),
      ];
      for (const { file, line, column, length, message } of problems) {
        if (line === 0) continue;
        const range = new vscode.Range(line - 1, column, line - 1, column + length);
        const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
        diagnostic.source = 'Gatehouse';
        byFile.set(file, [...(byFile.get(file) ?? []), diagnostic]);
      }
    }
    this.collection.clear();
    for (const [file, diagnostics] of byFile) this.collection.set(this.folders.uriOf(file), diagnostics);
  }
}

const scheme = 'gatehouse-schema';

/** The schema of `gatehouse.json`, made from the catalog when the JSON editor asks for it. */
export function registerConfigSchema(): Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async () => {
      const { configSchema } = await import('../../hooks/library');
      return JSON.stringify(await configSchema());
    },
  });
}
