import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judge } from './judging';
import { reachOf } from './reviewing';

describe('code that may not have run', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['RUN=; [ -n "$DRY" ] && RUN=echo; $RUN git push --force origin main', 'git-push'],
    ['RUN=; [ -n "$DRY" ] && RUN=echo; $RUN rm -rf ../victim', 'delete-files'],
    ['[ -n "$DRY_RUN" ] && DRY=--dry-run; git clean -xdf $DRY', 'git-clean'],
    ['false && rm() { :; }; rm -rf ~/x', 'delete-files'],
    ['if [ -n "$DRY" ]; then rm() { :; }; fi; rm -rf ~/x', 'delete-files'],
    ['D=~; [ -n "$BUILD" ] && D=build; rm -rf "$D"', 'delete-files'],
    ['D=build; for x in $(ls); do D=~; done; rm -rf "$D"', 'delete-files'],
    ['D=build; while read -r line; do rm -rf "$D"; D=~; done', 'delete-files'],
    ['D=~; f() { [ -n "$KEEP" ] && return; D=build; }; f; rm -rf "$D"', 'delete-files'],
    ['cd ~ || cd /tmp; rm -rf *', 'delete-files'],
    ['[ -d build ] && cd build; rm -rf .', 'delete-files'],
  ];
  for (const [command, rule] of rows) {
    it(`A1 refuses ${command}`, async () => assert.equal((await judge(command)).rule, rule));
    it(`A1 does not approve ${command}`, () => assert.equal(reachOf(command), 'never'));
  }

  const harmless = [
    'cd build || exit 1; rm -rf *',
    'cd build && rm -rf *',
    `trap 'rm -rf "$TMPDIR"' EXIT; TMPDIR=$(mktemp -d); ls`,
    'OUT=dist; [ -n "$DEBUG" ] && OUT=build; rm -rf "$OUT"',
  ];
  for (const command of harmless) {
    it(`lets ${command} through`, async () => assert.equal((await judge(command)).kind, 'pass'));
  }
});

describe('what a name stands for', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [
      'a variable of a function ends with it',
      [
        'a=~; f() { local a; a=build; }; f; rm -rf "$a"',
        'a=~; f() { declare a=build; }; f; rm -rf "$a"',
        'a=~; f() { local a; read a <<< build; }; f; rm -rf "$a"',
        'f() { local -r a=build; }; f; a=~; rm -rf "$a"',
      ],
    ],
    [
      'another shell has no functions, aliases and variables of this one',
      [
        "rm() { echo no; }; bash -c 'rm -rf ~'",
        "alias rm=echo; bash -c 'rm -rf ~'",
        'a=build; bash -c \'rm -rf "${a-$HOME}"\'',
        "readonly a=build; bash -c 'a=/; rm -rf $a'",
      ],
    ],
    [
      'a function that is unset or defined again is another one',
      [
        'rm() { echo no; }; unset -f rm; rm -rf ~',
        'rm() { echo no; }; (unset rm; rm -rf ~)',
        'f() { f() { rm -rf ~; }; f; }; f',
      ],
    ],
    [
      'a declaration counts in any spelling',
      [
        'a=build; declare "a=$HOME"; rm -rf "$a"',
        'a=build; command export a=$HOME; rm -rf "$a"',
        'a=build; n=a; declare "$n=$HOME"; rm -rf "$a"',
      ],
    ],
    [
      'every line of the input is read',
      [
        'while read -r d; do rm -rf "$d"; done <<< $\'build\\n/home/dev\'',
        'd=build; while read -r d; do rm -rf "$d"; done <<< $\'build\\n/home/dev\'',
        '{ read a; read b; rm -rf "$b"; } <<< $\'build\\n/home/dev\'',
        'while read -r d; do ls "$d"; done <<< build; rm -rf "$d"/*',
        "printf '%s\\n' build ~ | xargs -I{} rm -rf {}",
        "printf '%s\\0' 'x y' ~ | xargs -0 rm -rf",
      ],
    ],
    [
      'an element of an array is that element',
      [
        'r=(build /); for ((i = 0; i < 2; i++)); do rm -rf ${r[i]}; done',
        'r=(build ~); rm -rf "${r[-1]}"',
        // zsh counts from 1, and takes all of them without a subscript.
        'r=(~ build); rm -rf ${r[1]}',
        'r=(build ~); rm -rf ${r[2]}',
        'r=(build ~); rm -rf $r',
        'declare -A m=([k]=~); x=k; rm -rf "${m[$x]}"',
      ],
    ],
    ['what may be empty has its default', ['D=$(cat f); rm -rf "${D:-$HOME}"']],
  ];
  for (const [what, commands] of rows) {
    it(what, async () => {
      for (const command of commands) {
        assert.equal((await judge(command)).rule, 'delete-files', command);
        assert.equal(reachOf(command), 'never', command);
      }
    });
  }

  it('a tilde after a name is the home, as in dd of=~/notes.txt', () =>
    assert.equal(reachOf('dd if=/dev/null of=~/notes.txt'), 'never'));
});

describe('a condition in front of an assignment, a cd or a function', () => {
  const statement = fc.constantFrom(
    'D=~',
    'D=build',
    'D=',
    'RUN=echo',
    'RUN=',
    'FLAG=--dry-run',
    'FLAG=',
    'cd ~',
    'cd build',
    'cd /tmp/x',
    'rm() { echo "$@"; }',
    'git() { command git status; }',
    'f() { rm -rf ~/x; }',
    'f() { ls; }',
    'alias ll="git reset --hard"',
  );
  const use = fc.constantFrom(
    'rm -rf "$D"',
    'rm -rf $D',
    'rm -rf *',
    '$RUN git push --force origin main',
    'git clean -xdf $FLAG',
    'git reset --hard',
    'cat "$D/notes.txt"',
    'ls "$D"',
    'git status',
    'f',
    'll',
    'rm -rf build',
  );
  const guarded = fc.constantFrom(
    (code: string) => `[ -n "$UNSEEN" ] && ${code}`,
    (code: string) => `test -e x || ${code}`,
    (code: string) => `if [ -n "$UNSEEN" ]; then ${code}; fi`,
    (code: string) => `if [ -n "$UNSEEN" ]; then :; else ${code}; fi`,
    (code: string) => `case $UNSEEN in a) ${code};; esac`,
    (code: string) => `while test -e x; do ${code}; done`,
    (code: string) => `for y in $(ls); do ${code}; done`,
    (code: string) => `guarded() { test -e x && return; ${code}; }; guarded`,
  );
  const lines = fc
    .tuple(fc.array(statement, { minLength: 1, maxLength: 3 }), use, guarded, fc.nat())
    .map(([statements, last, guard, pick]) => {
      const at = pick % statements.length;
      const changed = statements.map((code, index) => (index === at ? guard(code) : code));
      return [[...statements, last].join('; '), [...changed, last].join('; ')] as const;
    });

  it('never makes a refusal weaker', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async ([plain, conditional]) => {
        if ((await judge(plain)).kind === 'deny') assert.equal((await judge(conditional)).kind, 'deny');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never turns silence into an approval', () => {
    fc.assert(
      fc.property(lines, ([plain, conditional]) => {
        if (reachOf(plain) === 'never') assert.equal(reachOf(conditional), 'never');
      }),
      { numRuns: 2_000 },
    );
  });
});
