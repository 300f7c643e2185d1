import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { parts } from '../../support/parts';
import { picture } from '../../support/picture';
import { untilTree } from '../../support/tree';
import { folder } from '../../support/workspace';

describe('the flags view of several folders', () => {
  it('has a section for each, and says where hooks are missing', async () => {
    const all = await parts();
    await vscode.commands.executeCommand('gatehouse.flags.focus');
    await untilTree(all.flagsTree, '');
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.installHooks', all.folders.all[0]?.root);
    mkdirSync(path.join(folder(1), '.claude'), { recursive: true });
    writeFileSync(path.join(folder(1), '.claude/.test-status'), `pass|0|${Math.floor(Date.now() / 1000)}`);
    await untilTree(
      all.flagsTree,
      `
      till · main  $(root-folder)
        Code review · not run  $(circle-large-outline)
        Doc review · not run  $(circle-large-outline)
        Precommit · not run  $(circle-large-outline)
        Tests · not run  $(circle-large-outline)
        Verification · not run  $(circle-large-outline)
      shelf · main  $(root-folder)
        Hooks are not installed here  $(debug-disconnect)
        Code review · not run  $(circle-large-outline)
        Doc review · not run  $(circle-large-outline)
        Precommit · not run  $(circle-large-outline)
        Tests · unbound · just now  $(unverified)
        Verification · not run  $(circle-large-outline)
      `,
    );
    await picture('flags-multi-root');
  });
});
