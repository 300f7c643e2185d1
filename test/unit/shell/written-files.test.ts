import assert from 'node:assert/strict';
import { writtenFiles } from '../../../src/hooks/shell/written-files';
import { read } from './reading';

const changes = (source: string): readonly string[] =>
  writtenFiles(read(source)).map(({ path, change }) => `${change} ${path?.replace('/home/dev/project/', '') ?? '?'}`);

describe('written files', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['echo x > a', ['write a']],
    ['echo x >> src/a', ['append src/a']],
    ['a &> log; b >| c; d <> e', ['write log', 'write c', 'write e']],
    ['a > /dev/null 2>&1 >&2', []],
    ['a > /dev/shm/b; a > /dev/../b; a > /dev/shm/../null', ['write /dev/shm/b', 'write /b']],
    ["sed -n 'w /dev/stdout' a; sed -n 'w /dev/shm/b' a", ['write /dev/shm/b']],
    ['{ a; b; } > c', ['write c']],
    ['cd src && echo x > a', ['write src/a']],
    ['echo x > "$X"', ['write ?']],
    ['ls | tee -a a b', ['append a', 'append b']],
    ['cp a b; cp a b dir/; cp -t dir a', ['write b', 'write dir/a', 'write dir/b', 'write dir/a']],
    ['mv a b', ['move-away a', 'write b']],
    ['ln -s a b; install -m 755 a bin/a', ['write b', 'write bin/a', 'attributes bin/a']],
    ["sed -i 's/a/b/' f g", ['edit f', 'edit g']],
    ["sed -i.bak -e 's/a/b/' f", ['edit f']],
    ["sed -Ei 's/a/b/' f; sed --in-place s/a/b/ g", ['edit f', 'edit g']],
    ["sed -i '' s/a/b/ f", ['edit f']],
    ['sed s/a/b/ f', []],
    ["perl -pi -e 's/a/b/' f", ['edit f']],
    ['touch a; mkdir -p b; truncate -s 9 c', ['create a', 'create b', 'edit c']],
    ['truncate -s 0 c; truncate --size=0K d', ['write c', 'write d']],
    ['dd if=a of=b', ['write b']],
    ['rm a; rm -rf b; unlink c; rmdir d', ['delete a', 'delete-tree b', 'delete c', 'delete d']],
    ['chmod +x a; chown me b', ['attributes a', 'attributes b']],
    ['curl -o a x.example; wget -O b x.example; curl -O https://x.example/c', ['write a', 'write b', 'write c']],
    ['sort -o a b; uniq a b', ['write a', 'write b']],
    ['tar -cf a.tar b; tar xf a.tar; tar czf c.tgz d', ['write a.tar', 'write /home/dev/project', 'write c.tgz']],
    ['git checkout -- a b; git restore c; git restore --staged d', ['restore a', 'restore b', 'restore c']],
    ['git rm a; git mv b c; git -C sub rm d', ['delete a', 'move-away b', 'write c', 'delete sub/d']],
    ['git diff --output=a', ['write a']],
    [`python3 -c "import os; os.remove('a')"`, ['delete a']],
    [`node -e "require('fs').rmSync('a', {recursive: true})"`, ['delete-tree a']],
    ["bash -c 'echo x > a'; find . -exec cp {} b \\;", ['write a', 'write b']],
    ['ssh host "echo x > a"', []],
    ['echo "> a"; grep ">" b', []],
  ];
  for (const [source, expected] of rows) {
    it(source, () => assert.deepEqual(changes(source), expected));
  }

  it('G-13 finds a forged state file however it is written', () => {
    for (const source of [
      'echo verified > .claude/.proof-status',
      "printf 'verified' | tee .claude/.proof-status",
      'cd .claude && cp ../x .proof-status',
      "bash -c 'echo verified >.claude/.proof-status'",
      'F=.claude/.proof-status; echo verified > $F',
    ]) {
      assert.ok(
        writtenFiles(read(source)).some(({ path }) => path === '/home/dev/project/.claude/.proof-status'),
        source,
      );
    }
  });

  it('knows the text that goes in, where the line says all of it', () => {
    const content = (source: string) => writtenFiles(read(source))[0]?.content;
    assert.equal(content('echo one two > a'), 'one two\n');
    assert.equal(content("printf '%s' x > a"), 'x');
    assert.equal(content("cat > a <<'EOF'\none\nEOF"), 'one\n');
    assert.equal(content("tee a <<< 'one'"), 'one\n');
    assert.equal(content('date > a'), undefined);
    assert.equal(content('echo $X > a'), undefined);
  });
});
