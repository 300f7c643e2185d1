import path from 'node:path';
import { gate, context, deny, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { claudeHome } from '../../project/home';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits, type FileEdit } from '../../source/file-edits';
import { isOwnSource } from '../../source/file-kind';
import { readText } from '../../project/read-file';
import { isProtected } from '../../session/facts';

/** Keeps source edits off protected branches. */
export const branchGuard = gate({
  id: 'branch-guard',
  title: 'Branch guard',
  summary: 'Blocks writes to source files while a protected branch is checked out.',
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  async decide(call, site) {
    const edits = (await fileEdits(call, site)).filter((edit) => isOwnSource(edit.kind));
    for (const edit of edits) {
      const ruling = checkBranch(edit, site.at(path.dirname(edit.kind.path)));
      if (ruling !== undefined) return ruling;
    }
    return pass(edits.length === 0 ? 'no source file is written' : 'no protected branch is checked out there');
  },
});

function checkBranch(edit: FileEdit, there: Site): Ruling | undefined {
  const { git } = there;
  if (git === undefined || isAgentHome(there)) return undefined;
  const branch = git.branch() ?? branchBeingRebased(git.repository.gitDir);
  const file = path.relative(there.root, edit.kind.path);
  if (branch === undefined) {
    const text = `HEAD is detached in ${there.root}: a commit of ${file} would belong to no branch. 'git switch -c <name>' makes one.`;
    return context(text, 'HEAD is detached');
  }
  if (!isProtected(branch, there)) return undefined;
  return deny(
    'protected-branch',
    `${file} is source, and ${there.root} has the protected branch '${branch}' checked out.`,
    {
      part: edit.kind.path,
      instead: `Work in a separate worktree: 'git worktree add .worktrees/<name> -b <name>', then write the file there. Do not use another way to write it here.`,
    },
  );
}

/** While a rebase stops for conflicts HEAD is detached, and the branch's name is kept aside. */
function branchBeingRebased(gitDir: string): string | undefined {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = readText(path.join(gitDir, folder, 'head-name'));
    if (name !== undefined) return name.trim().replace('refs/heads/', '');
  }
  return undefined;
}

/** The agent's configuration folder is often a repository with one branch, but no project. */
const isAgentHome = (site: Site): boolean => path.resolve(claudeHome(site.env)) === site.root;
