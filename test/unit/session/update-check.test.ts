import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Rig } from '../review/rig';
import { context } from './wire';

describe('the harness in git', () => {
  let rig: Rig;
  let harness: string;
  let upstream: string;

  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: rig.home, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'pipe',
    }).trim();

  function commit(folder: string, files: Readonly<Record<string, string>>, message: string): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    git(folder, 'add', '-A', '--', ...Object.keys(files));
    git(folder, 'commit', '-q', '-m', message);
  }

  /** Something new appears at the origin. */
  function publish(files: Readonly<Record<string, string>>, message: string): void {
    commit(upstream, files, message);
    git(upstream, 'push', '-q', 'origin', 'main');
  }

  beforeEach(() => {
    rig = new Rig();
    const bare = path.join(rig.home, 'origin.git');
    upstream = path.join(rig.home, 'upstream');
    harness = path.join(rig.home, '.claude');
    rmSync(harness, { recursive: true });
    git(rig.home, 'init', '-q', '--bare', '-b', 'main', bare);
    mkdirSync(upstream);
    git(upstream, 'init', '-q', '-b', 'main');
    git(upstream, 'remote', 'add', 'origin', bare);
    publish({ VERSION: '1.2.0\n', 'a.sh': 'one\n' }, 'start');
    git(rig.home, 'clone', '-q', bare, harness);
  });
  afterEach(() => rig.clear());

  const file = (name: string) => path.join(harness, name);
  const status = () =>
    existsSync(file('.update-status')) ? readFileSync(file('.update-status'), 'utf8').trim() : undefined;
  /** The status line without the time. */
  const told = () => status()?.replace(/\|\d{10}\|/, '|…|');
  const head = () => git(harness, 'rev-parse', 'HEAD');
  async function check(source = 'startup'): Promise<void> {
    const reply = await rig.hook('SessionStart', { source }, 'update-check');
    assert.equal(reply.exitCode, 0);
    assert.ok(!existsSync(file('.update-check.lock')) || source !== 'startup', 'no lock is left');
  }

  describe('update-check', () => {
    it('says up-to-date, and updates the same major with the subjects of the new commits', async () => {
      await check();
      assert.equal(told(), 'up-to-date|1.2.0|1.2.0|0|…|');
      publish({ VERSION: '1.3.0\n' }, 'Fix | one');
      publish({ 'a.sh': 'two\n' }, 'Add two');
      await check();
      assert.equal(told(), 'updated|1.2.0|1.3.0|2|…|Add two · Fix - one');
      assert.equal(readFileSync(file('a.sh'), 'utf8'), 'two\n');
    });

    it('tells the session of it, once', async () => {
      publish({ VERSION: '1.3.0\n' }, 'Fix one');
      assert.match(
        context(await rig.hook('SessionStart', { source: 'startup' })),
        /Harness: updated from 1\.2\.0 to 1\.3\.0/,
      );
      assert.equal(status(), undefined);
    });

    it('applies no other major', async () => {
      const before = head();
      publish({ VERSION: '2.0.0\n' }, 'Break');
      await check();
      assert.equal(told(), 'breaking|1.2.0|2.0.0|1|…|');
      assert.equal(head(), before);
    });

    it('9.1 says up-to-date where only the person is ahead', async () => {
      commit(harness, { 'mine.sh': 'x\n' }, 'mine');
      await check();
      assert.equal(told(), 'up-to-date|1.2.0|1.2.0|0|…|');
    });

    it('9.1 never moves a branch that is not the tracked one', async () => {
      git(harness, 'switch', '-q', '-c', 'mine');
      commit(harness, { 'mine.sh': 'x\n' }, 'mine');
      const before = head();
      publish({ VERSION: '1.3.0\n' }, 'Fix one');
      await check();
      assert.equal(told(), 'conflict|1.2.0|1.3.0|1|…|the checked-out branch is mine, not main');
      assert.equal(head(), before);
    });

    it('9.1 leaves uncommitted work unchanged, without conflict marks', async () => {
      writeFileSync(file('a.sh'), 'mine\n');
      publish({ 'a.sh': 'theirs\n' }, 'Change a');
      const before = head();
      await check();
      assert.match(told() ?? '', /^conflict\|1\.2\.0\|1\.2\.0\|1\|…\|there are uncommitted changes/);
      assert.equal(readFileSync(file('a.sh'), 'utf8'), 'mine\n');
      assert.equal(head(), before);
      assert.equal(git(harness, 'stash', 'list'), '');
    });

    it('9.1 leaves an untracked file unchanged', async () => {
      writeFileSync(file('new.sh'), 'mine\n');
      publish({ 'new.sh': 'theirs\n', 'a.sh': 'theirs\n' }, 'Add new');
      const before = head();
      await check();
      assert.match(told() ?? '', /^conflict\|/);
      assert.equal(readFileSync(file('new.sh'), 'utf8'), 'mine\n');
      assert.equal(readFileSync(file('a.sh'), 'utf8'), 'one\n', 'nothing is half done');
      assert.equal(head(), before);
    });

    it('9.1 rebases nothing where both sides went on', async () => {
      commit(harness, { 'mine.sh': 'x\n' }, 'mine');
      const before = head();
      publish({ VERSION: '1.3.0\n' }, 'Fix one');
      await check();
      assert.match(told() ?? '', /^conflict\|1\.2\.0\|1\.3\.0\|1\|…\|1 commit of your own/);
      assert.equal(head(), before);
    });

    it('9.1 runs no hooks of the repository', async () => {
      writeFileSync(file('.git/hooks/post-merge'), `#!/bin/sh\ntouch '${file('ran')}'\n`, { mode: 0o755 });
      publish({ 'a.sh': 'two\n' }, 'Two');
      await check();
      assert.match(told() ?? '', /^updated/);
      assert.ok(!existsSync(file('ran')));
    });

    it('9.1 leaves the lock of another process alone, and takes over one of a process that is gone', async () => {
      const lock = file('.update-check.lock');
      writeFileSync(lock, `${process.ppid}\n`);
      await rig.hook('SessionStart', { source: 'startup' }, 'update-check');
      assert.equal(readFileSync(lock, 'utf8'), `${process.ppid}\n`);
      assert.equal(status(), undefined);
      const gone = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' });
      writeFileSync(lock, gone);
      await check();
      assert.match(status() ?? '', /^up-to-date/);
    });

    it('looks once when eight sessions start at a time', async () => {
      publish({ 'a.sh': 'two\n' }, 'Two');
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          rig.hook('SessionStart', { source: 'startup', session_id: `s${n}` }, 'update-check'),
        ),
      );
      assert.equal(readFileSync(file('a.sh'), 'utf8'), 'two\n');
      assert.equal(git(harness, 'status', '--porcelain', '--untracked-files=no'), '');
    });

    it('is off with .disable-auto-update, after other sources than startup, and without an origin', async () => {
      await check('compact');
      writeFileSync(file('.disable-auto-update'), '');
      await check();
      assert.equal(status(), undefined);
      git(harness, 'remote', 'remove', 'origin');
      execFileSync('rm', [file('.disable-auto-update')]);
      await check();
      assert.equal(status(), undefined);
    });

    it('changes nothing where the origin cannot be asked', async () => {
      git(harness, 'remote', 'set-url', 'origin', path.join(rig.home, 'nowhere.git'));
      const before = head();
      await check();
      assert.equal(status(), undefined);
      assert.equal(head(), before);
    });

    it('only tells where the person wants to be asked', async () => {
      mkdirSync(path.join(rig.home, '.gatehouse'), { recursive: true });
      writeFileSync(path.join(rig.home, '.gatehouse', 'config.json'), '{"updates":{"apply":false}}');
      publish({ 'a.sh': 'two\n' }, 'Two');
      await rig.hook('SessionStart', { source: 'startup' });
      assert.equal(readFileSync(file('a.sh'), 'utf8'), 'one\n');
    });
  });

  describe('update-check without a harness in git', () => {
    it('does not fetch where the folder is no repository of its own', async () => {
      const plain = new Rig();
      for (const folder of [path.join(plain.root, '.claude'), path.join(plain.home, 'none')]) {
        plain.env.CLAUDE_CONFIG_DIR = folder;
        assert.equal((await plain.hook('SessionStart', { source: 'startup' }, 'update-check')).stdout, '');
        assert.ok(!existsSync(folder));
      }
      plain.clear();
    });
  });
});
