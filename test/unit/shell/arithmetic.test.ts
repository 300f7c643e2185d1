import assert from 'node:assert/strict';
import { read, runs } from './reading';

/** Does the line evaluate text that the reader has not seen? */
const evaluatesUnseen = (source: string): boolean => read(source).unread.some(({ runner }) => runner === 'arithmetic');

describe('shell reader: substitutions that arithmetic runs', () => {
  const rows = [
    '(( x[$(a b)]++ ))',
    "test -v 'x[$(a b)]'",
    "[ -v 'x[$(a b)]' ]",
    "[[ -v 'x[y[0]+$(a b)]' ]]",
    "x='y[$(a b)]'; [[ $x -eq 1 ]]",
    "x='y[$(a b)]'; echo $((x))",
    'for ((i = 0; i < x[$(a b)]; i++)); do :; done',
    "unset 'x[$(a b)]'",
    'echo ${x:$(a b)}',
    "x='$(a b)'; echo ${x@P}",
    "x='y[$(a b)]'; echo ${!x}",
    "let 'x[$(a b)]=1'",
    "printf -v 'x[$(a b)]' y",
    "read 'x[$(a b)]' < f",
    'x[$(a b)]=1',
    "mapfile -C 'a b' -c 1 x < f",
    'jobs -x a b',
  ];
  for (const source of rows) it(`B2 ${source}`, () => assert.ok(runs(source).includes('a b'), runs(source).join('; ')));
});

describe('shell reader: arithmetic over text that was not seen', () => {
  const unseen = [
    'read n < f; echo $((n + 1))',
    'while read -r n; do echo $((n + 1)); done < f',
    'read -r x < f; [[ $x -eq 1 ]]',
    'n=$(cat f); (( n > 3 ))',
    'read i < f; echo "${x:i}"',
    'declare -i n; read -r n < f',
    'x=$(cat f); echo ${x@P}',
    'mapfile -t lines < f; echo $((lines + 1))',
  ];
  for (const source of unseen) it(`B2 ${source}`, () => assert.ok(evaluatesUnseen(source)));

  const counters = [
    'i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done',
    'for ((i = 0; i < 3; i++)); do echo $i; done',
    'echo $(($# + $? + ${#x} + RANDOM % 6 + SECONDS))',
    'n=3; (( n > 2 )) && echo $((n * 2))',
    'x=abc; echo ${x:1:1}',
    'echo $((COUNT + 1))',
    'read n < f; [ "$n" -eq 1 ]',
  ];
  for (const source of counters) it(`is none in ${source}`, () => assert.ok(!evaluatesUnseen(source)));
});

describe('shell reader: commands that are put together first', () => {
  const rows = [
    'IFS=,; c="a,b"; $c',
    "read -r l <<< 'a b'; $l",
    'printf -v c "%s" a; "$c" b',
    'x=(a); x+=(b); "${x[@]}"',
    '. /dev/stdin <<< "a b"',
    'source <(echo "a b")',
    'function a { command a "$@"; }; a b',
  ];
  for (const source of rows) it(source, () => assert.ok(runs(source).includes('a b'), runs(source).join('; ')));
});

describe('shell reader: double parentheses', () => {
  it('are a subshell in a subshell where no arithmetic can be meant, as in shells without arithmetic', () => {
    assert.ok(runs('(( rm -rf / root ))').includes('rm -rf / root'));
    assert.deepEqual(runs('(( i + 1 > 2 ))'), []);
  });
});
