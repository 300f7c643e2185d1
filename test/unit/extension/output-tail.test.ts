import assert from 'node:assert/strict';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OutputTail } from '../../../src/extension/tests/output-tail';
import { freshFolder } from '../../harness/test-project';

describe('the output of a test run as it grows', () => {
  let folder: string;
  beforeEach(() => void (folder = freshFolder()));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives what came since the last look, from the beginning on', () => {
    const file = path.join(folder, 'out');
    const tail = new OutputTail(file);
    assert.equal(tail.added(), '');
    writeFileSync(file, 'one\ntw');
    assert.equal(tail.added(), 'one\ntw');
    assert.equal(tail.added(), '');
    appendFileSync(file, 'o\n');
    assert.equal(tail.added(), 'o\n');
  });

  it('never gives half a character', () => {
    const file = path.join(folder, 'out');
    const tail = new OutputTail(file);
    const tick = Buffer.from('✔');
    writeFileSync(file, tick.subarray(0, 2));
    assert.equal(tail.added(), '');
    appendFileSync(file, tick.subarray(2));
    assert.equal(tail.added(), '✔');
  });

  it('starts again when another run cuts the file', () => {
    const file = path.join(folder, 'out');
    const tail = new OutputTail(file);
    writeFileSync(file, 'a long first run');
    tail.added();
    writeFileSync(file, 'second');
    assert.equal(tail.added(), 'second');
  });

  it('gives more than one piece at once', () => {
    const file = path.join(folder, 'out');
    writeFileSync(file, 'x'.repeat(600_000));
    assert.equal(new OutputTail(file).added().length, 600_000);
  });
});
