import assert from 'node:assert/strict';
import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LogTail } from '../../../src/extension/store/decision-store';
import { freshFolder } from '../../harness/test-project';

function begunAnew(log: string): void {
  renameSync(log, `${log}.1`);
  writeFileSync(log, 'a\n');
}

describe('the tail of a log', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = freshFolder();
    file = path.join(folder, 'log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('begins at the end and gives what is added, line by line', () => {
    writeFileSync(file, 'old\n');
    const tail = new LogTail(file);
    assert.deepEqual(tail.added(), { kind: 'lines', lines: [] });
    appendFileSync(file, 'one\ntwo\n');
    assert.deepEqual(tail.added(), { kind: 'lines', lines: ['one', 'two'] });
    assert.deepEqual(tail.added(), { kind: 'lines', lines: [] });
  });

  it('waits for the rest of a line that is still being written', () => {
    writeFileSync(file, '');
    const tail = new LogTail(file);
    appendFileSync(file, 'on');
    assert.deepEqual(tail.added(), { kind: 'lines', lines: [] });
    appendFileSync(file, 'é\n');
    assert.deepEqual(tail.added(), { kind: 'lines', lines: ['oné'] });
  });

  it('waits for a file that is not there yet', () => {
    const tail = new LogTail(file);
    assert.deepEqual(tail.added(), { kind: 'lines', lines: [] });
    writeFileSync(file, 'one\n');
    assert.deepEqual(tail.added(), { kind: 'replaced' });
    appendFileSync(file, 'two\n');
    assert.deepEqual(tail.added(), { kind: 'lines', lines: ['two'] });
  });

  for (const [how, change] of [
    ['was cut', (log: string) => truncateSync(log)],
    ['was renamed and started again', begunAnew],
    ['is gone', (log: string) => rmSync(log)],
  ] as const) {
    it(`tells that the file ${how}`, () => {
      writeFileSync(file, 'one\n');
      const tail = new LogTail(file);
      change(file);
      assert.deepEqual(tail.added(), { kind: 'replaced' });
    });
  }
});
