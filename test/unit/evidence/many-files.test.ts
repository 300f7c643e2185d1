import assert from 'node:assert/strict';
import { chmodSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EvidenceRig } from './rig';

const count = 1_100;
const text = (at: number) => `export const value = ${String(at).padStart(4, '0')};\n`;

describe('the digest of a plane with more than a thousand changed files', () => {
  let shop: EvidenceRig;
  let usual: string;
  let objects: string;
  const name = (at: number) => `src/part-${at % 10}/module ${at}.ts`;
  const witnesses = () => readdirSync(shop.state).filter((file) => file.startsWith('side-index-'));
  const digest = async (at = shop) => {
    const found = await at.evidence().digest('code');
    assert.equal(found.kind, 'whole');
    return found.value;
  };

  before(async () => {
    shop = EvidenceRig.repository({ [name(0)]: 'old\n', [name(1)]: 'old\n' });
    for (let at = 0; at < count; at++) shop.write(name(at), text(at));
    const settled = Date.now() / 1000 - 10;
    for (let at = 0; at < count; at++) utimesSync(shop.at(name(at)), settled, settled);
    // What is younger than this could change again without its times showing it.
    await new Promise((resolve) => setTimeout(resolve, 150));
    objects = shop.git('count-objects');
    usual = await digest();
  });
  after(() => shop.clear());

  it('is remembered by a side index outside the repository, which holds no content', async () => {
    assert.equal(witnesses().length, 1);
    assert.equal(await digest(), usual);
    assert.equal(witnesses().length, 1);
    assert.equal(shop.git('status', '--porcelain', '-uall').split('\n').length, count + 1);
    assert.equal(shop.git('count-objects'), objects);
  });

  const changes: readonly (readonly [says: string, change: () => void, back: () => void])[] = [
    ['an edit', () => shop.write(name(7), 'other\n'), () => shop.write(name(7), text(7))],
    [
      'an edit of the same length whose time was set back',
      () => {
        const { atime, mtime } = statSync(shop.at(name(8)));
        writeFileSync(shop.at(name(8)), text(9999));
        utimesSync(shop.at(name(8)), atime, mtime);
      },
      () => shop.write(name(8), text(8)),
    ],
    ['a removal', () => rmSync(shop.at(name(9))), () => shop.write(name(9), text(9))],
    ['a file that may be run', () => chmodSync(shop.at(name(10)), 0o755), () => chmodSync(shop.at(name(10)), 0o644)],
    [
      'a file in place of another',
      () => renameSync(shop.at(name(11)), shop.at(name(12))),
      () => {
        shop.write(name(11), text(11));
        shop.write(name(12), text(12));
      },
    ],
    ['a new file', () => shop.write('src/new.ts', 'new\n'), () => rmSync(shop.at('src/new.ts'))],
    ['an edit of a tracked file', () => shop.write(name(0), 'other\n'), () => shop.write(name(0), text(0))],
  ];
  for (const [says, change, back] of changes) {
    it(`sees ${says}, and that it was taken back`, async () => {
      change();
      assert.notEqual(await digest(), usual);
      back();
      assert.equal(await digest(), usual);
    });
  }

  it('is right without the side index, and with one that says nothing', async () => {
    for (const file of witnesses()) rmSync(path.join(shop.state, file));
    assert.equal(await digest(), usual);
    for (const file of witnesses()) writeFileSync(path.join(shop.state, file), 'DIRC?');
    assert.equal(await digest(), usual);
    shop.write(name(20), 'other\n');
    for (const file of witnesses()) writeFileSync(path.join(shop.state, file), '');
    assert.notEqual(await digest(), usual);
    shop.write(name(20), text(20));
  });

  it('is right when several ask for the first time at the same moment', async () => {
    const home = path.join(shop.base, 'another-home');
    const asked = await Promise.all([1, 2, 3].map(() => shop.evidence({ home }).digest('code')));
    assert.deepEqual(
      asked.map((one) => (one.kind === 'whole' ? one.value : one.reason)),
      [usual, usual, usual],
    );
    assert.deepEqual(await shop.evidence({ home }).digest('code'), asked[0]);
  });
});
