import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { troublesOf } from '../../../src/extension/registration/troubles';
import { freshFolder } from '../../harness/test-project';

describe('G5 what is wrong with Gatehouse itself', () => {
  const folder = freshFolder();
  after(() => rmSync(folder, { recursive: true }));

  const headlines = (home: string, problem?: string, damaged: readonly string[] = []) =>
    troublesOf({
      registration: { registered: true, others: [], scopes: [{ scope: 'local', file: 's.json', found: [], problem }] },
      env: { GATEHOUSE_HOME: home },
      damaged,
    }).map(({ headline, action }) => `${headline}: ${action.label}`);

  it('is nothing where all can be read, and where nothing was written yet', () => {
    assert.deepEqual(headlines(folder), []);
    assert.deepEqual(headlines(path.join(folder, 'not-there')), []);
  });

  it('is told with what helps, the worst first', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    assert.deepEqual(headlines(file, 'it is not JSON', ['runner.js']), [
      'Hooks damaged: Repair hooks',
      'Settings unreadable: Open settings file',
      'State unreadable: Run diagnostics',
    ]);
  });
});
