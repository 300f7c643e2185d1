import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { sealedFormat, sealIn } from '../../../src/hooks/state/seal';
import { beginCall, expectSeal, foreignTexts, rememberFolder } from '../../../src/hooks/state/sealed-memory';
import { jsonFormat } from '../../../src/hooks/state/state-file';
import { ownFile } from '../../../src/hooks/state/stored-files';
import { freshFolder } from '../../harness/test-project';

const Cache = z.object({ v: z.literal(1), code: z.string() });

describe('C1 what a process remembers of sealed documents', () => {
  let home: string;
  const file = () => ownFile(home, 'book.json', Cache, { sealed: true });
  /** What another program with the key would write. */
  const sealedText = (code: string) => sealedFormat(jsonFormat(Cache), home).print({ v: 1, code }, undefined);
  const forge = (code: string, name = 'book.json') => writeFileSync(path.join(home, name), sealedText(code));

  beforeEach(async () => {
    home = freshFolder();
    beginCall();
    await file().update(() => ({ v: 1, code: 'ours' }));
    beginCall();
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('goes by its own text where another program wrote one with a right seal', () => {
    forge('theirs');
    assert.deepEqual(file().read(), { kind: 'ok', value: { v: 1, code: 'ours' } });
  });

  it('puts its own text back', () => {
    forge('theirs');
    const [found] = foreignTexts(home);
    assert.equal(found?.file, path.join(home, 'book.json'));
    assert.equal(found.restore(), true);
    assert.deepEqual(foreignTexts(home), []);
    assert.deepEqual(file().read(), { kind: 'ok', value: { v: 1, code: 'ours' } });
  });

  it('believes a text that was announced', () => {
    expectSeal(path.join(home, 'book.json'), sealIn(sealedText('announced')) ?? '');
    forge('announced');
    assert.deepEqual(foreignTexts(home), []);
    assert.deepEqual(file().read(), { kind: 'ok', value: { v: 1, code: 'announced' } });
  });

  it('believes no earlier text of its own', async () => {
    await file().update(() => ({ v: 1, code: 'later' }));
    beginCall();
    forge('ours');
    assert.deepEqual(file().read(), { kind: 'ok', value: { v: 1, code: 'later' } });
  });

  it('lets a document go that was removed', () => {
    rmSync(path.join(home, 'book.json'));
    assert.deepEqual(file().read(), { kind: 'missing' });
    assert.deepEqual(foreignTexts(home), []);
  });

  it('takes a document that comes into a folder it has seen whole for another’s', () => {
    rememberFolder(home);
    forge('new', 'other.json');
    assert.deepEqual(ownFile(home, 'other.json', Cache, { sealed: true }).read(), { kind: 'missing' });
    assert.equal(foreignTexts(home).length, 1);
  });

  it('accepts what came before its first call', () => {
    forge('before', 'other.json');
    assert.equal(ownFile(home, 'other.json', Cache, { sealed: true }).read().kind, 'ok');
  });
});
