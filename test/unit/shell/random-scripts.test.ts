import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommand } from '../../../src/hooks/shell/read-command';
import type { Invocation } from '../../../src/hooks/shell/invocation';
import { freshFolder } from '../../harness/test-project';
import { randomFrom } from '../../harness/random';

/** A script is put together from these: `<word>` stands for one of the words, and so on. */
const grammar: Readonly<Record<string, readonly string[]>> = {
  name: ['a', 'b', 'c'],
  text: ['x', 'p/q', 'k=v', '-rf', '/etc', 'z:w', 'A'],
  word: [
    '<text>',
    "'m n'",
    '"<text> <text>"',
    '$<name>',
    '"$<name>"',
    '"<text>$<name>"',
    '${<name>:-<text>}',
    '"${<name>-none}"',
    '${<name>:+"$<name> w" v}',
    '"${<name>#x}"',
    '${<name>%%/*}',
    '"${<name>/x/Q}"',
    '"${<name>:0:2}"',
    '${#<name>}',
    '"$1"',
    '"$@"',
    '"${r[@]}"',
    '${r[1]}',
    '"${!r[@]}"',
    '$((n+1))',
    '$(echo <text>)',
    '"$(printf %s <word>)"',
    '<text>\\ <text>',
    "$'t\\x41'",
    '{<text>,$<name>}',
    '{01..03..2}',
    '{2..1}x',
    '~',
    '~/<text>',
    '"$HOME"',
    '""',
  ],
  test: ['true', 'false', '[ -n "$<name>" ]', '[[ $<name> == x ]]', '((n > 1))', '! [ -z "$<name>" ]'],
  statement: [
    'aa <word> <word>',
    'aa <word>',
    'aa of=~/<text> "~"',
    '<name>=<word>',
    '<name>+=<text>',
    'export <name>=<word>',
    'declare <name>=<word>',
    'declare "<name>=<text>"',
    'read -r a b <<< "<text> <text>"',
    "printf -v <name> '%s-%s' <text> q",
    'r=(<word> <word>)',
    'r+=(<word>)',
    'r[1]=<word>',
    "unset 'r[0]'",
    'unset <name>',
    'set -- <word> <word>',
    'shift',
    'mapfile -t r <<< "<text>"',
    ': "${<name>:=<text>}"',
    '((n++))',
    'for <name> in <word> <word>; do <statement>; done',
    "while read -r <name>; do <statement>; done <<< $'l1\\nl2'",
    'case <word> in x) <statement>;; *) <statement>;; esac',
    'if <test>; then <statement>; else <statement>; fi',
    '<test> && aa <word>',
    '<test> || { <statement>\n}',
    'f() { <statement>; }',
    'f() { local <name>; <name>=<text>; <statement>; }; f <word>',
    'f() { declare <name>=<word>; <test> && return; <statement>; }; f <word>',
    'f <word>',
    '( <statement> )',
    '{ <statement>; }',
    'eval "aa <text> \\$<name>"',
    'bash -c \'aa "$1" ${<name>-none}\' zero <word>',
    '<name>=<word> bash -c \'aa "$<name>"\'',
    'bash <<\'E\'\naa "${<name>-none}"\nE',
    'bash <<E\naa $<name> <text>\nE',
    "printf 'aa %s\\n' one two | bash",
    'echo <text> <text> | xargs aa',
    "printf '%s\\n' <text> 'm n' | xargs -I{} aa {} end",
    "printf '%s\\0' <text> 'm n' | xargs -0 aa",
    'echo \'aa file "$@"\' > s.sh; bash s.sh <word>',
    'echo b=sourced > s.sh; . ./s.sh; aa "$b"',
    'cd d1 && aa <word>; cd ..',
    'cd d1; <statement>',
    "trap 'aa bye $<name>' EXIT",
    '<test> && <name>=<text>',
    'echo <text> | { read -r l; aa "$l"; }',
    '<name>=<text>; { <name>=y; } | cat; aa "$<name>"',
    'IFS=:; aa $<name>; IFS=" "',
  ],
};

function made(kind: string, random: () => number, depth = 0): string {
  // The first choices of each kind hold no others of their kind.
  const choices = grammar[kind] ?? [];
  const count = depth > 3 ? 2 : choices.length;
  const template = choices[Math.floor(random() * count)] ?? '';
  return template.replace(/<(\w+)>/g, (_, inner: string) => made(inner, random, depth + 1));
}

interface Run {
  readonly cwd: string | undefined;
  readonly args: readonly string[];
}

/** Could the invocation be this run? A word that is not known may be any number of words. */
function mayBe({ cwd, args, openEnded }: Invocation, run: Run): boolean {
  const fits = (word: number, at: number): boolean => {
    const next = args[word];
    if (next === undefined) return at === run.args.length || openEnded;
    if (next.value !== undefined && !next.glob) return next.value === run.args[at] && fits(word + 1, at + 1);
    return run.args.slice(at).some((_, more) => fits(word + 1, at + more)) || fits(word + 1, run.args.length);
  };
  return (cwd === undefined || cwd === run.cwd) && fits(0, 0);
}

const scripts = 250 * (process.env.GATEHOUSE_STRESS === '1' ? 40 : 1);

/**
 * Runs each script of its input, in a folder of its own, and writes down what it ran. One bash starts them all: starting
 * them from here takes several times as long.
 */
const runner = `while IFS= read -rd '' script; do
  rm -rf "$WORK"; mkdir -p "$WORK/$DEEP"
  (cd "$WORK" && exec bash -c "$script") < /dev/null > /dev/null 2> "$LOG.errors"
  printf '\\035' >> "$LOG"
  ! grep -q 'syntax error\\|unexpected EOF' "$LOG.errors" || printf invalid >> "$LOG"
done`;

describe('random scripts', () => {
  let home: string;
  before(() => {
    home = freshFolder();
    const program = '#!/bin/sh\n{ printf \'%s\\0\' "$PWD" "$@"; printf "\\036"; } >> "$LOG"\n';
    mkdirSync(path.join(home, 'bin'));
    writeFileSync(path.join(home, 'bin/aa'), program, { mode: 0o755 });
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  /** What bash ran for each script; nothing for one without a meaning. */
  function ranBy(all: readonly string[], work: string): readonly (readonly Run[])[] {
    const log = path.join(home, 'log');
    execFileSync('bash', ['-c', runner], {
      // A `cd` that stands alone is taken to succeed.
      env: {
        PATH: `${home}/bin:${process.env.PATH ?? ''}`,
        HOME: home,
        LOG: log,
        WORK: work,
        DEEP: 'd1/'.repeat(12),
        LC_ALL: 'C',
        // A function that calls itself ends.
        FUNCNEST: '20',
      },
      input: all.map((script) => `${script}\0`).join(''),
    });
    const parts = readFileSync(log, 'utf8').split('\x1d');
    return all.map((_, at) =>
      parts[at + 1]?.startsWith('invalid') === true
        ? []
        : (parts[at] ?? '')
            .split('\x1e')
            .slice(0, -1)
            .map((run) => {
              const [cwd, ...args] = run.replace('invalid', '').split('\0').slice(0, -1);
              return { cwd, args };
            }),
    );
  }

  it('run nothing that the reader did not see', () => {
    const work = path.join(home, 'work');
    const all = Array.from({ length: scripts }, (_, seed) => {
      const random = randomFrom(seed);
      return Array.from({ length: 2 + Math.floor(random() * 4) }, () => made('statement', random)).join('\n');
    });
    const ran = ranBy(all, work);
    all.forEach((script, at) => {
      const { invocations, errors, unread } = readCommand(script, { cwd: work, home });
      if (errors.length > 0 || unread.length > 0) return;
      const found = invocations.filter(({ program }) => program === 'aa' || program === undefined);
      const unseen = ran[at]?.find((run) => !found.some((one) => mayBe(one, run)));
      const read = found.map(({ args }) => args.map(({ value, text }) => value ?? `?${text}`));
      assert.equal(unseen, undefined, `${script}\nread: ${JSON.stringify(read)}\nran: ${JSON.stringify(unseen)}`);
    });
    assert.ok(ran.flat().length > scripts, 'most scripts run something');
  });
});
