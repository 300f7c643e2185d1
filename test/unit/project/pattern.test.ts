import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expression, namePattern, pathPattern, wildcard } from '../../../src/hooks/project/pattern';

describe('a pattern', () => {
  const cases: readonly (readonly [kind: typeof wildcard, pattern: string, text: string, fits: boolean])[] = [
    [wildcard, 'release/*', 'release/1.2', true],
    [wildcard, 'release/*', 'releases', false],
    [wildcard, 'main', 'main', true],
    [wildcard, 'ma.n', 'main', false],
    [wildcard, '[ab]?', 'a1', false],
    [wildcard, 'mcp__*codex*', 'mcp__my_codex__review', true],
    [wildcard, '*', '', true],
    [wildcard, '', 'a', false],
    [namePattern, '*.p?c', 'Module.PYC', true],
    [namePattern, '[!a-c]x', 'dx', true],
    [namePattern, '[!a-c]x', 'bx', false],
    [namePattern, '[]x]', ']', true],
    [namePattern, '[[:digit:]]', '7', true],
    [namePattern, '\\*', 'a', false],
    [namePattern, '[a', '[a', true],
    [pathPattern, '/p/.claude/*', '/p/.claude/.proof-status', false],
    [pathPattern, '/p/.claude/.*', '/p/.claude/.proof-status', true],
    [pathPattern, '/p/*', '/p/a/b', false],
    [pathPattern, '/p/?/b', '/p/a/b/', true],
  ];
  for (const [kind, pattern, text, fits] of cases) {
    it(`${kind.name} ${pattern} ${fits ? 'stands' : 'does not stand'} for ${text}`, () => {
      assert.equal(kind(pattern)(text), fits);
    });
  }

  it('D10 finds in every text the wildcards that made it', () => {
    const part = fc.string({ maxLength: 5 }).map((text) => text.replaceAll('*', ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), { maxLength: 8 }), (parts) => {
        const pattern = parts.map(([letters]) => `${letters}*`).join('');
        const text = parts.map(([letters, more]) => letters + more).join('');
        assert.ok(wildcard(pattern)(text));
      }),
    );
  });

  it('D10 takes no longer because it has many stars', () => {
    const stars = '*a'.repeat(5_000);
    const text = 'a'.repeat(4_999);
    for (const kind of [wildcard, namePattern, pathPattern]) assert.equal(kind(`${stars}b`)(text), false);
    assert.equal(namePattern('['.repeat(100_000))(text), false);
    assert.equal(expression('^(a*)*b$')('a'.repeat(100_000)), false);
  });

  it('D10 is no expression of more than two thousand characters, nor one that looks ahead or back', () => {
    for (const source of ['a'.repeat(2_001), '(?=a)', '(a)\\1', '(']) assert.throws(() => expression(source));
  });
});
