import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assumedSite } from '../../../bench/corpus-site';
import { freshFolder } from '../../harness/test-project';
import { judge as judgeAssumed, judgeAt } from './judging';
import { defaultSettings } from '../../../src/hooks/configuration/settings';
import type { Assumptions } from '../../../bench/corpus-site';

/** As in the profile harness, where files under /tmp move into the project. */
const moving: Assumptions = { settings: { guard: { ...defaultSettings().guard, temporaryFiles: 'move' } } };
const judge = (command: string, more: Assumptions = {}) => judgeAssumed(command, { ...moving, ...more });

const own = '/home/dev/project/tmp';
const prepared = `mkdir -p "${own}" && `;

describe('guard: files under /tmp', () => {
  it('stay where they are, unless the profile or a setting moves them', async () => {
    assert.equal((await judgeAssumed('echo x > /tmp/a')).kind, 'pass');
    assert.equal((await judgeAssumed('echo x > /tmp/a', { profile: 'harness' })).kind, 'rewrite');
    assert.equal((await judgeAssumed('echo x > /tmp/a', { alone: true })).kind, 'rewrite');
  });

  it('A7 stay where they are when the project is copied, or when one of them is no new file', async () => {
    for (const command of [
      'cp -r . /tmp/c',
      'cp -a ../project /tmp/c',
      'sed -i s/a/b/ /tmp/a',
      'echo x > /tmp/a; sed -i s/x/y/ /tmp/b',
    ]) {
      assert.equal((await judge(command)).kind, 'pass', command);
    }
  });

  const moved: readonly (readonly [string, string])[] = [
    ['echo x > /tmp/a', `${prepared}echo x > ${own}/a`],
    ['echo x >> /tmp/a', `${prepared}echo x >> ${own}/a`],
    ['echo x >| /tmp/a', `${prepared}echo x >| ${own}/a`],
    ['make > /tmp/log 2>&1', `${prepared}make > ${own}/log 2>&1`],
    ['make 2> /tmp/log', `${prepared}make 2> ${own}/log`],
    ['echo x > "/tmp/a b"', `${prepared}echo x > "${own}/a b"`],
    ["echo x > '/tmp/a b'", `${prepared}echo x > '${own}/a b'`],
    ['echo x > /tmp/a\\ b', `${prepared}echo x > ${own}/a\\ b`],
    ['echo x > "/tmp/$NAME.txt"', `${prepared}echo x > "${own}/$NAME.txt"`],
    ['ls | tee -a /tmp/a', `${prepared}ls | tee -a ${own}/a`],
    ['touch /tmp/a', `${prepared}touch ${own}/a`],
    ['curl -s x.example -o /tmp/a', `${prepared}curl -s x.example -o ${own}/a`],
    ['curl -o/tmp/a x.example', `${prepared}curl -o${own}/a x.example`],
    ['mkdir -p -m 700 /tmp/d', `${prepared}mkdir -p -m 700 ${own}/d`],
    ['mkdir -p /tmp/d/e', `mkdir -p "${own}/d" && mkdir -p ${own}/d/e`],
    ['cp a.txt /private/tmp/a', `${prepared}cp a.txt ${own}/a`],
    ['mv a.txt /tmp/', `${prepared}mv a.txt ${own}/`],
    ['dd if=a of=/tmp/a', `${prepared}dd if=a of=${own}/a`],
    ["bash -c 'echo x > /tmp/a'", `${prepared}bash -c 'echo x > ${own}/a'`],
    ['cat > /tmp/a <<EOF\n/tmp/b\nEOF', `${prepared}cat > ${own}/a <<EOF\n/tmp/b\nEOF`],
  ];
  for (const [command, rewritten] of moved) {
    it(`moves ${JSON.stringify(command)}`, async () => assert.equal((await judge(command)).command, rewritten));
  }

  const kept = [
    'cp /tmp/a .',
    'cat /tmp/a',
    'cp a ./tmp/b',
    'grep "> /tmp/x" notes',
    "echo 'write to /tmp/x'",
    'rm -rf /tmp/x',
    'ls /tmp/ > out.txt',
    'git commit -m "tee /tmp/x"',
    'docker exec box tee /tmp/a',
    'echo x > /tmpfile',
    'echo x > /tmp/claude-501/scratch/a',
    'echo x > /private/tmp/claude-501/a',
    'echo x > /dev/null',
  ];
  for (const command of kept) {
    it(`G-10 leaves ${JSON.stringify(command)}`, async () => assert.equal((await judge(command)).kind, 'pass'));
  }

  it('G-10 is not switched off by a comment that names the scratchpad', async () => {
    assert.equal((await judge('echo x > /tmp/a # not /private/tmp/claude-1')).kind, 'rewrite');
  });

  it("G-10 leaves the client's own scratchpad, where the payload says it is", async () => {
    const site = assumedSite(moving);
    assert.equal((await judgeAt(site, { command: 'echo x > /tmp/pad/a' }, 'Bash', '/tmp/pad')).kind, 'pass');
    assert.equal((await judgeAt(site, { command: 'echo x > /tmp/padding' }, 'Bash', '/tmp/pad')).kind, 'rewrite');
  });

  it('G-10 quotes every root', async () => {
    const at = async (root: string, command: string) => (await judge(command, { root })).command;
    assert.equal(await at('/home/a b', 'echo x > /tmp/a'), 'mkdir -p "/home/a b/tmp" && echo x > /home/a\\ b/tmp/a');
    assert.equal(await at('/home/a&b', 'echo x > "/tmp/a"'), 'mkdir -p "/home/a&b/tmp" && echo x > "/home/a&b/tmp/a"');
    assert.equal(await at('/home/a|b', "echo x > '/tmp/a'"), `mkdir -p "/home/a|b/tmp" && echo x > '/home/a|b/tmp/a'`);
    assert.equal(
      await at('/home/a$b', 'echo x > "/tmp/a"'),
      `mkdir -p '/home/a$b/tmp' && echo x > "/home/a\\$b/tmp/a"`,
    );
    assert.equal(
      await at("/home/a'b", "echo x > '/tmp/a'"),
      `mkdir -p "/home/a'b/tmp" && echo x > '/home/a'\\''b/tmp/a'`,
    );
  });

  it('reads what the same line wrote where it was written', async () => {
    assert.equal((await judge('ls > /tmp/a && wc -l /tmp/a')).command, `${prepared}ls > ${own}/a && wc -l ${own}/a`);
  });

  it('leaves a project that itself lies under /tmp', async () => {
    assert.equal((await judge('echo x > /tmp/p/a', { root: '/tmp/p' })).kind, 'pass');
  });

  it('keeps the other fields of the input', async () => {
    const input = { command: 'echo x > /tmp/a', timeout: 5, description: 'd', run_in_background: true };
    const found = await judgeAt(assumedSite(moving), input);
    assert.deepEqual(found.input, { ...input, command: `${prepared}echo x > ${own}/a` });
  });
});

describe('guard: rewrites together', () => {
  it('composes them in one go', async () => {
    assert.equal(
      (await judge('git push -f origin topic > /tmp/log && git worktree remove ../w')).command,
      `${prepared}git push --force-with-lease origin topic > ${own}/log && cd "/home/dev/project" && git worktree remove ../w`,
    );
  });

  const commands = [
    'echo x > /tmp/a',
    'cp "/tmp/a b" /tmp/c',
    'git push --force',
    'git push -uf origin +topic',
    'git worktree remove ../w',
    'ls | tee /tmp/a; git push --force; git worktree remove w',
  ];
  for (const command of commands) {
    it(`is idempotent: ${command}`, async () => {
      const once = await judge(command);
      assert.equal(once.kind, 'rewrite');
      assert.equal((await judge(once.command ?? '')).kind, 'pass');
    });
  }
});

describe('guard: forced pushes', () => {
  const pushes: readonly (readonly [string, string])[] = [
    ['git push --force', 'git push --force-with-lease'],
    ['git push -f origin topic', 'git push --force-with-lease origin topic'],
    ['git push origin topic -f', 'git push origin topic --force-with-lease'],
    ['git push -fu origin topic', 'git push -u --force-with-lease origin topic'],
    ['git  push   --force  origin "topic"', 'git  push   --force-with-lease  origin "topic"'],
    ['git push --force --force-with-lease', 'git push --force-with-lease'],
    ['git push --force-if-includes --force', 'git push --force-if-includes --force-with-lease'],
    ['sudo -u me git push --force', 'sudo -u me git push --force-with-lease'],
    ["sh -c 'git push --force'", "sh -c 'git push --force-with-lease'"],
    ['git push origin "+topic"', 'git push origin --force-with-lease "topic"'],
  ];
  for (const [command, rewritten] of pushes) {
    it(`makes ${command} safe`, async () => assert.equal((await judge(command)).command, rewritten));
  }
  it('refuses one that stands in computed text', async () => {
    assert.equal((await judge('C=\'git push --force\'; eval "$C"')).rule, 'git-push');
  });
  it('leaves a dry run', async () => assert.equal((await judge('git push -n --force')).kind, 'pass'));
});

describe('guard: worktree removal', () => {
  it('G-11 runs from the main worktree with the path that was meant', async () => {
    const from = { cwd: '/home/dev/project/sub', root: '/home/dev/project' };
    assert.equal(
      (await judge('git worktree remove ../.worktrees/f', from)).command,
      'cd "/home/dev/project" && git worktree remove /home/dev/project/.worktrees/f',
    );
  });

  it('leaves the worktree it stands in', async () => {
    const linked = { root: '/home/dev/w', cwd: '/home/dev/w', mainWorktree: '/home/dev/project' };
    assert.equal(
      (await judge('git worktree remove .', linked)).command,
      'cd "/home/dev/project" && git worktree remove /home/dev/w',
    );
  });

  it('uses -C where a cd would change what the line means', async () => {
    assert.equal(
      (await judge('ls || git worktree remove ../w')).command,
      'ls || git -C /home/dev/project worktree remove ../w',
    );
    assert.equal(
      (await judge('git worktree remove ../w | cat')).command,
      'git -C /home/dev/project worktree remove ../w | cat',
    );
  });

  it('is the same removal when a real shell runs it', async () => {
    const base = freshFolder();
    try {
      const root = path.join(base, 'main tree');
      const env = { PATH: process.env.PATH, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
      const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });
      mkdirSync(path.join(root, 'sub'), { recursive: true });
      git('init', '-q', '-b', 'main');
      writeFileSync(path.join(root, 'a'), 'a');
      git('add', 'a');
      git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'a');
      git('worktree', 'add', '-q', '.worktrees/f');
      const site = assumedSite({ root, cwd: path.join(root, 'sub') });
      const { command } = await judgeAt(site, { command: 'git worktree remove ../.worktrees/f && pwd > where' });
      execFileSync('bash', ['-c', command ?? ''], { cwd: path.join(root, 'sub'), env });
      assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
      assert.equal(readFileSync(path.join(root, 'where'), 'utf8').trim(), root);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});

describe('guard: moved files, run by a real shell', () => {
  it('writes inside the project and nowhere else', async () => {
    const base = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse guard's $")));
    try {
      const site = assumedSite({ ...moving, root: base });
      const name = path.basename(base).replace(/\W/g, '');
      const { command } = await judgeAt(site, {
        command: `echo one > "/tmp/${name} a" && cp "/tmp/${name} a" '/tmp/${name}b' && ls | tee /tmp/${name}/c`,
      });
      execFileSync('bash', ['-c', command ?? ''], { cwd: base, env: { PATH: process.env.PATH } });
      assert.equal(readFileSync(path.join(base, 'tmp', `${name}b`), 'utf8'), 'one\n');
      assert.equal(readFileSync(path.join(base, 'tmp', name, 'c'), 'utf8'), 'tmp\n');
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});

describe('A7 the /tmp rewrite leaves alone what other text names', () => {
  for (const command of [
    "echo '{}' > /tmp/req.json; curl -d @/tmp/req.json http://localhost:3000",
    'echo 5 > /tmp/c; python3 -c "print(open(\'/tmp/c\').read())"',
    'echo x > /tmp/a; docker run -v /tmp/a:/a alpine cat /a',
  ]) {
    it(command, async () => {
      assert.notEqual((await judge(command)).kind, 'rewrite');
    });
  }
});
