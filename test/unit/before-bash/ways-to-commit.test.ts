import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { Rig } from '../review/rig';
import { judgeAt } from './judging';

describe('C9 every way to commit needs the evidence', () => {
  let rig: Rig;
  before(() => {
    rig = new Rig();
    rig.git('checkout', '-q', '-b', 'topic');
    rig.git('config', 'alias.save', 'commit -am saved');
    rig.git('config', 'alias.sh', '!git add -A && git commit -m x');
    rig.write('Makefile', 'all: build\nbuild:\n\ttrue\ncommit: build\n\tgit commit -am x\nrelease: commit\n\ttrue\n');
    const scripts = { ci: 'npm run save', save: 'git add -A && git commit -m x', test: 'mocha', version: 'echo x' };
    rig.write('package.json', JSON.stringify({ scripts }));
    rig.write('save.sh', 'set -e\ngit add -A\ngit commit -m x\n');
    rig.write('outer.sh', 'bash ./save.sh\n');
    rig.write('save.py', "import subprocess\nsubprocess.run(['git', 'commit', '-am', 'x'])\n");
    rig.write('save.mjs', "execFileSync('git', ['-C', dir, 'commit', '-am', 'x'])\n");
    rig.write('library.py', 'repo.create_commit("HEAD", a, a, "m", tree, [])\n');
    rig.write('loop.sh', 'bash ./loop.sh\n');
    rig.write('bin/save', '#!/usr/bin/env bash\ngit commit -am x\n');
    chmodSync(rig.at('bin/save'), 0o755);
    rig.write('read.sh', 'git status\ngit log -1\n');
    rig.write('read.py', 'print("I commit to this")\n');
    rig.commit('scripts');
  });
  after(() => rig.clear());

  function judged(command: string) {
    const site = siteAt(
      { env: rig.env, clock: { now: () => rig.now }, requestedByName: false, profile: 'harness' },
      placeOf(rig.root),
    );
    return judgeAt(site, { command });
  }

  const commits: readonly string[] = [
    'git commit -m x', 'git -C . commit -m x', 'git cherry-pick main', 'git revert HEAD', 'git revert --continue', 'git am < a.patch', 'git am --continue',
    'git rebase --continue', 'git merge side', 'git subtree add --prefix=x repo main', 'git citool',
    'git commit-tree HEAD^{tree} -p HEAD -m x', 'git update-ref HEAD 1234567', 'git update-ref refs/heads/topic 1234567', 'git update-ref --stdin < refs',
    'c=$(git commit-tree "$(git write-tree)" -p HEAD -m x) && git update-ref refs/heads/topic "$c"', 'git fast-import < stream',
    'git save', 'git sh', 'git -c alias.x=commit x -m y', 'git config alias.ci commit && git ci -m x', 'git config --local alias.go "!git commit -am x"; git go',
    'echo 1234567 > .git/refs/heads/topic', 'cp ref .git/refs/heads/topic', 'echo "ref: refs/heads/side" > .git/HEAD',
    'npm version patch', 'yarn version minor', 'pnpm version 1.2.3', 'lerna version', 'npx standard-version', 'release-it', 'cargo release patch', 'cz commit',
    'make commit', 'make release', 'make -C . commit', 'npm run save', 'npm run ci', 'pnpm save', 'yarn save', 'bun run save',
    'bash save.sh', 'sh ./save.sh', '. ./save.sh', 'source save.sh', 'bash outer.sh', './bin/save', 'sh -c "git commit -m x"', 'env X=1 git commit -m x',
    'python3 save.py', 'node save.mjs', 'python3 library.py', `python3 -c "import subprocess; subprocess.run(['git','commit','-am','x'])"`,
    `node -e "require('child_process').execSync('git commit -am x')"`,
    'git-commit -qam x', '/usr/lib/git-core/git-commit -qam x', 'git worktree add ../new -b new && git -C ../new commit --allow-empty -m x',
    'jj commit -m x', 'sl commit -m x', 'stg new x', 'dulwich commit --message=x', 'python3 -m dulwich commit', 'mvn release:prepare -B', 'gh pr merge --squash', 'gh pr merge 12 --auto', 'glab mr merge 3',
    `node -e "require('isomorphic-git').commit({ fs, dir: '.', message: 'x' })"`, `node -e "require('simple-git')().commit('x')"`, `ruby -e 'require "rugged"; Rugged::Commit.create(Rugged::Repository.new("."), {})'`,
    `python3 -c "import pygit2; pygit2.Repository('.').create_commit('HEAD', a, a, 'm', t, [])"`, `python3 -c "from dulwich import porcelain; porcelain.commit('.', b'x')"`,
    'git absorb', 'git cz', 'gt create -m x', 'got commit -m x', 'GIT_WORK_TREE=/tmp GIT_DIR=.git git commit -m x', 'git --git-dir=.git --work-tree=/tmp commit -m x',
    'git rebase --exec "git commit --allow-empty -m x" main', 'git bisect run git commit --allow-empty -m x', "git submodule foreach 'git commit -qam x'", 'find . -maxdepth 0 -exec git commit -qam x \\;',
  ]; // prettier-ignore
  for (const command of commits) {
    it(command, async () => assert.match((await judged(command)).rule ?? 'nothing', /^(?:commit|merge)-needs-tests$/));
  }

  const others: readonly string[] = [
    'git commit --dry-run', 'git cherry-pick --abort', 'git revert -n HEAD', 'git cherry-pick --no-commit main', 'git am --abort', 'git rebase main',
    'git update-ref -d refs/heads/gone', 'git update-ref refs/stash 1234567', 'git config alias.ci commit', 'git log --grep commit', 'git hash-object -w a.txt',
    'make', 'make build', 'npm test', 'npm version', 'npm version --no-git-tag-version patch', 'npm run missing', 'bash read.sh', 'python3 read.py', 'bash loop.sh',
    'git-status', 'gh pr view 3', 'jj log', 'git worktree add ../new -b new', 'mkdir ../fresh && cd ../fresh && git init && git commit --allow-empty -m x', 'echo "git commit -m x"', 'grep commit save.sh', 'cat save.sh', 'git show HEAD:save.sh', 'git pull',
  ]; // prettier-ignore
  for (const command of others) {
    it(`${command}: makes none`, async () => {
      assert.doesNotMatch((await judged(command)).rule ?? '', /-needs-tests$/);
    });
  }
});
