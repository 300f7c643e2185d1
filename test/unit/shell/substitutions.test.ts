import assert from 'node:assert/strict';
import { read, runs } from './reading';

describe('shell reader: substitutions that the parser splits or overlooks', () => {
  const rows = [
    'echo ${x/$(a /b)/c}',
    'echo "${x//$(a /b)}"',
    'echo ${x/%`a /b`/c}',
    'echo ${x/c/"$(a /b)"}',
    'echo ${x/${y/$(a /b)/}/c}',
    'echo ${x#${y/$(a /b)/}}',
    'echo @($(a /b)|c)',
    'echo [$(a /b)]*',
    '[[ x == @(c|$(a /b)) ]]',
    'case x in @($(a /b))) ;; esac',
    'v=(1)$(a /b)',
    'v=(1<(a /b))',
    'shift 0<(a /b)',
  ];
  for (const source of rows) it(source, () => assert.ok(runs(source).includes('a /b'), runs(source).join('; ')));

  it('does not guess what a pattern with a substitution leaves of a value', () =>
    assert.ok(runs('x=aXm; ${x/$(echo a/X)/r} y').includes('?${x/$(echo a/X)/r} y')));

  it('still replaces by a pattern with a quoted slash', () => assert.deepEqual(runs('x=a/m; ${x/"a/"/r} y'), ['rm y']));
});

describe('shell reader: a substitution that is only a redirect', () => {
  it('prints the file, which is not known', () =>
    assert.deepEqual(runs('rm -rf $(<list) `< list`').at(-1), 'rm -rf ?$(<list) ?`< list`'));
  it('prints a file that the line wrote', () =>
    assert.deepEqual(runs('echo a b > list; rm $(<list)').at(-1), 'rm a b'));
  it('prints nothing if only output is redirected', () => assert.deepEqual(runs('rm $(>list)').at(-1), 'rm'));
});

describe('shell reader: process substitutions as values', () => {
  it('runs the program after the assignment', () => assert.deepEqual(runs('A=<(x) B=1 C=2 y z'), ['x', 'y z']));
  it('keeps text before it in the value', () => assert.deepEqual(runs('A=b<(x) y'), ['x', 'y']));
  it('sets the variable where no program follows', () => {
    const { assignments, invocations } = read('A=<(x)');
    assert.deepEqual([assignments.map(({ name }) => name), invocations.map(({ program }) => program)], [['A'], ['x']]);
  });
});
