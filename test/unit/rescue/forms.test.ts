import assert from 'node:assert/strict';
import { Stage } from './stage';

/** Discards of content, in the forms in which agents write them. */
const forms = [
  'git reset --hard',
  'git reset --hard HEAD',
  'git reset --hard @',
  'git reset -q --hard && npm test',
  'git reset --merge',
  'git checkout .',
  'git checkout -- .',
  'git checkout -- src/a.ts',
  'git checkout src/a.ts',
  'git checkout HEAD -- src',
  'git checkout -f',
  'git checkout --force HEAD',
  'git checkout -- "*.ts"',
  'git checkout :/',
  'git switch --discard-changes topic',
  'git switch -f topic',
  'git restore .',
  'git restore src/a.ts',
  'git restore --worktree --staged src',
  'git restore -SW :/',
  'git restore --source=HEAD src/a.ts',
  'git clean -f',
  'git clean -fd',
  'git clean -ffdx',
  'git clean -fX',
  'git clean --force -d notes',
  'git stash drop',
  'git stash drop stash@{0}',
  'git stash clear',
  'git branch -D loose',
  'git branch --delete --force loose',
  'git update-ref -d refs/heads/loose',
  'git read-tree -u --reset HEAD',
  'git checkout-index -a -f',
  'git rm -rf --ignore-unmatch src',
  'git -C src checkout -- a.ts',
  'cd src && git checkout .',
  'sh -c "git reset --hard"',
  'git show HEAD:src/a.ts > src/a.ts',
  'git diff | git apply -R',
  'git checkout . && git clean -fdx',
  'for f in src/*.ts; do git checkout -- "$f"; done',
] as const;

describe('discards in a clean worktree', () => {
  const stage = new Stage();
  after(() => stage.clear());
  before(() => stage.git('branch', 'loose'));

  for (const form of forms) {
    it(`A5 ${form} is not refused, and keeps nothing`, async () => {
      assert.equal(await stage.outcome(form), 'passed');
      assert.match(await stage.reason(form), /nothing would be lost/);
      assert.deepEqual(await stage.snapshots(), []);
    });
  }
});

describe('discards in a dirty worktree', () => {
  const stage = new Stage();
  after(() => stage.clear());
  before(() => {
    stage.write('src/a.ts', 'stashed\n');
    stage.git('stash', '-q');
    stage.git('checkout', '-q', '-b', 'loose');
    stage.git('commit', '-q', '--allow-empty', '-m', 'only here');
    stage.git('checkout', '-q', 'topic');
    stage.write('src/a.ts', 'changed\n');
    stage.git('add', '-A');
    stage.write('src/a.ts', 'changed again\n');
    for (const name of ['notes/x.txt', 'scratch.txt', '.env']) stage.write(name, 'mine\n');
  });

  for (const form of forms) {
    it(`${form} is kept first`, async () => {
      assert.equal(await stage.outcome(form), 'saved');
    });
  }
});

describe('files that other programs remove or overwrite', () => {
  const stage = new Stage();
  after(() => stage.clear());
  before(() => {
    stage.write('src/a.ts', 'changed\n');
    for (const name of ['notes/x.txt', 'scratch.txt', '.env', 'node_modules/m/index.js', 'dist/out.js', 'run.log'])
      stage.write(name, 'text\n');
  });

  const table: readonly (readonly [string, 'saved' | 'passed' | 'refused'])[] = [
    ['rm src/a.ts', 'saved'],
    ['rm src/b.ts', 'passed'],
    ['rm -rf src', 'saved'],
    ['rm scratch.txt', 'saved'],
    ['rm -rf notes', 'saved'],
    ['rm .env', 'saved'],
    ['rm -rf node_modules dist', 'passed'],
    ['rm missing.txt', 'passed'],
    ['rm -rf /tmp/elsewhere', 'passed'],
    ['find notes -name "*.txt" -exec rm {} +', 'saved'],
    ['mv src/b.ts scratch.txt', 'saved'],
    ['mv scratch.txt renamed.txt', 'passed'],
    ['mv src/b.ts notes/', 'passed'],
    ['cp src/b.ts scratch.txt', 'saved'],
    ['cp scratch.txt src/b.ts', 'passed'],
    ['echo x > scratch.txt', 'saved'],
    ['echo x >> scratch.txt', 'passed'],
    ['echo x > new.txt', 'passed'],
    ['echo x > src/b.ts', 'passed'],
    ['truncate -s 0 scratch.txt', 'saved'],
    [': > src/a.ts', 'saved'],
    ['ln -sf src/b.ts scratch.txt', 'saved'],
    ['python3 -c "import os; os.remove(\'scratch.txt\')"', 'saved'],
    ['cat scratch.txt', 'passed'],
    ['npm test > out.txt', 'passed'],
    ['rm -rf ~', 'refused'],
    ['rm -rf .git', 'refused'],
    ['rm -rf .', 'refused'],
    ['rm -rf ~/other', 'refused'],
  ];
  for (const [command, expected] of table) {
    it(`${command}: ${expected}`, async () => {
      assert.equal(await stage.outcome(command), expected);
    });
  }
});
