import assert from 'node:assert/strict';
import { EvidenceRig } from '../evidence/rig';

describe('the bytes of files that git holds', () => {
  const rig = EvidenceRig.repository({
    'a.txt': 'one\ntwo\n',
    'with space.txt': 'blank missing\n',
    'empty.txt': '',
    'folder/b.txt': 'below\n',
  });
  after(() => rig.clear());

  const cases: readonly (readonly [says: string, name: string, text: string | undefined])[] = [
    ['a file of the last commit', 'HEAD:a.txt', 'one\ntwo\n'],
    ['a name with a blank', 'HEAD:with space.txt', 'blank missing\n'],
    ['an empty file', 'HEAD:empty.txt', ''],
    ['a file in a folder', 'HEAD:folder/b.txt', 'below\n'],
    ['no file of that name', 'HEAD:none.txt', undefined],
    ['a folder is no file', 'HEAD:folder', undefined],
    ['no commit of that name', 'nowhere:a.txt', undefined],
  ];
  it('come from one git, each under the name that was asked for', async () => {
    const found = await rig.source().git?.blobs(cases.map(([, name]) => name));
    assert.deepEqual(
      cases.map(([says, name]) => [says, name, found?.get(name)?.toString()]),
      cases,
    );
  });
  it('are nothing where nothing is asked', async () => {
    assert.equal((await rig.source().git?.blobs([]))?.size, 0);
  });
});
