import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { carryOut } from '../../../src/hooks/install/settings-file';
import { freshFolder } from '../../harness/test-project';
import { sampleEntries } from './sample';

describe('settings of this machine alone stay out of git status', () => {
  let folder: string;
  let root: string;
  const env = () => ({ PATH: process.env.PATH, HOME: path.join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' });
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env: env(), encoding: 'utf8' });
  const exclude = () => path.join(root, '.git/info/exclude');
  const settings = (project: string) => ({
    file: path.join(project, '.claude/settings.local.json'),
    home: path.join(folder, 'gatehouse'),
    env: env(),
  });
  const install = (project = root) => carryOut(settings(project), { kind: 'install', entries: sampleEntries() });
  const uninstall = (project = root) => carryOut(settings(project), { kind: 'uninstall' });
  const shown = (project = root) => git(project, 'status', '--porcelain', '-uall');

  beforeEach(() => {
    folder = freshFolder();
    root = path.join(folder, 'project');
    mkdirSync(path.join(folder, 'home'));
    mkdirSync(root);
    git(root, 'init', '-q');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const befores: readonly (readonly [says: string, text: string | undefined])[] = [
    ['what git puts there', '# git ls-files --others\n# *.[oa]\n'],
    ['a last line without an end', '*.log'],
    ['Windows line ends', '*.log\r\n*.tmp\r\n'],
    ['no file', undefined],
  ];
  it('a status line alone hides them too, and goes without a trace', async () => {
    const line = (command: string | undefined) => carryOut(settings(root), { kind: 'status-line', command });
    const before = readFileSync(exclude(), 'utf8');
    await line('/home/me/.gatehouse/bin/gatehouse-statusline');
    assert.ok(existsSync(settings(root).file));
    assert.equal(shown(), '');
    await line(undefined);
    assert.equal(readFileSync(exclude(), 'utf8'), before);
  });

  for (const [says, text] of befores) {
    it(`installing hides them and uninstalling gives the same bytes back: ${says}`, async () => {
      if (text === undefined) rmSync(exclude(), { force: true });
      else writeFileSync(exclude(), text);
      await install();
      assert.equal(shown(), '');
      await install();
      await uninstall();
      assert.equal(existsSync(exclude()) ? readFileSync(exclude(), 'utf8') : undefined, text);
    });
  }

  it('keeps lines that are not UTF-8, its own too', async () => {
    const before = Buffer.from('caf\xe9/\n', 'latin1');
    writeFileSync(exclude(), before);
    const nested = path.join(root, 'é');
    mkdirSync(nested);
    await install(nested);
    assert.equal(shown(), '');
    await uninstall(nested);
    assert.deepEqual(readFileSync(exclude()), before);
  });

  it('a file that git ignores already gets no line', async () => {
    writeFileSync(path.join(root, '.gitignore'), 'settings.local.json\n');
    const before = readFileSync(exclude(), 'utf8');
    await install();
    assert.equal(readFileSync(exclude(), 'utf8'), before);
  });

  it('a linked worktree writes to the file that all worktrees share', async () => {
    writeFileSync(path.join(root, 'a'), '');
    git(root, 'add', '-A');
    git(root, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');
    const linked = path.join(folder, 'linked');
    git(root, 'worktree', 'add', '-q', linked);
    const before = readFileSync(exclude(), 'utf8');
    await install(linked);
    assert.equal(shown(linked), '');
    await uninstall(linked);
    assert.equal(readFileSync(exclude(), 'utf8'), before);
  });

  it('a project in a folder of the repository is named by its path', async () => {
    const inner = path.join(root, 'packages/[a] b');
    mkdirSync(inner, { recursive: true });
    await install(inner);
    assert.equal(shown(), '');
    assert.match(readFileSync(exclude(), 'utf8'), /^\/packages\/\\\[a\\\]\\ b\/\.claude\/settings\.local\.json$/m);
  });

  it('shared settings are shown as ever', async () => {
    const shared = { ...settings(root), file: path.join(root, '.claude/settings.json') };
    await carryOut(shared, { kind: 'install', entries: sampleEntries() });
    assert.match(shown(), /settings\.json/);
  });
});
