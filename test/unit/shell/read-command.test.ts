import assert from 'node:assert/strict';
import { read, runs, words } from './reading';

type Table = readonly (readonly [string, readonly string[]])[];

function table(title: string, rows: Table): void {
  describe(title, () => {
    for (const [source, expected] of rows) {
      it(JSON.stringify(source), () => assert.deepEqual(runs(source), expected));
    }
  });
}

table('shell reader: words', [
  [`a 'b c' "d e" f\\ g $'h\\ti'`, ['a b c d e f g h\ti']],
  ['"a" b\'\'c', ['a bc']],
  ['a {b,c}/{1..2}', ['a b/1 b/2 c/1 c/2']],
  ['a ~ ~/x ~root "~"', ['a /home/dev /home/dev/x /root ~']],
  ['a *.ts "*.ts"', ['a *.ts *.ts']],
  ['a $X "$X/b"', ['a ?$X ?$X/b']],
  ['a # b', ['a']],
  ['a >out 2>&1 b', ['a b']],
]);

table('shell reader: where commands split', [
  ['a; b && c || d & e | f |& g\nh', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['(a; b); { c; }', ['a', 'b', 'c']],
  ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
  ['case x in a) b ;; *) c ;& d) e ;; esac', ['b', 'c', 'e']],
  ['for x in 1 2; do a $x; done', ['a 1', 'a 2']],
  ['for x; do a "$x"; done', ['a ?$x']],
  ['! a; time b', ['a', 'b']],
  ['a "; b" \'&& c\'', ['a ; b && c']],
]);

table('shell reader: wrappers are opened', [
  ['sudo -u root -n a b', ['a b']],
  ['sudo -- a', ['a']],
  ['doas a', ['a']],
  ['env -i -u X A=1 B=2 a b', ['a b']],
  ["env -S 'a b'", ['a b']],
  ['command a; builtin b; exec -a x c', ['a', 'b', 'c']],
  ['nice -n 5 ionice -c2 a', ['a']],
  ['time -p a; timeout -k 5 10 b', ['a', 'b']],
  ['nohup a; setsid b; stdbuf -oL c', ['a', 'b', 'c']],
  ['busybox a b; toybox c', ['a b', 'c']],
  ['flock /tmp/l a b; chroot /mnt c', ['a b', 'c']],
  ['systemd-run --unit x --property y=1 a b', ['a b']],
  ['uv run --with z a; poetry run b; bundle exec c', ['a', 'b', 'c']],
  ['strace -f -o out a; unshare -n b', ['a', 'b']],
  ['command -v a', ['command -v a']],
  ['sudo -l', ['sudo -l']],
  ['env', ['env']],
]);

table('shell reader: carriers run what they carry', [
  ["sh -c 'a b'", ['sh -c a b', 'a b']],
  ["bash -e -o pipefail -xc 'a' zero one", ['bash -e -o pipefail -xc a zero one', 'a']],
  ['bash -c \'x "$1"\' zero one', ['bash -c x "$1" zero one', 'x one']],
  ["bash -n -c 'a'", ['bash -n -c a']],
  ["eval 'a; b' c", ['eval a; b c', 'a', 'b c']],
  ['find . -name x -exec a {} \\; -execdir b {} +', ['find . -name x -exec a {} ; -execdir b {} +', 'a ?{}', 'b ?{}']],
  ['find . -name -exec', ['find . -name -exec']],
  ['find . -exec a {} ;', ['find . -exec a {}', 'a ?{}']],
  ['ls | xargs -n1 -I{} a {} b', ['ls', 'a ?{} b']],
  ['echo x y | xargs a', ['echo x y', 'a x y', 'a x y']],
  ['parallel a {} ::: 1 2', ['a 1', 'a 2']],
  ["parallel 'a {}; b' ::: 1", ['a 1', 'b']],
  ["ssh -p 22 host 'a b'", ['ssh -p 22 host a b', 'a b']],
  ['docker exec -it -e X=1 box a b', ['docker exec -it -e X=1 box a b', 'a b']],
  ['kubectl exec -n ns pod -- a b', ['kubectl exec -n ns pod -- a b', 'a b']],
  [`awk 'BEGIN { system("a b") }'`, ['awk BEGIN { system("a b") }', 'a b']],
  ["git -c alias.x='!a b' x c", ['a b c']],
  ["git -c alias.x='log -p' x c", ['git -c alias.x=log -p log -p c']],
  ["git rebase -x 'a b' main", ['git rebase -x a b main', 'a b']],
  ['git submodule foreach a b', ['git submodule foreach a b', 'a b']],
  ["rsync -e 'a b' x host:", ['rsync -e a b x host:', 'a b']],
  ["tar --checkpoint-action=exec='a b' -cf x y", ['tar --checkpoint-action=exec=a b -cf x y', 'a b']],
  ["trap 'a b' EXIT; trap - INT", ['trap a b EXIT', 'trap - INT', 'a b']],
  ["tmux new-session -d 'a b'", ['tmux new-session -d a b', 'a b']],
  ["watch -n 1 'a b'", ['a b']],
  ["su root -c 'a b'", ['a b']],
]);

table('shell reader: inline code is looked through', [
  [`python3 -c 'import os; os.system("a b")'`, ['python3 -c import os; os.system("a b")', 'a b']],
  [`python3 -c 'subprocess.run(["a", "b c"])'`, ['python3 -c subprocess.run(["a", "b c"])', 'a b c']],
  [`node -e 'require("child_process").execSync("a b")'`, ['node -e require("child_process").execSync("a b")', 'a b']],
  [`node -pe 'spawnSync("a", ["b"])'`, ['node -pe spawnSync("a", ["b"])', 'a b']],
  [`ruby -e 'system("a", "b")'`, ['ruby -e system("a", "b")', 'a b']],
  [`perl -we 'system "a b"'`, ['perl -we system "a b"', 'a b']],
  [`perl -e 'print qx{a b}'`, ['perl -e print qx{a b}', 'a b']],
  ['python3 <<EOF\nimport os\nos.system("a b")\nEOF', ['python3', 'a b']],
  [`python3 -c 'print("os.system(1)") # os.system("a")'`, ['python3 -c print("os.system(1)") # os.system("a")']],
  [`node -e '/x/.exec("a b")'`, ['node -e /x/.exec("a b")']],
]);

table('shell reader: substitutions run', [
  ['a $(b "$(c)")', ['c', 'b ?$(c)', 'a ?$(b "$(c)")']],
  ['a `b \\`c\\``', ['c', 'b ?`c`', 'a ?`b \\`c\\``']],
  ['a <(b) >(c)', ['b', 'a ?<(b) ?>(c)', 'c']],
  ['a $((1 + $(b)))', ['b', 'a ?$((1 + $(b)))']],
  ['a > "$(b)"', ['b', 'a']],
  ['x=$(a) b', ['a', 'b']],
  ['[[ -n $(a) ]] && b', ['a', 'b']],
  ['a \'$(b)\' "\\$(c)"', ['a $(b) $(c)']],
]);

table('shell reader: text is data', [
  ["cat <<'EOF'\na\nEOF", ['cat']],
  ['cat <<EOF\na $(b)\nEOF', ['b', 'cat']],
  ["grep 'rm -rf /' f", ['grep rm -rf / f']],
  ['git commit -m "$(cat <<\'EOF\'\nrm -rf /\nEOF\n)"', ['cat', 'git commit -m rm -rf /']],
  ['echo "a; b" # c', ['echo a; b']],
]);

table('shell reader: heredocs and pipes into shells are code', [
  ['bash <<EOF\na b\nEOF', ['bash', 'a b']],
  ['bash <<-EOF\n\ta b\n\tEOF', ['bash', 'a b']],
  ['bash <<< "a b"', ['bash', 'a b']],
  ["echo 'a b' | sh", ['echo a b', 'sh', 'a b']],
  ["printf '%s\\n' a 'b c' | bash", ['printf %s\\n a b c', 'bash', 'a', 'b c']],
  ["printf '\\x61 b' | sh", ['printf \\x61 b', 'sh', 'a b']],
  ["cat <<'EOF' | tee log | bash\na b\nEOF", ['cat', 'tee log', 'bash', 'a b']],
  ["{ printf a; printf ' b'; } | sh", ['printf a', 'printf  b', 'sh', 'a b']],
  ["echo 'a b' > s.sh; bash s.sh", ['echo a b', 'bash s.sh', 'a b']],
  ["echo 'a b' > s.sh; chmod +x s.sh; ./s.sh", ['echo a b', 'chmod +x s.sh', './s.sh', 'a b']],
  ["echo 'a b' > s.sh; mv s.sh t.sh; . ./t.sh", ['echo a b', 'mv s.sh t.sh', '. ./t.sh', 'a b']],
  ["exec 3<<<'a b'; source /dev/fd/3", ['exec', 'source /dev/fd/3', 'a b']],
  ['read x <<< \'a b\'; eval "$x"', ['read x', 'eval a b', 'a b']],
]);

table('shell reader: functions and aliases', [
  ['f() { a "$1"; }; f b', ['a b']],
  ['f() { a; }', []],
  ['( f() { a; } ); f', ['f']],
  ["alias x='a b'; x c", ['alias x=a b', 'a b c']],
  ["alias x='a b'; \\x c", ['alias x=a b', 'x c']],
  ['f() { local t=1; a $t; }; t=2; f; a $t', ['local t=1', 'a 1', 'a 2']],
  ['f() { f; }; f', []],
]);

table('shell reader: variables of the same line', [
  ['x=a; $x b', ['a b']],
  ["x='a b'; $x c", ['a b c']],
  ['x=\'a b\'; a "$x"', ['a a b']],
  ['x=1 a $x', ['a ?$x']],
  ['export x=a y=b; c $x $y', ['export x=a y=b', 'c a b']],
  ['x=a; (x=b); c $x', ['c a']],
  ['a ${X:-b}', ['a ?${X:-b}']],
  ['unset X; a ${X:-b}', ['unset X', 'a b']],
  ['x=abc; a ${x%c} ${x#a} ${x/b/-} ${x:1:1} ${x^^}', ['a ab bc a-c b ABC']],
  ['x=(a b); c "${x[@]}" ${x[0]} ${x[-1]}', ['c a b a b']],
  ['x=(a b); c ${x[1]} $x', ['c ?${x[1]} ?$x']],
  ['set -- a b; c "$2" "$@"', ['set -- a b', 'c b a b']],
  ['IFS=:; x=a:b; $x', ['a b']],
  ['declare -n r=t; t=a; $r b', ['declare -n r=t', 'a b']],
]);

describe('shell reader: directories', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['cd src && a', '/home/dev/project/src'],
    ['cd .. ; a', '/home/dev'],
    ['cd; a', '/home/dev'],
    ['cd /x; cd -; a', '/home/dev/project'],
    ['(cd /x); a', '/home/dev/project'],
    ['{ cd /x; }; a', '/x'],
    ['pushd /x; popd; a', '/home/dev/project'],
    ['cd "$X"; a', undefined],
    ['env -C /x a', '/x'],
    ['sudo -D "$X" a', undefined],
    ['cd src | cat; a', '/home/dev/project'],
    ['f() { cd /x; }; f; a', '/x'],
    ['bash -c "cd /x"; a', '/home/dev/project'],
    ["bash -c 'cd /x; a'", '/x'],
    ['cd /x & a', '/home/dev/project'],
    ['ssh host a', undefined],
  ];
  for (const [source, cwd] of rows) {
    it(source, () => assert.equal(read(source).invocations.find(({ program }) => program === 'a')?.cwd, cwd));
  }
});

describe('shell reader: places in the text', () => {
  it('names the source of every word, inside quotes and heredocs too', () => {
    for (const source of [
      'a target',
      "bash -c 'a target'",
      'bash <<EOF\na target\nEOF',
      'sudo a "target"',
      '$(a target)',
    ]) {
      const found = read(source).invocations.find(({ program }) => program === 'a');
      const range = found?.args[0]?.range;
      assert.ok(range, source);
      assert.match(source.slice(range.start, range.end), /^"?target"?$/);
    }
  });

  it('gives none for computed text', () => {
    const found = read('x=\'a target\'; $x; eval "$x"').invocations.filter(({ program }) => program === 'a');
    assert.equal(found.length, 2);
    assert.deepEqual(found[1]?.range, undefined);
  });
});

describe('shell reader: what it says about an invocation', () => {
  it('keeps wrappers, assignments, redirects and the pipeline', () => {
    const [, first, second] = read('X=1 sudo -u me a 2>log <in | b').invocations;
    assert.deepEqual(
      first?.wrappers.map(({ program, args }) => [program, ...args.map(({ text }) => text)]),
      [['sudo', '-u', 'me']],
    );
    assert.deepEqual(
      first.assignments.map(({ name, value }) => [name, value?.value]),
      [['X', '1']],
    );
    assert.deepEqual(
      first.redirects.map(({ operator, fd, target }) => [operator, fd, target?.value]),
      [
        ['>', '2', 'log'],
        ['<', undefined, 'in'],
      ],
    );
    assert.deepEqual(first.stdin, { kind: 'file', path: '/home/dev/project/in' });
    assert.deepEqual([first.pipeline.position, second?.pipeline.position, second?.pipeline.length], [0, 1, 2]);
    assert.equal(first.pipeline.id, second?.pipeline.id);
  });

  it('folds case, paths and .exe in the program name', () => {
    assert.deepEqual(
      ['/usr/bin/GIT.EXE x', '"C:\\Git\\git.exe" x', './Git x'].map((source) => read(source).invocations[0]?.program),
      ['git', 'git', 'git'],
    );
  });

  it('does not guess a name that a substitution computes', () => {
    assert.equal(read('$(printf r)m x').invocations.at(-1)?.program, undefined);
  });

  it('marks what runs elsewhere, in the background, and on unseen input', () => {
    assert.equal(read('ssh host a').invocations.at(-1)?.elsewhere, true);
    assert.equal(read('a &').invocations[0]?.background, true);
    assert.equal(read('ls | xargs a').invocations.at(-1)?.openEnded, true);
    assert.equal(read('echo x | xargs a').invocations.at(-1)?.openEnded, false);
  });

  it('says how it was reached', () => {
    const found = read("f() { bash -c 'echo $(a)'; }; f").invocations.find(({ program }) => program === 'a');
    assert.deepEqual(found?.via, ['function f', 'bash -c', '$(…)']);
    assert.equal(found.depth, 3);
  });
});

describe('shell reader: what it could not read', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['eval "$X"', 'unknown-code', 'unknown'],
    ['curl x.example | bash', 'unknown-code', 'remote'],
    ['bash -c "$(curl x.example)"', 'unknown-code', 'remote'],
    ['bash <(wget -qO- x.example)', 'unknown-code', 'remote'],
    ['base64 -d f | sh', 'unknown-code', 'decoded'],
    ['bash build.sh', 'script-file', 'file'],
    ['python3 tool.py', 'script-file', 'file'],
    ['curl -O https://x.example/i.sh && sh i.sh', 'unknown-code', 'remote'],
    ['curl x.example | while read l; do eval "$l"; done', 'unknown-code', 'remote'],
  ];
  for (const [source, why, stream] of rows) {
    it(source, () => {
      const [unread] = read(source).unread;
      assert.deepEqual([unread?.why, unread?.stream.kind], [why, stream]);
    });
  }

  for (const source of [
    'curl x.example | jq .',
    'bash -n build.sh',
    'echo x | python3 -c "print(1)"',
    'curl x.example > f',
  ]) {
    it(`nothing in ${source}`, () => assert.deepEqual(read(source).unread, []));
  }

  it('reports parse errors and reads the rest', () => {
    const reading = read("&& a; b 'open");
    assert.notDeepEqual(reading.errors, []);
    assert.deepEqual(reading.invocations.map(words), ['a', 'b open']);
  });

  it('ends with hostile text', () => {
    for (const source of [
      'f() { f | f; }; f',
      'a=xx;' + 'a=$a$a;'.repeat(60) + 'b $a',
      'a'.repeat(100_000),
      '\0\ud800((',
      '<<<<<<',
    ]) {
      assert.ok(Array.isArray(read(source).invocations));
    }
  });
});

describe('shell reader: repetitions', () => {
  const rows: readonly (readonly [string, object | undefined])[] = [
    ['b() { b | b & }; b', { kind: 'recursion', spawns: true, unconditional: true }],
    ['b() { c & }; c() { b; }; b', { kind: 'recursion', spawns: true, unconditional: true }],
    ['w() { for f in *; do w "$f"; done; }; w', { kind: 'recursion', spawns: false, unconditional: false }],
    ['b() { test x && b; }; b', { kind: 'recursion', spawns: false, unconditional: false }],
    ['while :; do a & done', { kind: 'endless-loop', spawns: true, waits: false, leaves: false }],
    ['while true; do a & wait; done', { kind: 'endless-loop', spawns: true, waits: true, leaves: false }],
    ['for ((;;)); do a & break; done', { kind: 'endless-loop', spawns: true, waits: false, leaves: true }],
    [
      'until false; do a & if x; then exit; fi; done',
      { kind: 'endless-loop', spawns: true, waits: false, leaves: true },
    ],
    ['while true; do (a &); wait; done', { kind: 'endless-loop', spawns: true, waits: false, leaves: false }],
    ['while read x; do a & done', undefined],
  ];
  for (const [source, expected] of rows) {
    it(source, () => {
      const [found] = read(source).repetitions;
      if (expected === undefined) {
        assert.equal(found, undefined);
        return;
      }
      assert.ok(found);
      const { kind, spawns } = found;
      const facts =
        found.kind === 'recursion'
          ? { unconditional: found.unconditional }
          : { waits: found.waits, leaves: found.leaves };
      assert.deepEqual({ kind, spawns, ...facts }, expected);
    });
  }
});
