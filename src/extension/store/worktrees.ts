import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectHome } from '../../hooks/project/home';
import type { Place } from '../../hooks/project/place';
import { readText } from '../../hooks/project/read-file';

type Env = Readonly<Record<string, string | undefined>>;

/** The other worktrees of a folder's repository in which an agent has worked: those that hooks keep something for. */
export function workedIn(env: Env, { root, repository }: Place): readonly string[] {
  if (repository === undefined) return [];
  const { commonDir } = repository;
  const main = path.basename(commonDir) === '.git' ? [path.dirname(commonDir)] : [];
  return [...main, ...linkedWorktrees(commonDir)].filter(
    (other) => other !== root && existsSync(path.join(other, '.git')) && existsSync(projectHome(env, other)),
  );
}

/** As git keeps them: one folder each, with a file that names the worktree's own `.git`. */
function linkedWorktrees(commonDir: string): readonly string[] {
  const folder = path.join(commonDir, 'worktrees');
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name) => linkedWorktree(path.join(folder, name, 'gitdir')));
  } catch {
    return [];
  }
}

function linkedWorktree(file: string): readonly string[] {
  const named = readText(file)?.trim() ?? '';
  return named === '' ? [] : [path.dirname(path.resolve(path.dirname(file), named))];
}
