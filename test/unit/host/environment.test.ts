import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readExports } from '../../../src/hooks/host/frame';

const odd: Readonly<Record<string, string>> = {
  PLAIN: 'a',
  EMPTY: '',
  EQUALS: 'a=b=c',
  QUOTED: `"a" 'b' \\c \`d\` $e !f`,
  LINES: '\n one\ndeclare -x FAKE="1"\n\n',
  CONTROLS: '\x01\x07\b\t\v\f\r\x1b[31m\x7f',
  WIDE: 'é ü 🚪 \u202e',
};

describe('reading what a shell exports', () => {
  for (const LC_ALL of ['C', 'C.UTF-8']) {
    it(`gives back every value under LC_ALL=${LC_ALL}`, async () => {
      const { stdout } = await promisify(execFile)('/bin/bash', ['-p', '-c', 'export -p'], {
        env: { ...odd, LC_ALL },
        encoding: 'latin1',
      });
      const read = readExports(stdout);
      for (const [name, value] of Object.entries(odd)) assert.equal(read[name], value, name);
      assert.equal(read.FAKE, undefined);
    });
  }

  it('reads the words of a POSIX shell and of one that marks more than the export', () => {
    assert.deepEqual(readExports('export A="1"\ndeclare -rx B="2"\ndeclare -x C\nexport D=$\'\\303\\251\\n\''), {
      A: '1',
      B: '2',
      D: 'é\n',
    });
  });

  it('ends quietly where the text is cut', () => {
    assert.deepEqual(readExports('declare -x A="1"\ndeclare -x B="2'), { A: '1', B: '2' });
    assert.deepEqual(readExports('rm -rf /'), {});
  });
});
