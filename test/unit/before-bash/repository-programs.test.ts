import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshFolder } from '../../harness/test-project';
import { autoReviewSettings, reviewOf } from './reviewing';

describe('auto-review and a repository whose configuration names programs', () => {
  const root = path.join(freshFolder(), 'project');
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const reached = (command: string, configuration: string) => {
    put('.git/config', configuration);
    const at = (level: 'strict' | 'standard') =>
      reviewOf({ command }, { ...autoReviewSettings({ level }), root }).kind === 'allow';
    return at('strict') ? 'strict' : at('standard') ? 'standard' : 'never';
  };

  before(() => {
    put('tools/x.sh', '');
    put('hooks/post-index-change', '');
    put('other/pre-commit', '');
    put('more', '[core]\n\tfsmonitor = tools/x.sh\n');
  });
  after(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  const ofProject: readonly (readonly [configuration: string, command: string])[] = [
    ['[core]\n\tfsmonitor = ./tools/x.sh\n', 'git status'],
    ['[core]\n\thooksPath = hooks\n', 'git status'],
    ['[filter "x"]\n\tclean = tools/x.sh %f\n', 'git diff'],
    ['[diff "x"]\n\ttextconv = sh tools/x.sh\n', 'git log -p'],
    ['[diff]\n\texternal = "./tools/x.sh"\n', 'git diff HEAD~1 | head'],
    ['[include]\n\tpath = ../more\n', 'git status'],
    ['[remote "x"]\n\turl = ext::sh -c true\n', 'git ls-remote x'],
    ['[remote "x"]\n\turl = .\n\tuploadpack = ./tools/x.sh\n', 'git remote show x'],
  ];
  for (const [configuration, command] of ofProject) {
    it(`counts a program of the project as its code: ${command}, ${configuration.replaceAll(/\s+/g, ' ')}`, () =>
      assert.equal(reached(command, configuration), 'standard'));
  }

  for (const configuration of [
    '[core]\n\tbare = false\n\tpager = less\n[remote "origin"]\n\turl = git@host.example:a/b.git\n',
    '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n',
    '[core]\n\tfsmonitor = true\n\thooksPath = other\n',
    '[diff "lock"]\n\ttextconv = tools\n',
    '[core]\n\teditor = code --wait\n[alias]\n\tx = !./tools/x.sh\n',
  ]) {
    it(`approves reading beside installed programs: ${configuration.replaceAll(/\s+/g, ' ')}`, () =>
      assert.equal(reached('git status', configuration), 'strict'));
  }

  it('is not concerned by commands of other programs', () =>
    assert.equal(reached('ls', '[core]\n\tfsmonitor = ./tools/x.sh\n'), 'strict'));
});
