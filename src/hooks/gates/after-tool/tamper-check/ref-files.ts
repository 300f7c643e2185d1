import path from 'node:path';
import { entriesIn } from '../../../project/read-file';
import type { Repository } from '../../../project/place';
import { worktreeFolders } from '../../../project/place';

/** Repositories with more branches in files of their own are rare, and every call looks at them. */
const mostFiles = 300;

/** Where git keeps what its branches and worktrees stand on; a folder's times change when a file in it is replaced. */
export function refFiles({ gitDir, commonDir }: Repository): readonly string[] {
  const folders = [commonDir, ...worktreeFolders(commonDir)];
  const branches = branchFiles(path.join(commonDir, 'refs', 'heads'));
  return [
    path.join(gitDir, 'HEAD'),
    path.join(commonDir, 'packed-refs'),
    path.join(commonDir, 'reftable', 'tables.list'),
    ...folders.map((folder) => path.join(folder, 'HEAD')),
    ...branches,
  ];
}

function branchFiles(top: string): readonly string[] {
  const folders = [top];
  const files: string[] = [];
  for (const folder of folders) {
    for (const entry of entriesIn(folder)) {
      (entry.isDirectory() ? folders : files).push(path.join(folder, entry.name));
    }
  }
  return [...folders, ...files.slice(0, mostFiles)];
}
