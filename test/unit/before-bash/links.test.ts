import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assumedSite } from '../../../bench/corpus-site';
import { freshFolder } from '../../harness/test-project';
import { judge, judgeAt } from './judging';

describe('a link in the project that leads out of it', () => {
  const root = path.join(freshFolder(), 'project');
  const site = assumedSite({ root });

  before(() => {
    mkdirSync(path.join(root, 'src'), { recursive: true });
    writeFileSync(path.join(root, 'src/a.ts'), 'a\n');
    symlinkSync('/home/dev/notes', path.join(root, 'out'));
    symlinkSync('src', path.join(root, 'source'));
  });
  after(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  for (const command of [
    'rm -rf out/*',
    'rm -rf out/',
    'rm -rf ./out/2025',
    'cd out && rm -rf *',
    'find out/ -type f -delete',
    'rsync -a --delete empty/ out/',
    `python3 -c "import shutil; shutil.rmtree('out/2025')"`,
  ]) {
    it(`protects what is behind it: ${command}`, async () => {
      const { kind, reason } = await judgeAt(site, { command });
      assert.match(kind, /^(?:deny|ask)$/);
      assert.match(reason, /outside this project/);
    });
  }

  for (const command of [
    'rm -rf out',
    'rm out',
    'unlink out',
    'rm -rf source/*',
    'rm -rf source/gone',
    'rm -rf src/old',
  ]) {
    it(`may go itself, and links that stay in the project are followed freely: ${command}`, async () => {
      assert.equal((await judgeAt(site, { command })).kind, 'pass');
    });
  }
});

describe('a link that the line itself makes', () => {
  for (const command of [
    'ln -s ~/notes build && rm -rf build/*',
    'ln -sfn /home/dev/notes build; rm -rf build/',
    'ln -s ~/notes build; rm -rf build/2025',
    'ln -s ~ h && rm -rf h/notes',
  ]) {
    it(`protects what is behind it: ${command}`, async () => {
      assert.equal((await judge(command)).rule, 'delete-files');
    });
  }

  for (const command of [
    'ln -s ~/notes build; rm -rf build',
    'ln -s src lib; rm -rf lib/*',
    'ln -s ~/notes a; rm -rf b/*',
  ]) {
    it(`may go itself: ${command}`, async () => {
      assert.equal((await judge(command)).kind, 'pass');
    });
  }
});
