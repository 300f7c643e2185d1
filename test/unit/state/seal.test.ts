import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { ownFile } from '../../../src/hooks/state/stored-files';

const Cache = z.object({ v: z.literal(1), code: z.string() });

describe('C1 a sealed document', () => {
  let home: string;
  beforeEach(() => void (home = mkdtempSync(path.join(os.tmpdir(), 'gh-seal-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  for (const layout of ['readable', 'compact'] as const) {
    it(`${layout}: reads back what was written, also after another write`, async () => {
      const file = ownFile(home, 'cache.json', Cache, { layout, sealed: true });
      await file.update(() => ({ v: 1, code: 'a' }));
      await file.update((now) => ({ v: 1, code: `${now?.code}b` }));
      assert.deepEqual(file.read(), { kind: 'ok', value: { v: 1, code: 'ab' } });
    });

    it(`${layout}: what something else wrote does not count`, async () => {
      const file = ownFile(home, 'cache.json', Cache, { layout, sealed: true });
      await file.update(() => ({ v: 1, code: 'mine' }));
      writeFileSync(file.path, readFileSync(file.path, 'utf8').replace('mine', 'else'));
      assert.deepEqual(file.read(), { kind: 'corrupt', problem: 'it was not written by Gatehouse' });
    });
  }
});
