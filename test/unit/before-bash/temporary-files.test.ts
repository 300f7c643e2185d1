import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assumedSite } from '../../../bench/corpus-site';
import { defaultSettings } from '../../../src/hooks/configuration/settings';
import { guard } from '../../../src/hooks/gates/before-bash/guard';
import { freshFolder } from '../../harness/test-project';
import { callOf, judgeAt } from './judging';

/** `T` stands for a new name right below /tmp, `OLD` for a file that lies there already. */
const sequences = [
  'echo x > T && cat T',
  'echo a > T; echo b >> T; cat T',
  'ls src > T && wc -l T',
  'cp src/a.txt T && cat T',
  'mkdir -p T/d && echo x > T/d/f && cat T/d/f',
  'mkdir T; cp src/a.txt src/b.txt T/; ls T',
  'cp -r . T; ls T/src',
  'sed -i s/old/new/ OLD; cat OLD',
  'echo more >> OLD; cat OLD',
  `echo 5 > T; python3 -c "print(open('T').read())"`,
  `node -e "require('fs').writeFileSync('T', 'x')"; cat T`,
  'sort -o T src/a.txt; cat T',
  'tee T < src/a.txt > /dev/null; diff T src/a.txt && echo same',
  'echo x | tee T | wc -l',
  'f=T; echo x > $f; cat $f',
  'export OUT=T; echo z > "$OUT"; cat "$OUT"',
  'd=$(mktemp -d T.XXXXXX); echo x > "$d/a"; cat "$d/a"; rm -r "$d"',
  'cd /tmp && echo x > T && cat T',
  'tar cf T.tar src && tar tf T.tar',
  'dd if=src/a.txt of=T 2> /dev/null; cat T',
  '(echo a; echo b) > T; grep -c . T',
  '{ echo q; } > T 2>&1; cat T',
  'cat > T <<EOF\necho hello\nEOF\nbash T',
  "echo 'echo hi' > T.sh; chmod +x T.sh; T.sh",
  'ln -s "$PWD/src/a.txt" T; cat T',
  'mv src/b.txt T; ls src; mv T src/b.txt; cat src/b.txt',
  'touch T; [ -f T ] && echo there',
  'find src -name "*.txt" | sort > T; while read -r f; do echo "$f"; done < T',
  'echo 1 > T; cat T; rm T; [ -e T ] || echo gone',
  'split -l 1 src/a.txt T-; cat T-aa',
  `awk '{ print > "T" }' src/a.txt; cat T`,
  'for i in 1 2; do echo $i > T$i; done; cat T1 T2',
  'if true; then echo y > T; fi; cat T',
  'w() { echo "$1" > T; }; w z; cat T',
];

describe('A7 a command whose files move does what it would have done', () => {
  let base: string;
  const project = (name: string): string => {
    const root = path.join(base, name);
    mkdirSync(path.join(root, 'src'), { recursive: true });
    writeFileSync(path.join(root, 'src/a.txt'), 'one\ntwo\n');
    writeFileSync(path.join(root, 'src/b.txt'), 'three\n');
    return root;
  };
  const run = (command: string, cwd: string) => {
    const { stdout, status } = spawnSync('bash', ['-c', command], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    return { stdout: stdout.replaceAll(/\S*\/tmp\/(?=gatehouse-)/g, '/tmp/'), status };
  };
  const moving = { guard: { ...defaultSettings().guard, temporaryFiles: 'move' as const } };
  /** What each sequence printed and how it ended, as it was written and as it runs in the project: one shell runs them all. */
  const ended: { plain: string; moved: string }[] = [];
  before(async () => {
    base = freshFolder();
    const script: string[] = [];
    for (const [at, sequence] of sequences.entries()) {
      const name = `/tmp/gatehouse-${path.basename(base)}-${at}`;
      const command = sequence.replace(/\bT(?=\W|\d|$)/g, name).replaceAll('OLD', `${name}-old`);
      for (const kind of ['plain', 'moved']) {
        const root = project(`${kind}${at}`);
        writeFileSync(`${name}-old`, 'old\n');
        const site = assumedSite({ root, settings: moving });
        const line = kind === 'plain' ? command : ((await judgeAt(site, { command })).command ?? command);
        writeFileSync(`${root}.sh`, line);
        script.push(
          `printf 'old\\n' > ${name}-old; cd ${root}; bash ${root}.sh 2> /dev/null; echo "ended $?"; rm -rf ${name}*; echo '%%'`,
        );
      }
    }
    const printed = run(script.join('\n'), base).stdout.split('%%\n');
    sequences.forEach((_sequence, at) =>
      ended.push({ plain: printed[at * 2] ?? '', moved: printed[at * 2 + 1] ?? '' }),
    );
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  sequences.forEach((sequence, at) => {
    it(sequence, () => {
      const { plain = '', moved = '' } = ended[at] ?? {};
      assert.match(plain, /ended 0/);
      assert.equal(moved, plain);
    });
  });

  it('keeps the folder that it makes out of git, and leaves one alone that is there', async () => {
    const root = project('ignored');
    execFileSync('git', ['init', '-q'], { cwd: root });
    const site = assumedSite({ root, settings: moving });
    const { command } = await judgeAt(site, { command: 'echo x > /tmp/gatehouse-ignored' });
    run(command ?? '', root);
    assert.equal(readFileSync(path.join(root, 'tmp/gatehouse-ignored'), 'utf8'), 'x\n');
    assert.equal(run('git status --porcelain', root).stdout, '?? src/\n');
    const own = project('own');
    execFileSync('git', ['init', '-q'], { cwd: own });
    mkdirSync(path.join(own, 'tmp'));
    await judgeAt(assumedSite({ root: own, settings: moving }), { command: 'echo x > /tmp/gatehouse-own' });
    const exclude = path.join(own, '.git/info/exclude');
    assert.ok(!existsSync(exclude) || !readFileSync(exclude, 'utf8').includes('/tmp/'));
  });

  it('tells the next command where the file lies', async () => {
    const root = project('told');
    mkdirSync(path.join(root, 'tmp'));
    writeFileSync(path.join(root, 'tmp/gatehouse-told'), 'x');
    const said = async (command: string, settings = moving) => {
      const answer = await guard.decide(callOf({ command }, root), assumedSite({ root, settings }));
      return ('kind' in answer ? [answer] : answer).flatMap((ruling) =>
        ruling.kind === 'context' ? [ruling.text] : [],
      );
    };
    const told = [`Files under /tmp go into the project: /tmp/gatehouse-told is now ${root}/tmp/gatehouse-told.`];
    assert.deepEqual(await said('cat /tmp/gatehouse-told'), told);
    assert.deepEqual(await said('wc -l < /tmp/gatehouse-told'), told);
    assert.deepEqual(await said('cat /tmp/gatehouse-not-there'), []);
    assert.deepEqual(
      await said('cat /tmp/gatehouse-told', {
        guard: { ...defaultSettings().guard, temporaryFiles: 'leave' },
      } as never),
      [],
    );
  });
});
