import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { freshFolder } from '../../harness/test-project';
import { judge, judgeAt } from './judging';

describe('guard: evidence for commits and merges', () => {
  let base: string;
  let root: string;
  let env: Record<string, string | undefined>;

  beforeEach(() => {
    base = freshFolder();
    root = path.join(base, 'project');
    env = {
      PATH: process.env.PATH,
      HOME: path.join(base, 'home'),
      GATEHOUSE_HOME: path.join(base, 'gatehouse'),
      CLAUDE_CONFIG_DIR: path.join(base, 'home', '.claude'),
      GIT_CONFIG_NOSYSTEM: '1',
    };
    mkdirSync(path.join(base, 'home'), { recursive: true });
    repository(root);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  function git(cwd: string, ...args: string[]): void {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      env,
      stdio: 'ignore',
    });
  }

  function repository(folder: string, branch = 'topic'): void {
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    git(folder, 'init', '-q', '-b', branch);
    writeFileSync(path.join(folder, 'src', 'a.ts'), 'a');
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', 'a');
  }

  function write(folder: string, name: string, text: string): void {
    mkdirSync(path.join(folder, '.claude'), { recursive: true });
    writeFileSync(path.join(folder, '.claude', name), text);
  }

  const now = (): number => Math.floor(Date.now() / 1000);
  const clock = { now: () => Date.now() };

  function say(command: string, cwd = root, alone = true) {
    return judgeAt(siteAt({ env, clock, requestedByName: alone }, placeOf(cwd)), { command });
  }

  function satisfy(folder: string): void {
    write(folder, '.test-status', `pass|0|${now()}`);
    write(folder, '.proof-status', `verified|${now()}`);
  }

  it('asks for tests that passed, says where, and how to earn them', async () => {
    const found = await say('git commit -m x');
    assert.equal(found.rule, 'commit-needs-tests');
    assert.match(found.reason, /\.claude\/\.test-status/);
    assert.match(found.instead ?? '', /Run the project's tests/);
  });

  for (const command of ['git commit -m x', '& git.exe commit -m x', 'git merge other; git push']) {
    it(`C9 asks the same of PowerShell: ${command}`, async () => {
      const powershell = () =>
        judgeAt(siteAt({ env, clock, requestedByName: true }, placeOf(root)), { command }, 'PowerShell');
      assert.match((await powershell()).rule ?? '', /^(?:commit|merge)-needs-tests$/);
      satisfy(root);
      assert.equal((await powershell()).kind, 'pass');
    });
  }

  it('asks for proof when the tests have passed, and is content with both', async () => {
    write(root, '.test-status', `pass|0|${now()}`);
    assert.equal((await say('git commit -m x')).rule, 'commit-needs-proof');
    write(root, '.proof-status', `verified|${now()}`);
    assert.equal((await say('git commit -m x')).kind, 'pass');
    assert.equal((await say('git merge other')).kind, 'pass');
  });

  it('refuses failed tests and proof that is pending', async () => {
    write(root, '.test-status', `fail|3|${now()}`);
    const found = await say('git commit -m x');
    assert.equal(found.rule, 'commit-needs-tests');
    assert.match(found.reason, /3 failed/);
    satisfy(root);
    write(root, '.proof-status', `pending|${now()}`);
    assert.equal((await say('git merge other')).rule, 'merge-needs-proof');
  });

  it('K-4 refuses a state file that cannot be read', async () => {
    satisfy(root);
    write(root, '.test-status', 'fail');
    assert.equal((await say('git commit -m x')).rule, 'commit-needs-tests');
    write(root, '.test-status', 'a[$(touch pwned)]|b|c');
    assert.equal((await say('git commit -m x')).rule, 'commit-needs-tests');
  });

  it('G-12 finds the evidence of the worktree the commit is made in', async () => {
    satisfy(root);
    assert.equal((await say('git commit -m x', path.join(root, 'src'))).kind, 'pass');
    git(root, 'worktree', 'add', '-q', '../linked');
    const linked = path.join(base, 'linked');
    assert.equal((await say('git commit -m x', linked)).rule, 'commit-needs-tests');
    assert.equal((await say(`cd ${linked} && git commit -m x`)).rule, 'commit-needs-tests');
    assert.equal((await say(`git -C ../linked merge other`)).rule, 'merge-needs-tests');
    satisfy(linked);
    assert.equal((await say('git commit -m x', linked)).kind, 'pass');
  });

  it("G-12 does not take this project's evidence for another repository", async () => {
    satisfy(root);
    const other = path.join(base, 'other');
    repository(other);
    assert.equal((await say(`git -C ${other} merge x`)).rule, 'merge-needs-tests');
  });

  it('G-14 names the setting for languages without a runner', async () => {
    assert.match((await say('git commit -m x')).instead ?? '', /tests\.command/);
  });

  it('G-15 exempts the configuration folder itself and no other folder of its name', async () => {
    const own = path.join(base, 'home', '.claude');
    const other = path.join(base, 'elsewhere', '.claude');
    repository(own, 'main');
    repository(other, 'main');
    assert.equal((await say('git commit -m x', own)).kind, 'pass');
    assert.equal((await say('git commit -m x', other)).rule, 'commit-on-protected-branch');
  });

  describe('on main', () => {
    beforeEach(() => git(root, 'checkout', '-q', '-b', 'main'));

    it('lets the plan alone be committed, without evidence', async () => {
      writeFileSync(path.join(root, 'MASTER_PLAN.md'), '# plan');
      git(root, 'add', 'MASTER_PLAN.md');
      assert.equal((await say('git commit -m plan')).kind, 'pass');
      assert.equal((await say('git add MASTER_PLAN.md && git commit -m plan')).kind, 'pass');
    });

    it('G-4 lets nothing else in with the plan', async () => {
      writeFileSync(path.join(root, 'MASTER_PLAN.md'), '# plan');
      git(root, 'add', 'MASTER_PLAN.md');
      for (const command of [
        'git commit -am x',
        'git add -A && git commit -m x',
        'git commit -m x src/a.ts',
        'git commit --amend -m x',
      ]) {
        assert.equal((await say(command)).rule, 'commit-on-protected-branch', command);
      }
    });

    it('asks a merge, and a pull of another branch, for tests; keeping up needs none', async () => {
      assert.equal((await say('git merge topic')).rule, 'merge-needs-tests');
      assert.equal((await say('git pull . topic')).rule, 'merge-needs-tests');
      assert.equal((await say('git pull')).kind, 'pass');
      assert.equal((await say('git pull origin main')).kind, 'pass');
    });

    it('refuses a commit whose directory cannot be known', async () => {
      satisfy(root);
      assert.equal((await say('cd "$X" && git commit -m x')).rule, 'commit-on-protected-branch');
    });

    it('G-2 sees through aliases of the repository and of the person', async () => {
      satisfy(root);
      git(root, 'config', 'alias.ci', 'commit -v');
      writeFileSync(path.join(base, 'home', '.gitconfig'), '[alias]\n\tsave = "!git add -A && git commit"\n');
      assert.equal((await say('git ci -m x')).rule, 'commit-on-protected-branch');
      assert.equal((await say('git save -m x')).rule, 'commit-on-protected-branch');
    });
  });

  it('judges a new repository by the branch it will have', async () => {
    const fresh = path.join(base, 'fresh');
    mkdirSync(fresh);
    git(fresh, 'init', '-q', '-b', 'main');
    assert.equal((await say('git commit -m x', fresh)).rule, 'commit-on-protected-branch');
  });

  it('has no branch and no evidence to judge by outside a repository', async () => {
    assert.equal((await say('git commit -m x', base)).kind, 'pass');
  });
});

describe('guard: evidence by profile', () => {
  const missing = {
    tests: { status: 'missing', trusted: false },
    proof: { status: 'missing', trusted: false },
  } as const;

  it('standard requires nothing that is not set up', async () => {
    assert.equal((await judge('git commit -m x', { flags: missing })).kind, 'pass');
  });

  for (const status of ['failed', 'stale', 'unknown', 'shipped', 'in-progress'] as const) {
    it(`standard holds ${status} tests against a commit`, async () => {
      const flags = { tests: { status, trusted: false } };
      assert.equal((await judge('git commit -m x', { flags })).rule, 'commit-needs-tests');
      assert.equal((await judge('git merge y', { flags })).rule, 'merge-needs-tests');
    });
  }

  it('standard takes a first run that never finished for no run: the person may have refused it', async () => {
    const flags = { tests: { status: 'in-progress', before: 'missing', trusted: false } } as const;
    assert.equal((await judge('git commit -m x', { flags })).kind, 'pass');
  });

  it('standard asks for tests where the configuration says how they are run', async () => {
    const settings = { tests: { command: 'make check' } };
    const found = await judge('git commit -m x', { flags: missing, settings });
    assert.equal(found.rule, 'commit-needs-tests');
    assert.match(found.instead ?? '', /Run `make check`/);
  });

  it('the harness profile asks for tests and for proof', async () => {
    assert.equal((await judge('git commit -m x', { flags: missing, profile: 'harness' })).rule, 'commit-needs-tests');
    const flags = { proof: { status: 'missing', trusted: false } } as const;
    assert.equal((await judge('git commit -m x', { flags, profile: 'harness' })).rule, 'commit-needs-proof');
    assert.equal((await judge('git commit -m x', { flags })).kind, 'pass');
  });

  it('a pass without a receipt counts where it is trusted', async () => {
    const unbound = (trusted: boolean) => ({ tests: { status: 'unbound', trusted } as const });
    assert.equal((await judge('git commit -m x', { flags: unbound(true) })).kind, 'pass');
    const harness = await judge('git commit -m x', { flags: unbound(false), profile: 'harness' });
    assert.equal(harness.rule, 'commit-needs-tests');
    assert.match(harness.reason, /does not count until the person accepts it/);
  });

  it('standard takes a pass without any receipt for no run at all', async () => {
    const flags = { tests: { status: 'unbound', trusted: false } as const };
    assert.equal((await judge('git commit -m x', { flags })).kind, 'pass');
  });
});
