import * as vscode from 'vscode';
import type { Disposable } from '../platform/disposables';

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
