import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outdated, type Snapshot } from '../../../src/hooks/rescue/manifest';
import { Stage } from './stage';

describe('what happens before a loss', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    stage.write('src/a.ts', 'changed\n');
  });
  afterEach(() => stage.clear());

  it('tells the model what was kept, under which name, and how the person gets it back', async () => {
    const [ruling] = await stage.judge('git checkout .');
    const [snapshot] = await stage.snapshots();
    assert.equal(ruling?.kind, 'context');
    assert.equal(
      ruling.text,
      `Gatehouse saved what this command discards (1 file (src/a.ts)) in the rescue snapshot ${snapshot?.id}. The person can restore it in the editor's Rescue view or with \`gatehouse rescue restore ${snapshot?.id}\`.`,
    );
  });

  it('records when, which session, the command without its secrets, and how much', async () => {
    await stage.judge('TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789 git checkout .');
    const [snapshot] = await stage.snapshots();
    assert.equal(snapshot?.at, stage.now);
    assert.equal(snapshot.session, 's');
    assert.doesNotMatch(snapshot.command, /ghp_/);
    assert.equal(snapshot.files, 1);
    assert.equal(snapshot.bytes, 8);
  });

  it('keeps the same state once', async () => {
    await stage.judge('git checkout .');
    await stage.judge('git checkout .');
    assert.equal((await stage.snapshots()).length, 1);
    stage.write('src/a.ts', 'changed again\n');
    await stage.judge('git checkout .');
    assert.equal((await stage.snapshots()).length, 2);
  });

  it('refuses, and says what would be lost, under the policy refuse', async () => {
    stage.configure({ rescue: 'refuse' });
    assert.match(await stage.reason('git checkout .'), /discards uncommitted work.*Here: 1 file \(src\/a\.ts\)\./);
    stage.run('git checkout .');
    assert.equal(await stage.outcome('git checkout .'), 'passed');
    assert.deepEqual(await stage.snapshots(), []);
  });

  it('looks at nothing under the policy off: a discard is refused in a clean worktree, too', async () => {
    stage.configure({ rescue: { policy: 'off' } });
    assert.equal(await stage.outcome('git checkout .'), 'refused');
    assert.equal(await stage.outcome('rm src/a.ts'), 'passed');
    stage.run('git checkout .');
    assert.equal(await stage.outcome('git reset --hard'), 'refused');
    assert.deepEqual(await stage.snapshots(), []);
  });

  it('is off where the gate runs by name, and in the profile harness', async () => {
    assert.equal(await stage.outcome('git checkout .', stage.site(stage.root, true)), 'refused');
    stage.configure({ profile: 'harness' });
    assert.equal(await stage.outcome('git checkout .'), 'refused');
    stage.configure({ profile: 'harness', rescue: 'snapshot-then-run' });
    assert.equal(await stage.outcome('git checkout .'), 'saved');
  });

  it('lets a repository ask for refusals, and for nothing looser', async () => {
    stage.write('.claude/gatehouse.json', '{ "rescue": "refuse" }');
    assert.equal(await stage.outcome('git checkout .'), 'refused');
    stage.configure({ rescue: 'off' });
    stage.write('.claude/gatehouse.json', '{ "rescue": "snapshot-then-run" }');
    assert.equal(await stage.outcome('git checkout .'), 'refused');
  });

  it('writes nothing in a dry run', async () => {
    const site = { ...stage.site(), dry: true };
    assert.match(await stage.reason('git checkout .', site), /a snapshot would keep 1 file/);
    assert.deepEqual(await stage.snapshots(), []);
  });

  const unclear: readonly (readonly [string, RegExp])[] = [
    ['git -C "$WHERE" checkout .', /the command does not say in which directory it works/],
    ['git --git-dir=.git --work-tree=. checkout .', /names the repository by options or variables/],
    ['GIT_DIR=.git git checkout .', /names the repository by options or variables/],
    ['git branch -D "$OLD"', /the command does not say which refs it deletes/],
    ['git branch -D @{-1}', /the command does not say which refs it deletes/],
    ['git update-ref -d HEAD', /the command does not say which refs it deletes/],
  ];
  for (const [command, why] of unclear) {
    it(`refuses what it cannot look into: ${command}`, async () => {
      assert.equal(await stage.outcome(command), 'refused');
      assert.match(await stage.reason(command), why);
    });
  }

  it('refuses a discard in another repository', async () => {
    const other = path.join(stage.base, 'other');
    mkdirSync(other);
    stage.run(`git init -q ${other} && echo x > ${other}/f && git -C ${other} add f`);
    assert.match(await stage.reason(`git -C ${other} reset --hard`), /is outside of this project/);
    assert.match(await stage.reason(`cd ${other} && git show HEAD:f > f`), /is outside of this project/);
  });

  it('refuses what is larger than a snapshot holds, named by its largest part', async () => {
    stage.write('data.bin', Buffer.alloc(65 * 1024 * 1024));
    assert.equal(await stage.outcome('git clean -fdX'), 'refused');
    assert.match(await stage.reason('rm data.bin'), /larger than 64 MB \(data\.bin\)/);
    assert.equal(await stage.outcome('git checkout .'), 'saved');
  });

  it('keeps a repository inside the project whole, also one that git knows as a submodule', async () => {
    stage.run(
      'git init -q inner && cd inner && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm a',
    );
    stage.commit('inner');
    const before = stage.git('-C', 'inner', 'log', '--format=%H %s');
    assert.equal(await stage.outcome('rm -rf inner'), 'saved');
    stage.run('rm -rf inner');
    await stage.restore();
    assert.equal(stage.git('-C', 'inner', 'log', '--format=%H %s'), before);
    assert.equal(stage.git('-C', 'inner', 'status', '--short'), '');
  });

  it('refuses an agent that deletes snapshots', async () => {
    await stage.judge('git checkout .');
    const [snapshot] = await stage.snapshots();
    assert.equal(await stage.outcome(`git update-ref -d ${snapshot?.ref}`), 'refused');
  });

  it('keeps what the same line stashes or adds before it discards', async () => {
    stage.write('new.txt', 'new\n');
    assert.equal(await stage.outcome('git stash -u && git stash drop'), 'saved');
    stage.run('git stash -u -q && git stash drop -q');
    const { restored } = await stage.restore();
    assert.deepEqual([...restored].sort(), ['new.txt', 'src/a.ts']);
  });

  it('leaves alone a git that runs beside it', async () => {
    writeFileSync(path.join(stage.root, '.git/index.lock'), '');
    assert.equal(await stage.outcome('git checkout .'), 'saved');
    rmSync(path.join(stage.root, '.git/index.lock'));
  });

  it('starts no program that the repository names', async () => {
    const mark = path.join(stage.base, 'started');
    stage.write('../bait', `#!/bin/sh\necho x >> ${mark}\ncat\n`);
    stage.run(
      `chmod +x ../bait && git config core.fsmonitor ${stage.base}/bait && git config filter.x.clean ${stage.base}/bait && echo '* filter=x' > .git/info/attributes`,
    );
    stage.run('sleep 0');
    rmSync(mark, { force: true });
    assert.equal(await stage.outcome('git checkout .'), 'saved');
    assert.equal(existsSync(mark), false);
  });
});

describe('how long snapshots are kept', () => {
  const day = 24 * 60 * 60 * 1000;
  const gigabyte = 1024 ** 3;
  const made = (id: string, age: number, bytes = 1): Snapshot =>
    ({ id, ref: id, at: -age * day, bytes }) as unknown as Snapshot;
  const gone = (...all: readonly Snapshot[]) => outdated(all, 0).map(({ id }) => id);

  it('drops those older than 14 days, and keeps the newest whatever its age', () => {
    assert.deepEqual(gone(made('a', 20), made('b', 21)), ['b']);
    assert.deepEqual(gone(made('a', 1), made('b', 13), made('c', 15)), ['c']);
  });

  it('drops the oldest beyond 2 GB', () => {
    assert.deepEqual(gone(made('a', 1, gigabyte), made('b', 2, gigabyte), made('c', 3, 1)), ['c']);
  });
});
