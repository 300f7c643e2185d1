import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderWatch } from '../../../src/extension/platform/folder-watch';

describe('a watched folder', () => {
  let top: string;
  let folder: string;
  let heard: (string | undefined)[];
  let watch: FolderWatch;

  beforeEach(() => {
    top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'gh-watch-')));
    folder = path.join(top, 'a/b/c');
    heard = [];
  });
  afterEach(() => {
    watch.dispose();
    rmSync(top, { recursive: true, force: true });
  });

  const begin = () => {
    watch = new FolderWatch(
      folder,
      (name) => heard.push(name),
      (error) => assert.fail(String(error)),
    );
  };
  const hears = async (wanted: (name: string | undefined) => boolean) => {
    for (let waited = 0; waited < 2_000 && !heard.some(wanted); waited += 10) await pause(10);
    assert.ok(heard.some(wanted), JSON.stringify(heard));
  };

  it('tells which file changed', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    writeFileSync(path.join(folder, 'x'), '1');
    await hears((name) => name === 'x');
  });

  it('tells of a file in a folder that comes into being later, level by level', async () => {
    begin();
    mkdirSync(path.join(top, 'a'));
    await pause(30);
    mkdirSync(path.join(top, 'a/b'));
    await pause(30);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'x'), '1');
    await hears((name) => name === undefined || name === 'x');
    await pause(50);
    heard = [];
    writeFileSync(path.join(folder, 'y'), '1');
    await hears((name) => name === 'y');
  });

  it('tells that anything may have changed when the whole path appears at once', async () => {
    begin();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'x'), '1');
    await hears((name) => name === undefined || name === 'x');
  });

  it('goes on after the folder was removed and made again', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    rmSync(folder, { recursive: true });
    await pause(50);
    mkdirSync(folder);
    await pause(50);
    heard = [];
    writeFileSync(path.join(folder, 'y'), '1');
    await hears((name) => name === 'y' || name === undefined);
  });

  it('goes on after another folder took its place', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    const other = path.join(top, 'other');
    mkdirSync(other);
    renameSync(folder, path.join(top, 'gone'));
    renameSync(other, folder);
    await pause(80);
    heard = [];
    writeFileSync(path.join(folder, 'z'), '1');
    await hears((name) => name === 'z' || name === undefined);
  });

  it('is silent after its end', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    watch.dispose();
    writeFileSync(path.join(folder, 'x'), '1');
    await pause(50);
    assert.deepEqual(heard, []);
  });
});
