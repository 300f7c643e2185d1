import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { projectHome } from '../../../src/hooks/project/home';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { record, trace } from '../support/traces';
import { untilTree } from '../support/tree';
import { env, folder } from '../support/workspace';

describe('worktrees of one repository', () => {
  let all: Parts;
  const other = () => path.join(path.dirname(folder()), 'till-fix');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder(), env: env() });

  before(async () => {
    all = await parts();
    all.person.tell = () => Promise.resolve(undefined);
    all.person.warn = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    rmSync(path.join(folder(), '.claude'), { recursive: true, force: true });
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await vscode.commands.executeCommand('gatehouse.flags.focus');
  });
  after(async () => {
    git('worktree', 'prune');
    rmSync(other(), { recursive: true, force: true });
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    rmSync(path.join(folder(), '.claude'), { recursive: true, force: true });
  });

  const alone = `
    Code review · not run  $(circle-large-outline)
    Doc review · not run  $(circle-large-outline)
    Precommit · not run  $(circle-large-outline)
    Tests · not run  $(circle-large-outline)
    Verification · not run  $(circle-large-outline)
    `;

  it('take no room while no agent has worked in them', async () => {
    git('worktree', 'add', '--quiet', '-b', 'fix', other());
    await untilTree(all.flagsTree, alone);
  });

  it('have a section each from the first call of an agent on, with their branch', async () => {
    record(projectHome(process.env, other()), trace({ subject: 'ls' }));
    await untilTree(
      all.flagsTree,
      `
      till · main  $(root-folder)
        Code review · not run  $(circle-large-outline)
        Doc review · not run  $(circle-large-outline)
        Precommit · not run  $(circle-large-outline)
        Tests · not run  $(circle-large-outline)
        Verification · not run  $(circle-large-outline)
      till-fix · fix  $(worktree)
        Code review · not run  $(circle-large-outline)
        Doc review · not run  $(circle-large-outline)
        Precommit · not run  $(circle-large-outline)
        Tests · not run  $(circle-large-outline)
        Verification · not run  $(circle-large-outline)
      `,
    );
    await picture('worktrees');
  });

  it('go when they are removed', async () => {
    git('worktree', 'remove', '--force', other());
    await untilTree(all.flagsTree, alone);
    assert.equal(all.folders.all.length, 1);
  });
});
