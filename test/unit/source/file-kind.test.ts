import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileKind, isOwnSource, isProductSource, nameKind } from '../../../src/hooks/source/file-kind';
import { freshFolder } from '../../harness/test-project';

type Said = 'product' | 'test' | 'none';

const table: readonly (readonly [string, Said])[] = [
  ['src/a.ts', 'product'],
  ['src/a.TS', 'product'],
  ['src/a.mts', 'product'],
  ['src/App.vue', 'product'],
  ['db/schema.sql', 'product'],
  ['script.ps1', 'product'],
  // Segments, not substrings: these only sound like build output or vendored code.
  ['src/builder.ts', 'product'],
  ['src/distance.ts', 'product'],
  ['src/rebuild/x.ts', 'product'],
  ['src/vendors.ts', 'product'],
  ['.github/scripts/x.js', 'product'],
  ['node_modules/a/index.js', 'none'],
  ['packages/a/node_modules/b/x.js', 'none'],
  ['vendor/github.com/x/y.go', 'none'],
  ['dist/a.js', 'none'],
  ['src/api.generated.ts', 'none'],
  ['lib/jquery.min.js', 'none'],
  ['proto/x_pb2.py', 'none'],
  ['types/x.d.ts', 'none'],
  ['vite.config.ts', 'none'],
  ['.claude/hooks/x.sh', 'none'],
  ['README.md', 'none'],
  ['Makefile', 'none'],
  ['.gitignore', 'none'],
  ['src/a.test.ts', 'test'],
  ['src/__tests__/a.ts', 'test'],
  ['test_a.py', 'test'],
  ['tests/test_x.py', 'test'],
  ['pkg/a_test.go', 'test'],
  ['src/test/java/AppTest.java', 'test'],
  ['spec/user_spec.rb', 'test'],
  ['src/latest.ts', 'product'],
  ['src/contest.py', 'product'],
];

describe('what a file is', () => {
  for (const [file, said] of table) {
    it(`${file} is ${said === 'none' ? 'not source that a person answers for' : said}`, () => {
      const kind = nameKind(file);
      const seen: Said = !isOwnSource(kind) ? 'none' : isProductSource(kind) ? 'product' : 'test';
      assert.equal(seen, said);
    });
  }

  it('does not depend on the folder that the project lies in', () => {
    const outer = freshFolder();
    const root = path.join(outer, 'build', 'node_modules', 'me');
    mkdirSync(root, { recursive: true });
    const kind = fileKind(root, path.join(root, 'src/a.ts'));
    assert.equal(kind.relative, 'src/a.ts');
    assert.equal(isProductSource(kind), true);
    rmSync(outer, { recursive: true });
  });

  it('has gates in a worktree that is kept under .claude/worktrees', () => {
    const kind = fileKind('/r/.claude/worktrees/f', '/r/.claude/worktrees/f/src/a.ts');
    assert.equal(kind.agentFolder, false);
    assert.equal(isProductSource(kind), true);
  });

  it('is outside when a link leads out of the root', () => {
    const outer = freshFolder();
    mkdirSync(path.join(outer, 'root'));
    mkdirSync(path.join(outer, 'elsewhere'));
    symlinkSync(path.join(outer, 'elsewhere'), path.join(outer, 'root/link'));
    assert.equal(fileKind(path.join(outer, 'root'), 'link/a.ts').relative, undefined);
    rmSync(outer, { recursive: true });
  });
});
