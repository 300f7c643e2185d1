import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../../src/hooks/cli/commands';
import { personalCommand } from '../../../src/hooks/gates/before-bash/self-protection/persons-commands';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { Stage } from './stage';

describe('gatehouse rescue', () => {
  let stage: Stage;
  let id: string;

  beforeEach(async () => {
    stage = new Stage();
    stage.write('src/a.ts', 'a\nchanged\n');
    stage.write('notes/x.txt', 'mine\n');
    await discard('git reset --hard && git clean -fd');
    id = (await stage.snapshots())[0]?.id ?? '';
  });
  afterEach(() => stage.clear());

  async function discard(command: string): Promise<void> {
    assert.equal(await stage.outcome(command), 'saved');
    stage.run(command);
  }

  async function say(...args: readonly string[]) {
    const said = { code: 0, out: '', err: '' };
    said.code = await runCommand(['rescue', ...args], {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      env: stage.env,
      cwd: stage.root,
      isTTY: person.tty,
      ask: () => Promise.resolve(person.answer),
    });
    return said;
  }
  let person = { tty: false, answer: '' };
  beforeEach(() => (person = { tty: false, answer: '' }));

  const text = (name: string) => readFileSync(path.join(stage.root, name), 'utf8');

  it('lists what was kept, with its lines, the command and the size', async () => {
    const { code, out } = await say('list');
    assert.equal(code, 0);
    assert.match(out, /2 files, \+2 −0 {2}git reset --hard && git clean -fd\n1 in all, 15 bytes\.\n$/);
  });

  it('says the same as JSON', async () => {
    const { out } = await say('--json');
    const { bytes, snapshots } = JSON.parse(out) as {
      bytes: number;
      snapshots: { id: string; files: number; lines: object }[];
    };
    assert.equal(bytes, 15);
    assert.deepEqual(
      snapshots.map(({ id: name, files, lines }) => ({ name, files, lines })),
      [{ name: id, files: 2, lines: { added: 2, removed: 0 } }],
    );
  });

  it('shows the files of one, by the beginning of its id or as the latest', async () => {
    assert.match(
      (await say('show', id.slice(0, 18))).out,
      /notes\/x\.txt {2}file {2}missing now\n {2}src\/a\.ts {5}file {2}different now/,
    );
    assert.equal((await say('show', 'latest')).code, 0);
  });

  it('shows what a restore would change as a patch', async () => {
    const { out } = await say('diff', 'latest', 'src/a.ts');
    assert.match(out, /^diff --git now\/src\/a\.ts snapshot\/src\/a\.ts\n/);
    assert.match(out, /\n a\n\+changed\n/);
    assert.doesNotMatch(out, /notes/);
  });

  it('restores everything, and says how to take that back', async () => {
    const { code, out } = await say('restore', id);
    assert.equal(code, 0);
    assert.equal(text('src/a.ts'), 'a\nchanged\n');
    assert.equal(text('notes/x.txt'), 'mine\n');
    const undo = /To undo this: gatehouse rescue restore (\S+)\n/.exec(out)?.[1] ?? '';
    assert.equal((await say('restore', undo)).code, 0);
    assert.equal(text('src/a.ts'), 'a\n');
    assert.equal(existsSync(path.join(stage.root, 'notes/x.txt')), false);
  });

  it('restores single files and folders', async () => {
    await say('restore', id, 'notes');
    assert.equal(text('notes/x.txt'), 'mine\n');
    assert.equal(text('src/a.ts'), 'a\n');
  });

  it('leaves a file alone that has changed since, and says so', async () => {
    stage.write('src/a.ts', 'newer work\n');
    const { code, err } = await say('restore', id);
    assert.equal(code, 1);
    assert.match(err, /not restored: src\/a\.ts: it has changes of its own now\n.*--overwrite/);
    assert.equal(text('src/a.ts'), 'newer work\n');
    assert.equal(text('notes/x.txt'), 'mine\n');
  });

  it('overwrites for a person, who can take it back', async () => {
    stage.write('src/a.ts', 'newer work\n');
    assert.match((await say('restore', id, '--overwrite')).err, /only a person can do this/);
    person = { tty: true, answer: 'overwrite' };
    assert.equal((await say('restore', id, '--overwrite')).code, 0);
    assert.equal(text('src/a.ts'), 'a\nchanged\n');
    const undo = (await stage.snapshots()).find((one) => one.undo === true)?.id ?? '';
    await say('restore', undo, '--overwrite');
    assert.equal(text('src/a.ts'), 'newer work\n');
  });

  it('drops snapshots for a person only', async () => {
    assert.equal((await say('drop', id)).code, 1);
    assert.equal((await stage.snapshots()).length, 1);
    person = { tty: true, answer: 'drop' };
    assert.equal((await say('drop', '--all')).code, 0);
    assert.deepEqual(await stage.snapshots(), []);
  });

  it('brings back stashes in their order and branches with their settings', async () => {
    for (const name of ['one', 'two', 'three']) {
      stage.write('src/b.ts', name);
      stage.git('stash', 'push', '-qm', name);
    }
    stage.git('checkout', '-q', '-b', 'loose');
    stage.git('commit', '-q', '--allow-empty', '-m', 'only here');
    stage.git('config', 'branch.loose.remote', 'origin');
    stage.git('checkout', '-q', 'topic');
    const before = [stage.git('stash', 'list', '--date=raw', '--format=%H %gd %gs'), stage.git('rev-parse', 'loose')];
    await discard('git stash drop stash@{1} && git branch -D loose');
    await say('restore', 'latest');
    const after = [stage.git('stash', 'list', '--date=raw', '--format=%H %gd %gs'), stage.git('rev-parse', 'loose')];
    assert.deepEqual(after, before);
    assert.equal(stage.git('config', 'branch.loose.remote'), 'origin\n');
  });

  it('keeps the mode of a private file', async () => {
    stage.write('.env', 'KEY=1\n');
    stage.run('chmod 600 .env');
    await discard('rm .env');
    await say('restore', 'latest');
    assert.equal(statSync(path.join(stage.root, '.env')).mode & 0o777, 0o600);
  });

  it('never follows a link out of the worktree', async () => {
    stage.run(`rm -rf notes && mkdir ${stage.base}/outside && ln -s ${stage.base}/outside notes`);
    const { err } = await say('restore', id);
    assert.match(err, /not restored: notes\/x\.txt: notes is a link now/);
    assert.equal(existsSync(path.join(stage.base, 'outside/x.txt')), false);
  });

  it('waits for no git that is at work: it says so, and changes nothing of the index', async () => {
    stage.write('src/a.ts', 'staged\n');
    stage.git('add', '-A');
    await discard('git reset --hard');
    stage.run('touch .git/index.lock');
    const { code, err } = await say('restore', 'latest');
    assert.equal(code, 70);
    assert.match(err, /another git is at work here/);
  });

  it('says what to do about a wrong id and wrong words', async () => {
    assert.match((await say('show', 'nothing')).err, /there is no snapshot nothing; gatehouse rescue list shows them/);
    assert.equal((await say('show', 'nothing')).code, 1);
    assert.equal((await say('frobnicate')).code, 64);
    assert.equal((await say('restore', id, 'src/none.ts')).code, 64);
  });

  const agents: readonly (readonly [string, boolean])[] = [
    ['gatehouse rescue list', false],
    ['gatehouse rescue show latest --json', false],
    ['gatehouse rescue restore latest', false],
    ['gatehouse rescue restore latest --overwrite', true],
    ['gatehouse rescue drop --all', true],
    ['node dist/hooks/runner.js rescue drop x', true],
  ];
  for (const [command, isPersonal] of agents) {
    it(`${command} is ${isPersonal ? 'a person’s' : 'the agent’s, too'}`, () => {
      const [invocation] = readCommand(command, { cwd: '/p', home: '/h' }).invocations;
      assert.equal(invocation !== undefined && personalCommand(invocation) !== undefined, isPersonal);
    });
  }
});
