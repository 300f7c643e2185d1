import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { unifiedDiff, maskedSettings } from '../../../src/hooks/cli/settings-change';
import { freshFolder } from '../../harness/test-project';

describe('a unified diff', () => {
  it('is nothing where nothing changed', () => assert.equal(unifiedDiff('f', 'a\n', 'a\n'), ''));

  it('shows three lines around a change, and changes that are far apart by themselves', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');
    const after = before.replace('3\n', 'three\n').replace('17\n', '17\nmore\n');
    assert.equal(
      unifiedDiff('f', before, after),
      '--- f\n+++ f\n@@ -1,7 +1,7 @@\n 0\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n@@ -16,5 +16,6 @@\n 15\n 16\n 17\n+more\n 18\n 19\n',
    );
  });

  it('says where a final newline is missing', () => {
    assert.equal(unifiedDiff('f', '{}', '{}\n'), '--- f\n+++ f\n@@ -1 +1 @@\n-{}\n\\ No newline at end of file\n+{}\n');
  });

  it('is what patch understands', function () {
    const folder = freshFolder();
    const file = path.join(folder, 'file');
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  {'), { maxLength: 12 });
    const text = fc
      .tuple(lines, fc.boolean())
      .map(([all, end]) => all.join('\n') + (end && all.length > 0 ? '\n' : ''));
    try {
      fc.assert(
        fc.property(text, text, (before, after) => {
          const diff = unifiedDiff('file', before, after);
          if (diff === '') return;
          writeFileSync(file, before);
          execFileSync('git', ['apply', '--unidiff-zero', '-p0', '--whitespace=nowarn', '-'], {
            cwd: folder,
            input: diff,
            stdio: 'pipe',
          });
          assert.equal(readFileSync(file, 'utf8'), after);
        }),
        { numRuns: 40 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('settings on a screen', () => {
  it('G21 hide what may be secret and show the rest unchanged', () => {
    const text = `{
  // keys
  "env": { "API_KEY": "sk-123", "PORT": 80, "NESTED": { "a": ["b"] } },
  "model": "opus",
  "hooks": { "Stop": [{ "hooks": [{ "type": "http", "url": "http://x", "headers": { "Authorization": "Bearer t" } }] }] },
}`;
    assert.equal(
      maskedSettings(text),
      text.replace('"sk-123"', '"***"').replace('80', '"***"').replace('"b"', '"***"').replace('"Bearer t"', '"***"'),
    );
  });

  it('show nothing of a file that cannot be read', () => assert.equal(maskedSettings('{ "env": { "KEY": "sk'), ''));
});
