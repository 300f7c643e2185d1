import assert from 'node:assert/strict';
import { effectsOf } from '../../../src/hooks/shell/effects';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { place } from '../shell/reading';
import { effects } from './effects';

const lost = 'loses changes index';

const groups: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'only reads': {
    'git status': [],
    'git log --oneline -5 main..topic': [],
    'git -c color.ui=false -C sub diff --stat': [],
    'git show HEAD:src/a.ts': ['read src/a.ts'],
    'git log -p -- .env': ['read .env'],
    'git cat-file -p HEAD:.env': ['read .env'],
    'git branch --all': [],
    'git stash list': [],
    'git remote show origin': ['fetch remote'],
    'git filter-repo --analyze': ['change'],
    'git reset --hard --help': [],
    'git clean -nxdf': [],
  },
  'throws away what is not committed': {
    'git reset --hard': [`git discard ${lost}`],
    'git reset --har HEAD~1': [`git discard ${lost}`, 'git move-head HEAD~1'],
    'git reset a.ts': ['git discard loses index', 'git move-head a.ts'],
    'git reset HEAD a.ts': ['git discard a.ts loses index'],
    'git reset --soft HEAD~1': ['git move-head HEAD~1'],
    'git restore a.ts': ['git discard a.ts loses changes', 'restore a.ts'],
    'git restore --staged a.ts': ['git discard a.ts loses index'],
    'git restore -SW a.ts': [`git discard a.ts ${lost}`, 'restore a.ts'],
    'git restore --no-worktree a.ts': [],
    'git checkout -- a.ts': ['git discard a.ts loses changes', 'restore a.ts'],
    'git checkout HEAD -- src': [`git discard src ${lost}`, 'restore src'],
    'git checkout topic': ['git discard topic loses changes', 'git switch topic'],
    'git checkout -b topic': ['change'],
    'git checkout -qf main': [`git discard ${lost}`],
    'git switch --discard-changes main': [`git discard ${lost}`, 'git switch main'],
    'git rm -f a.ts': [`git discard a.ts ${lost}`, 'delete a.ts'],
    'git rm --cached a.ts': ['git other'],
    'git clean -fd build': ['git discard build loses untracked', 'delete build tree'],
    'git clean -xdf': ['git discard loses untracked ignored'],
    'git -c clean.requireForce=false clean -X': ['git discard loses ignored'],
    'git read-tree -m -u --reset HEAD': [`git discard ${lost}`],
    'git checkout-index -f -a': ['git discard loses changes'],
    'git submodule deinit -f lib': ['git discard lib loses changes untracked'],
    'git worktree remove -f ../w': ['git remove-worktree ../w by force loses changes index untracked'],
    'git stash drop stash@{1}': ['git drop-stash stash@{1} loses stash'],
    'git stash -u -m wip': ['git stash'],
    'git stash pop': ['change'],
  },
  'moves and deletes names': {
    'git branch -D topic': ['git delete-branch topic by force loses commits'],
    'git branch -d topic': ['git delete-branch topic'],
    'git update-ref -d refs/heads/topic': ['git delete-branch topic by force loses commits'],
    'git update-ref -d HEAD': ['git delete-branch HEAD by force loses commits'],
    'git update-ref -d refs/stash': ['git drop-stash refs/stash loses stash'],
    'git update-ref -d refs/tags/v1': ['git delete-ref refs/tags/v1 loses ref'],
    "printf 'delete refs/heads/topic\\n' | git update-ref --stdin": ['git delete-branch topic by force loses commits'],
    'git tag -d v1': ['git delete-ref v1 loses ref'],
    'git branch -f topic HEAD~2': ['git move-branch topic by force'],
    'git fetch . feature:main': ['fetch .', 'change', 'git move-branch main by force'],
    'git fetch origin main:main': ['fetch remote', 'change'],
    'git fetch origin +main:main': ['fetch remote', 'change', 'git other'],
    'git fetch origin +topic:main': ['fetch remote', 'change', 'git move-branch main by force'],
    'git gc --prune=now': ['git expire-now loses commits'],
    'git -c gc.pruneExpire=now gc': ['git expire-now loses commits'],
    'git reflog expire --expire=now --all': ['git expire-now loses commits'],
    'git prune': ['git expire loses commits'],
    'git filter-branch -f -- --all': ['git rewrite-history by force'],
    'git rebase main topic': ['git replay topic'],
    'git cherry-pick -n abc': ['git other'],
  },
  'reaches other repositories': {
    'git fetch': ['fetch remote', 'change'],
    'git ls-remote https://e.example/x': ['fetch https://e.example/x'],
    'git push origin topic': ['fetch remote', 'git push', 'send origin'],
    'git push -n origin topic': ['fetch remote', 'run project code'],
    'git clone https://e.example/x.git': ['fetch https://e.example/x.git', 'write x tree'],
    'git clone --bare ../a b': ['read ../a tree', 'write b tree'],
    'git submodule add https://e.example/lib.git': ['fetch https://e.example/lib.git', 'write lib tree', 'git other'],
  },
  'carries code': {
    "git -c core.pager='touch a' log": ['git configure-program', 'run sh: touch a', 'create a'],
    'git -c core.pager=cat log': [],
    "GIT_EXTERNAL_DIFF='touch a' git diff": ['git configure-program', 'run sh: touch a', 'create a'],
    "export GIT_PAGER='touch a'; git log": ['git configure-program', 'run sh: touch a', 'create a'],
    "git config core.pager 'touch a' && git log": [
      'git configure',
      'run sh: touch a',
      'create a',
      'git configure-program',
      'run sh: touch a',
      'create a',
    ],
    'git -c core.hooksPath=h commit -m x': ['git configure-program', 'load h', 'git commit'],
    "git -c alias.x='!touch a' x": ['create a'],
    "git -c alias.x='rm -f' x a": [`git discard a ${lost}`, 'delete a'],
    "git config alias.undo 'reset --hard' && git undo": ['git configure', `git discard ${lost}`],
    "git rebase -x 'touch a' main": ['run sh: touch a', 'git replay', 'create a'],
    "git submodule foreach 'touch a'": ['run sh: touch a', 'create a'],
    'git bisect run sh -c "touch a"': ['run sh -c touch a', 'git other', 'run sh: touch a', 'create a'],
    "git difftool -x 'touch a'": ['run sh: touch a', 'load ?', 'create a'],
    "git grep -O'touch a' x": ['run sh: touch a', 'load ?', 'create a'],
    "git fetch ext::'touch a'": [
      'fetch ext::touch a',
      'git configure-program',
      'run sh: touch a',
      'change',
      'create a',
    ],
    'git --git-dir=evil.git status': ['unclear'],
    'git frobnicate': ['unclear'],
  },
  'is uncertain where an option is not known': {
    'git restore --future-option a.ts': ['unclear', 'possible git discard a.ts loses changes', 'possible restore a.ts'],
    'git clean -f --future-option': ['unclear', 'git discard loses untracked'],
  },
};

describe('programs: git', () => {
  for (const [what, table] of Object.entries(groups)) {
    for (const [command, expected] of Object.entries(table)) {
      it(`${what}: ${command}`, () => assert.deepEqual(effects(command), expected));
    }
  }

  it('takes a push apart', () => {
    const [push] = effectsOf(readCommand('git push -uf origin HEAD:main +topic :old', place)).flatMap(({ effect }) =>
      effect.kind === 'git' && effect.push !== undefined ? [effect.push] : [],
    );
    assert.equal(push?.force, true);
    assert.deepEqual(
      push.refs.map(({ source, target, forced }) => [source, target, forced]),
      [
        ['HEAD', 'main', false],
        ['topic', 'topic', true],
        [undefined, 'old', false],
      ],
    );
    assert.deepEqual(
      push.forcedBy.map(({ text }) => text),
      ['-uf'],
    );
  });

  it('works in the directory that its own options name', () => {
    const at = (command: string) =>
      effectsOf(readCommand(command, place)).find(({ effect }) => effect.kind === 'git')?.effect.cwd;
    assert.equal(at('git -C a -C b reset --hard'), `${place.cwd}/a/b`);
    assert.equal(at('git --git-dir a/.git reset --hard'), `${place.cwd}/a`);
    assert.equal(at('GIT_WORK_TREE=w git reset --hard'), `${place.cwd}/w`);
    assert.equal(at('git -C "$X" reset --hard'), undefined);
  });
});
