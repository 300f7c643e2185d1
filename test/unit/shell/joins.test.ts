import assert from 'node:assert/strict';
import { read, runs, words } from './reading';

/** What the last command of the line may be: once for each value of what it names. */
const possible = (source: string): readonly string[] => [...new Set(runs(source).filter((run) => run.startsWith('a')))];

/** Where `a` may run. */
const places = (source: string): readonly (string | undefined)[] => [
  ...new Set(
    read(source)
      .invocations.filter(({ program }) => program === 'a')
      .map(({ cwd }) => cwd),
  ),
];

function table(title: string, rows: readonly (readonly [string, readonly string[]])[]): void {
  describe(title, () => {
    for (const [source, expected] of rows) {
      it(JSON.stringify(source), () => assert.deepEqual([...possible(source)].sort(), [...expected].sort()));
    }
  });
}

table('A variable that code may have set has every possible value', [
  ['x=1; b && x=2; a $x', ['a 1', 'a 2']],
  ['x=1; b || x=2; a $x', ['a 1', 'a 2']],
  ['x=1; if b; then x=2; fi; a $x', ['a 1', 'a 2']],
  ['if b; then x=1; elif c; then x=2; else x=3; fi; a $x', ['a 1', 'a 2', 'a 3']],
  ['case $y in b) x=1;; *) x=2;; esac; a $x', ['a 1', 'a 2']],
  ['x=1; case $y in b) x=2;; esac; a $x', ['a 1', 'a 2']],
  ['x=1; while b; do x=2; done; a $x', ['a 1', 'a 2']],
  ['x=1; until b; do x=2; done; a $x', ['a 1', 'a 2']],
  ['x=1; for y in $(b); do x=2; done; a $x', ['a 1', 'a 2']],
  ['x=1; select y in b c; do x=2; done; a $x', ['a 1', 'a 2']],
  ['x=1; for ((i = 0; i < n; i++)); do x=2; done; a $x', ['a 1', 'a 2']],
  ['x=1; f() { b && x=2; }; f; a $x', ['a 1', 'a 2']],
  ['x=1; f() { b && return; x=2; }; f; a $x', ['a 1', 'a 2']],
  ['x=1; for y in 1 2; do b && break; x=2; done; a $x', ['a 1', 'a 2']],
  ['b && x=2; a $x', ['a ?$x', 'a 2']],
  ['x=; b && x=2; a $x c', ['a c', 'a 2 c']],
  ['x=; b && x=echo; $x a c', ['a c']],
  ['y=(1 2); b && y=(3); a "${y[@]}"', ['a 1 2', 'a 3']],
  ['set -- 1; b && set -- 2; a $1', ['a 1', 'a 2']],
  ['x=1; b && x=2; y=$x; a $x$y', ['a 11', 'a 12', 'a 21', 'a 22']],
]);

table('A command sees the same value of a variable in all its words', [['x=1; b && x=2; a $x $x', ['a 1 1', 'a 2 2']]]);

table('Only what can happen is followed', [
  ['x=1; true && x=2; a $x', ['a 2']],
  ['x=1; false && x=2; a $x', ['a 1']],
  ['x=1; false || x=2; a $x', ['a 2']],
  ['x=1 && y=2 && x=3; a $x', ['a 3']],
  ['x=1; export y=2 || x=3; a $x', ['a 1']],
  ['x=$(b) || exit 1; y=1; a $y', ['a 1']],
  ['x=1; b || { x=2; exit; }; a $x', ['a 1']],
  ['x=1; for y in 1 2; do x=$y; done; a $x', ['a 2']],
  ['x=1; (b && x=2); a $x', ['a 1']],
  ['x=1; while read -r y; do :; done; a $x', ['a 1']],
]);

table('Beyond eight values, or eight worlds of one command, the rest is unknown', [
  [
    `${Array.from({ length: 10 }, (_, at) => `b && x=${at}`).join('; ')}; a $x`,
    [...Array.from({ length: 8 }, (_, at) => `a ${at}`), 'a ?$x'],
  ],
  [
    `${['v', 'w', 'x', 'y', 'z'].map((name) => `${name}=1; b && ${name}=2`).join('; ')}; a $v$w$x$y$z`,
    ['a 11111', 'a 22222', 'a ?$v$w$x$y$z'],
  ],
]);

describe('A directory that may have been entered', () => {
  const project = '/home/dev/project';
  const rows: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['cd x; a', [`${project}/x`]],
    ['cd x && a', [`${project}/x`]],
    ['cd x && b; a', [`${project}/x`, project]],
    ['cd /x || cd /y; a', ['/x', '/y', project]],
    ['cd /x || a', [project]],
    ['cd /x || exit 1; a', ['/x']],
    ['cd /x || { echo; return 1; }; a', ['/x']],
    ['b && cd x; a', [`${project}/x`, project]],
    ['if cd /x; then a; fi', ['/x']],
    ['if ! cd /x; then exit; fi; a', ['/x']],
    ['! cd /x; a', ['/x']],
    ['f() { cd /x; }; f || exit; a', ['/x']],
    ['pushd /x && b; popd; a', [project, undefined]],
    ['b && cd x; cd /y; a', ['/y']],
    ['for y in $(b); do cd /x; done; a', ['/x', project]],
  ];
  for (const [source, expected] of rows) {
    it(source, () => assert.deepEqual([...places(source)].sort(), [...expected].sort()));
  }
});

describe('A function or alias that may not exist', () => {
  it('is read beside the program of its name', () => {
    assert.deepEqual(runs('b && a() { c; }; a 1'), ['b', 'a 1', 'c']);
    assert.deepEqual(runs('if b; then alias a=c; fi; a 1'), ['b', 'alias a=c', 'c 1', 'a 1']);
  });

  it('is not there when it cannot have been defined', () => {
    assert.deepEqual(runs('false && a() { c; }; a 1'), ['false', 'a 1']);
  });

  it('is one of both where two branches define it', () => {
    assert.deepEqual(runs('if b; then a() { c; }; else a() { d; }; fi; a'), ['b', 'c', 'd']);
  });
});

describe('A trap', () => {
  it('A9 runs with what is remembered at the end, not with a default from before', () => {
    assert.deepEqual(runs(`trap 'a "$TMPDIR"' EXIT; TMPDIR=/x`), ['trap a "$TMPDIR" EXIT', 'a /x']);
  });

  it('may also run with what the line had assigned before', () => {
    assert.deepEqual(runs(`x=1; trap 'a "$x"' EXIT; x=2`), ['trap a "$x" EXIT', 'a 2', 'a 1']);
  });
});

describe('Reading several outcomes', () => {
  it('reads code behind an exit as well', () => {
    assert.deepEqual(runs('b || exit; c'), ['b', 'exit', 'c']);
    assert.deepEqual(runs('exit; c'), ['exit', 'c']);
  });

  it('ends in long chains', () => {
    const chain = Array.from({ length: 2_000 }, (_, at) => `x${at}=$(b) && c`).join(' && ');
    assert.ok(read(chain).invocations.length > 1_000);
  });

  it('keeps the pieces of one command at one place in the text', () => {
    const [first, second] = read('x=1; b && x=2; a $x').invocations.filter(({ program }) => program === 'a');
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual([words(first), words(second)], ['a 1', 'a 2']);
    assert.deepEqual(first.range, second.range);
  });
});
