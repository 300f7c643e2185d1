import * as vscode from 'vscode';

/** The open folders' paths, in the order of the workspace. They are real git repositories; suites may change them. */
export const folders = (): readonly string[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);

export function folder(index = 0): string {
  const path = folders()[index];
  if (path === undefined) throw new Error(`the workspace has no folder ${index}`);
  return path;
}

/**
 * The environment for programs that a suite starts: the fresh one that the editor itself runs in, so that both see the
 * same GATEHOUSE_HOME.
 */
export function env(): Readonly<Record<string, string>> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'GATEHOUSE_HOME', 'CLAUDE_CONFIG_DIR'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}
