import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshFolder } from '../../harness/test-project';
import { read } from './reading';

/** Programs of these names print their words, one per line, so that a real shell says where commands split. */
const programs = ['aa', 'bb', 'cc', 'dd'];

const sample = [
  'aa \'x y\' "z"',
  'aa x; bb y',
  'aa x && bb y || cc z',
  'aa x | bb y | cc z',
  'aa x & bb y; wait',
  '(aa x; bb y) && cc z',
  '{ aa x; bb y; }; cc z',
  'if aa x; then bb y; else cc z; fi; dd',
  'for i in 1 2 "3 4"; do aa "$i"; done',
  'case x in x) aa x;; esac',
  'aa x # bb y',
  'aa \'x; bb y\' "&& cc" \\; z',
  'aa "$(bb x)" "`bb y`"',
  'aa x\nbb y\n\ncc z',
  'aa x \\\n y',
  'aa {x,y}/{1..2}',
  'v=\'x y\'; aa $v; aa "$v"',
  'v=\'x y\'; aa ${v%y} "${v#x}" ${v/x/z}',
  'aa x > /dev/null 2>&1; bb >/dev/null y',
  "cat <<'E'\naa x\nE\nbb y",
  'sh -c \'aa x; bb "$1"\' zero one',
  'env V=1 aa x; command bb y',
  "eval 'aa x; bb y'",
  "echo 'aa x' | sh",
  "printf 'aa %s\\n' x y | sh",
  "printf 'aa %.1s %03d %-3s|%%\\n' xyz 7 a | sh",
  'f() { aa "$1" "$@"; }; f x "y z"',
  'set -- x "y z"; aa "$2" "$@"',
  'echo x y | xargs aa',
  "aa $'x\\ty' \"a\\\"b\" 'it'\\''s'",
  '! aa x; time bb y 2>/dev/null',
  'v=(x "y z"); aa "${v[@]}" "${v[0]}"',
  'aa ""',
  'aa -- "" \'\'',
  'x=1; (x=2); aa $x',
  'unset q; aa "${q:-x y}" ${q:+z}',
  'cd / && aa x; cd - >/dev/null; bb y',
  'while aa x; do bb y; break; done',
  'read a b <<< "x y z"; aa "$a" "$b"',
  'aa "x\ny" \'z\n\'',
  'exec 3<<<"aa x"; sh <&3',
];

describe('shell reader against real bash', () => {
  let base: string;
  let env: Record<string, string | undefined>;
  before(() => {
    base = freshFolder();
    for (const name of programs) {
      writeFileSync(
        path.join(base, name),
        // One write to the end of the file: what runs at the same time may come in any order, but never in pieces.
        `#!/bin/sh\nsaid=\${0##*/}\nfor a in "$@"; do said="$said\x1f$a"; done\nprintf '%s\\036' "$said" >> "$LOG"\n`,
        { mode: 0o755 },
      );
    }
    env = { PATH: `${base}:${process.env.PATH ?? ''}`, LOG: path.join(base, 'log'), HOME: base };
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  /** What the shell ran, in whatever order. */
  function ran(command: string): readonly string[] {
    writeFileSync(path.join(base, 'log'), '');
    spawnSync('bash', ['-c', command], { env, cwd: base });
    return execFileSync('cat', [path.join(base, 'log')], { encoding: 'utf8' })
      .split('\x1e')
      .slice(0, -1)
      .sort();
  }

  /** What the reader found; a command that may run in one of several directories counts once. */
  function readAs(command: string): readonly string[] {
    const found = new Map(
      read(command).invocations.map((invocation) => [
        JSON.stringify([invocation.range, invocation.via, invocation.args.map(({ text }) => text)]),
        invocation,
      ]),
    );
    return [...found.values()]
      .filter(({ program }) => programs.includes(program ?? ''))
      .map(({ name, args }) => [name.text, ...args.map((word) => word.value ?? '')].join('\x1f'))
      .sort();
  }

  for (const command of sample) {
    it(`splits ${JSON.stringify(command)} where bash does`, () => {
      // What an earlier command decides not to run is still read.
      const real = ran(command);
      const mine = readAs(command);
      for (const run of real) {
        assert.ok(mine.includes(run), `bash ran ${JSON.stringify(run)}, read: ${JSON.stringify(mine)}`);
      }
      if (!/\|\||\bif\b|\bxargs\b/.test(command)) assert.deepEqual(mine, real);
    });
  }

  const everywhere = [
    'echo "${x//a/b}" ${x/#a/b}',
    'echo ${x:-a "b c"} ${x:1:2}',
    'echo ${x%/*} ${x^^a} $((1+2))',
    'v=(1 [2]="3") w=4 echo @(a|b) [a-z]* {a,b}{1..2}',
    'cat <<E 2>&1 <<< "a b"\n${x:-a} ${x/a/b}\nE',
    '[[ a == c* || 1 -eq 2 ]]',
    'case a in b|@(c|d)) ;; *) echo;; esac',
  ];
  const forms = ['$(aa)', '`aa`', '<(aa)', '"$(aa)"', '@($(aa /b))', '${y/$(aa /b)/}'];

  it('finds every substitution that bash runs, wherever it stands', () => {
    const lines = everywhere.flatMap((line) =>
      Array.from(line, (_, at) => forms.map((form) => line.slice(0, at) + form + line.slice(at))).flat(),
    );
    const each =
      'shopt -s extglob; x=abc y=abc at=0; while IFS= read -rd "" line; do (aa() { echo $at >> "$LOG"; }; eval "$line") < /dev/null; at=$((at + 1)); done';
    writeFileSync(path.join(base, 'log'), '');
    spawnSync('bash', ['-c', each], { env, cwd: base, input: lines.map((line) => `${line}\0`).join('') });
    const places = new Set(readFileSync(path.join(base, 'log'), 'utf8').split('\n').map(Number));
    const ran = lines.filter((_, at) => places.has(at));
    assert.ok(ran.length > lines.length / 2);
    const unseen = ran.filter((line) => !read(line).invocations.some(({ program }) => program === 'aa'));
    assert.deepEqual(unseen, []);
  });

  it('has a parse error exactly where bash --posix -n and bash -n have one', () => {
    const broken = ['(aa', 'aa "x', "aa 'x", 'if aa; then', 'aa )', 'for', 'aa && ', '{ aa', 'case x in', 'aa $('];
    for (const command of [...sample, ...broken]) {
      const real = [[], ['--posix']].map(
        (mode) => spawnSync('bash', [...mode, '-n', '-c', command], { env }).status !== 0,
      );
      assert.deepEqual([read(command).errors.length > 0, read(command).errors.length > 0], real, command);
    }
  });
});
