import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, watch as watchFolder, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FolderWatch } from '../../../src/extension/platform/folder-watch';
import { eventually } from '../../harness/eventually';
import { freshFolder } from '../../harness/test-project';

describe('a watched folder', () => {
  let top: string;
  let folder: string;
  let heard: (string | undefined)[];
  let watch: FolderWatch;

  beforeEach(() => {
    top = freshFolder();
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
    await eventually(() => assert.ok(heard.some(wanted), JSON.stringify(heard)));
  };

  it('tells which file changed', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    writeFileSync(path.join(folder, 'x'), '1');
    await hears((name) => name === 'x');
  });

  /** Writes a file until it is heard of: the watch follows a new folder some time after it was made. */
  const hearsOf = (name: string, wanted: (heardName: string | undefined) => boolean) => {
    let writes = 0;
    return eventually(() => {
      writeFileSync(path.join(folder, name), String((writes += 1)));
      assert.ok(heard.some(wanted), JSON.stringify(heard));
    });
  };

  it('tells of a file in a folder that comes into being later, level by level', async () => {
    begin();
    for (const level of ['a', 'a/b', 'a/b/c']) {
      heard = [];
      mkdirSync(path.join(top, level));
      await hears((name) => name === undefined);
    }
    await hearsOf('x', (name) => name === 'x');
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
    await hears((name) => name === undefined);
    mkdirSync(folder);
    await hearsOf('y', (name) => name === 'y');
  });

  it('goes on after another folder took its place', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    const other = path.join(top, 'other');
    mkdirSync(other);
    renameSync(folder, path.join(top, 'gone'));
    renameSync(other, folder);
    await hearsOf('z', (name) => name === 'z');
  });

  it('is silent after its end', async () => {
    mkdirSync(folder, { recursive: true });
    begin();
    watch.dispose();
    writeFileSync(path.join(folder, 'x'), '1');
    // Another watch on the same folder hears it in the meantime.
    await new Promise<void>((resolve) => {
      const watcher = watchFolder(folder, () => {
        watcher.close();
        resolve();
      });
      writeFileSync(path.join(folder, 'x'), '2');
    });
    assert.deepEqual(heard, []);
  });
});
