import * as vscode from 'vscode';
import { allGates } from '../../hooks/pipeline/catalog';
import type { Disposable } from '../platform/disposables';

const scheme = 'gatehouse-schema';

/** The schema of `gatehouse.json`, made from the catalog when the JSON editor asks for it. */
export function registerConfigSchema(): Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async () => {
      const { jsonSchema } = await import('../../hooks/project/json-schema');
      const gates = (await allGates()).map(({ gate }) => gate);
      return JSON.stringify(jsonSchema(gates));
    },
  });
}
