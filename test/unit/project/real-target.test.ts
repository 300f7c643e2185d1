import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { realTarget } from '../../../src/hooks/project/place';
import { freshFolder } from '../../harness/test-project';

describe('where a write lands', () => {
  let folder: string;
  before(() => {
    folder = freshFolder();
    mkdirSync(path.join(folder, 'real/deep'), { recursive: true });
    writeFileSync(path.join(folder, 'real/file'), '');
    symlinkSync('real', path.join(folder, 'link'));
    symlinkSync('real/file', path.join(folder, 'to-file'));
    symlinkSync('link/new', path.join(folder, 'to-nothing'));
    symlinkSync('loop-b', path.join(folder, 'loop-a'));
    symlinkSync('loop-a', path.join(folder, 'loop-b'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const cases: readonly (readonly [says: string, from: string, to: string])[] = [
    ['a file without links stays', 'real/file', 'real/file'],
    ['a link is followed', 'to-file', 'real/file'],
    ['a link in the folders is followed', 'link/deep', 'real/deep'],
    ['also to a file that is not there yet', 'link/deep/a/b', 'real/deep/a/b'],
    ['a link whose target is missing leads to where it would be made', 'to-nothing', 'real/new'],
    ['also further down', 'to-nothing/x', 'real/new/x'],
    ['a path below a file is only a name', 'real/file/x', 'real/file/x'],
  ];
  for (const [says, from, to] of cases)
    it(says, () => assert.equal(realTarget(path.join(folder, from)), path.join(folder, to)));

  it('links that lead to themselves end', () => assert.ok(realTarget(path.join(folder, 'loop-a')).includes('loop-')));
  it('the root is the root', () => assert.equal(realTarget('/'), '/'));
});
