import * as vscode from 'vscode';

/** What is used here of what the editor's git extension offers to others. */
interface Git {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}

interface Repository {
  readonly state: Readonly<Record<'workingTreeChanges' | 'indexChanges' | 'mergeChanges', readonly Change[]>>;
  status(): Promise<void>;
}

interface Change {
  readonly uri: vscode.Uri;
}

/**
 * Opens both sides of a file's change, as git's own view does. Where git has nothing to compare, the file alone is
 * opened: it may have been committed since, or belong to no repository.
 */
export async function openChange(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand((await seenByGit(uri)) ? 'git.openChange' : 'vscode.open', uri);
}

/**
 * Does git's view list the file? Asked first, as its command does nothing without a word where it does not. The view may
 * be seconds behind the files: then it is brought up to date.
 */
async function seenByGit(uri: vscode.Uri): Promise<boolean> {
  try {
    const git = await vscode.extensions.getExtension<Git>('vscode.git')?.activate();
    const repository = git?.getAPI(1).getRepository(uri);
    if (repository == null) return false;
    if (listed(repository, uri)) return true;
    await repository.status();
    return listed(repository, uri);
  } catch {
    // Git is switched off, or there is none on this machine.
    return false;
  }
}

function listed({ state }: Repository, uri: vscode.Uri): boolean {
  const text = uri.toString();
  return [...state.workingTreeChanges, ...state.indexChanges, ...state.mergeChanges].some(
    (change) => change.uri.toString() === text,
  );
}
