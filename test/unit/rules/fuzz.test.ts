import assert from 'node:assert/strict';
import fc from 'fast-check';
import { treePattern } from '../../../src/hooks/project/pattern';
import { matches } from '../../../src/hooks/rules/examples';
import type { Rule, RuleMatch } from '../../../src/hooks/rules/rule';

const at = { root: '/home/dev/project', home: '/home/dev' };

/** Patterns that send other engines into the woods: many stars, nested sets, long repetitions. */
const pattern = fc.oneof(
  fc
    .array(fc.constantFrom('*', '**', '?', 'a', '/', '[a-z]', '[!a]', '\\', '(a+)+', '!', '~', '.', '{a,b}'), {
      minLength: 1,
      maxLength: 60,
    })
    .map((parts) => parts.join('').slice(0, 500)),
  fc.string({ minLength: 1, maxLength: 200 }),
  fc.constant('*a'.repeat(200)),
  fc.constant('**/'.repeat(160)),
);
const patterns = fc.oneof(pattern, fc.array(pattern, { minLength: 1, maxLength: 5 }));
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const match: fc.Arbitrary<RuleMatch> = fc.record({
  program: optional(patterns),
  subcommand: optional(patterns),
  flags: optional(patterns),
  effect: optional(patterns),
  path: optional(patterns),
  host: optional(patterns),
  tool: optional(patterns),
});
const command = fc.oneof(
  fc.constant(`rm -rf ${'a/'.repeat(400)}b ${'a'.repeat(2_000)} --${'a'.repeat(500)}`),
  fc.constant(`curl https://${'a.'.repeat(60)}example.com/${'a'.repeat(3_000)} > ${'a'.repeat(255)}`),
  fc.string({ maxLength: 300 }),
);

describe('patterns of rules, whatever is written into them', () => {
  it('give an answer to every command and never throw', () => {
    fc.assert(
      fc.property(match, command, (given, text) => {
        const rule: Rule = { id: 'r', match: given, decision: 'deny', why: 'x', refuses: ['x'], passes: ['y'] };
        assert.equal(typeof matches(rule, text, at), 'boolean');
      }),
      { numRuns: 300 },
    );
  });

  it('take no more steps than letters times letters: the worst pattern on the longest path ends', () => {
    const path = `/${'a'.repeat(200)}/`.repeat(40);
    for (const worst of ['*a*a*a*a*a*a*a*a*b', '**/a*a*a*a*b', `${'**/'.repeat(100)}b`, `${'*a'.repeat(240)}b`]) {
      assert.equal(treePattern(`/${worst}`).matches(path), false, worst);
    }
  });

  it('fit the path that made them', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.]{0,8}$/);
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
        (names, how) => {
          const made = names.map(
            (one, index) => [one, '*', `${one.slice(0, 1)}*`, one.replace(/.$/, '?')][how[index] ?? 0],
          );
          assert.ok(treePattern(`/${made.join('/')}`).matches(`/${names.join('/')}`));
          assert.ok(treePattern(`/**/${made.at(-1) ?? ''}`).matches(`/${names.join('/')}`));
        },
      ),
      { numRuns: 200 },
    );
  });
});
