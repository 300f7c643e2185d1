import assert from 'node:assert/strict';
import { commentsOf } from '../../../src/hooks/source/comments';
import { languageOf } from '../../../src/hooks/source/file-kind';

function comments(file: string, text: string): readonly string[] {
  const language = languageOf(file);
  assert.ok(language);
  return commentsOf(text, language).map((comment) => `${comment.line} ${comment.kind} ${comment.text.trim()}`);
}

describe('comments of a source text', () => {
  const table: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['a line and a block', 'a.ts', '// one\n/* two\n */ let a;\n', ['1 line one', '2 block two']],
    ['nothing inside strings', 'a.ts', 'const a = "// no"; const b = `\n/* no */`;\n', []],
    ['a URL is not a comment', 'a.ts', 'see(http://x.example/y)\n', []],
    ['a docstring stands first', 'a.py', '"""Reads orders."""\nx = """not\na doc"""\n', ['1 doc-string Reads orders.']],
    ['a prefixed docstring is code first', 'a.py', 'x = 1\n"""late"""\n', []],
    ['a hash inside a shell word', 'a.sh', 'echo $# a#b\n# yes\n', ['2 line yes']],
    ['an apostrophe in prose ends with its line', 'a.sh', "echo it's\n# yes\n", ['2 line yes']],
    ['Lua and SQL', 'a.sql', "-- one\nselect '--no';\n", ['1 line one']],
    ['an unclosed block reaches to the end', 'a.c', '/* open\nint a;', ['1 block open\nint a;']],
    ['lines are counted through blocks and strings', 'a.go', '`a\nb`\n/* c\nd */\n// e', ['3 block c\nd', '5 line e']],
  ];
  for (const [name, file, text, expected] of table) {
    it(name, () => assert.deepEqual(comments(file, text), expected));
  }

  it('reads a file of 5 MB of quotes without giving up', () => {
    assert.deepEqual(comments('a.ts', "'".repeat(5_000_000)), []);
  });
});
