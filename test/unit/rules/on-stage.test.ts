import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Stage } from '../cli/stage';

const noAcme = {
  id: 'no-acme',
  match: { program: 'acme', subcommand: 'deploy' },
  decision: 'deny',
  why: 'Only the pipeline deploys.',
  instead: 'Merge to main.',
  refuses: ['acme deploy'],
  passes: ['acme status'],
};
const decisionIn = (reply: string): string =>
  reply === ''
    ? 'pass'
    : ((JSON.parse(reply) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput
        ?.permissionDecision ?? 'pass');

describe('rules of a project', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());
  const configure = (value: unknown, file = '.claude/gatehouse.json') =>
    stage.write(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));

  it('refuse in a hook, and name the file and the line', async () => {
    configure({ rules: [noAcme] });
    const reply = await stage.bash('acme deploy --now');
    assert.equal(decisionIn(reply), 'deny');
    assert.match(reply, /\[no-acme\]: Only the pipeline deploys\. \(rule of \.claude\/gatehouse\.json:3\)/);
    assert.match(reply, /Instead: Merge to main\./);
    assert.equal(decisionIn(await stage.bash('acme status')), 'pass');
  });

  it('are listed with what is wrong; a failing example has its line, and the rule does not take effect', async () => {
    configure({ rules: [{ ...noAcme, passes: ['acme status', 'acme deploy --dry'] }] });
    const said = await stage.run(['rules', 'list']);
    assert.equal(said.code, 1);
    assert.match(said.err, /no-acme: the rule matches acme deploy --dry, which it should not/);
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    const config = await stage.run(['config']);
    assert.match(
      config.err,
      /gatehouse\.json:17 rules\.0\.passes\.1: rule no-acme: the rule matches acme deploy --dry/,
    );
  });

  it('report a wrong key, a missing example and a bad id, each in its place', async () => {
    configure({ rules: [{ ...noAcme, match: { progam: 'x' } }, { ...noAcme, id: 'b', refuses: [] }, noAcme, noAcme] });
    const { err } = await stage.run(['config']);
    assert.match(err, /gatehouse\.json:\d+ rules\.0/);
    assert.match(err, /gatehouse\.json:\d+ rules\.1\.refuses/);
    assert.match(err, /there is a rule "no-acme" above already/);
  });

  it('may not allow until a person trusts the file', async () => {
    configure({ rules: [{ ...noAcme, decision: 'allow' }] });
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    assert.match((await stage.run(['config'])).err, /only a trusted file may set this/);
    await stage.run(['config', 'trust'], 'trust');
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'allow');
  });

  it('test tells which rules match a command, and tries every example', async () => {
    configure({ rules: [noAcme] });
    const one = await stage.run(['rules', 'test', 'acme deploy', '--json']);
    assert.deepEqual(
      (JSON.parse(one.out) as { matches: { id: string }[] }).matches.map(({ id }) => id),
      ['no-acme'],
    );
    assert.equal((await stage.run(['rules', 'test', 'ls'])).code, 1);
    const all = await stage.run(['rules', 'test']);
    assert.equal(all.code, 0);
    assert.match(all.out, /examples of \d+ rules, 0 failed/);
  });

  it('come from a decision: with its command as the first example, what it would have changed, and only then the file', async () => {
    await stage.bash('acme deploy --now');
    await stage.bash('acme deploy --later');
    await stage.bash('ls');
    const from = ['rules', 'add', '--from', stage.last().id];
    const usage = await stage.run([...from.slice(0, 3), 'nowhere'], 'add');
    assert.equal(usage.code, 64);
    const deploy = await stage.run([
      'rules',
      'add',
      '--command',
      'acme deploy --now',
      '--why',
      'No.',
      '--dry-run',
      '--json',
    ]);
    const shown = JSON.parse(deploy.out) as { rule: unknown; changed: { subject: string }[]; looked: number };
    assert.deepEqual(shown.rule, {
      id: 'acme-deploy',
      match: { program: 'acme', subcommand: 'deploy' },
      decision: 'deny',
      why: 'No.',
      refuses: ['acme deploy --now'],
      passes: ["echo 'acme deploy --now'"],
    });
    assert.deepEqual(
      [shown.looked, shown.changed.map(({ subject }) => subject)],
      [3, ['acme deploy --later', 'acme deploy --now']],
    );
    assert.equal((await stage.run(['rules', 'add', '--command', 'acme deploy --now'])).code, 1);
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    configure('{\n  // ours\n  "profile": "standard"\n}\n');
    const added = await stage.run(['rules', 'add', '--command', 'acme deploy --now', '--why', 'No.'], 'add');
    assert.equal(added.code, 0);
    assert.match(added.asked, /Of the last 4 recorded calls it would have changed 3/);
    assert.match(readFileSync(path.join(stage.root, '.claude/gatehouse.json'), 'utf8'), /\/\/ ours[^]*"acme-deploy"/);
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'deny');
  });

  it('are not the agent’s to write', async () => {
    for (const command of ['gatehouse rules add --command x', 'gatehouse scope clear', 'gatehouse policy update']) {
      assert.equal(decisionIn(await stage.bash(command)), 'deny', command);
    }
    configure({ extends: ['./policy.json'] });
    configure({ rules: [noAcme] }, '.claude/policy.json');
    assert.equal(decisionIn(await stage.bash('echo {} > .claude/policy.json')), 'deny');
    assert.equal(decisionIn(await stage.bash('rm -f ~/.gatehouse/policies.json')), 'deny');
  });
});

describe('a scope for a session', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());
  const edit = (file: string, session = 's1') =>
    stage.hook('PreToolUse', {
      session_id: session,
      tool_name: 'Edit',
      tool_input: { file_path: path.join(stage.root, file), old_string: 'a', new_string: 'b' },
    });

  it('refuses edits and shell writes outside of it, whatever writes', async () => {
    assert.equal((await stage.run(['scope', 'set', 'src/', '!src/gen'])).code, 0);
    const refused = [
      'sed -i s/a/b/ a.ts',
      'echo x > docs/a.md',
      'mv src/a.ts lib/',
      'cp src/a.ts ../b',
      'python3 -c \'open("x", "w")\'',
      'touch src/gen/a',
      'rm -rf .',
      'echo x > "$OUT"',
      'tee b < a',
      'git checkout -- a.ts',
      'find . -name a.ts -delete',
      'cd docs && touch a',
    ];
    for (const command of refused) {
      const reply = await stage.bash(command);
      assert.match(reply, /deny/, command);
    }
    for (const command of [
      'sed -i s/a/b/ src/a.ts',
      'cd src && touch a.ts',
      'cat a.ts',
      'npm test > /dev/null',
      'git status',
      'mkdir -p src/x',
    ]) {
      assert.doesNotMatch(await stage.bash(command), /outside-scope/, command);
    }
    assert.match(await edit('a.ts'), /outside-scope/);
    assert.doesNotMatch(await edit('src/b.ts'), /outside-scope/);
  });

  it('holds for servers’ tools that change files, not for those that read', async () => {
    await stage.run(['scope', 'set', 'src/']);
    const server = (tool: string, tool_input: Readonly<Record<string, unknown>>) =>
      stage.hook('PreToolUse', { tool_name: `mcp__files__${tool}`, tool_input });
    assert.match(await server('write_file', { path: 'a.ts', content: 'x' }), /outside-scope/);
    assert.match(await server('move_file', { source: 'src/a.ts', destination: 'lib/a.ts' }), /outside-scope/);
    assert.doesNotMatch(await server('write_file', { path: 'src/a.ts', content: 'x' }), /outside-scope/);
    assert.doesNotMatch(await server('read_file', { path: 'a.ts' }), /outside-scope/);
  });

  it('is lifted and changed by a person alone, and every act is in the log', async () => {
    await stage.run(['scope', 'set', 'src/']);
    assert.equal((await stage.run(['scope', 'clear'])).code, 1);
    assert.equal((await stage.run(['scope', 'set', '.'])).code, 1);
    assert.match(await edit('a.ts'), /outside-scope/);
    assert.equal((await stage.run(['scope', 'clear'], 'clear')).code, 0);
    assert.doesNotMatch(await edit('a.ts'), /outside-scope/);
    const log = readFileSync(path.join(stage.state, 'decisions.jsonl'), 'utf8');
    assert.match(log, /anna \(terminal\): scope src\//);
    assert.match(log, /anna \(terminal\): scope cleared/);
  });

  it('holds for one session where /freeze set it, and a script cannot type /unfreeze', async () => {
    assert.match(
      await stage.hook('UserPromptSubmit', { prompt: '/freeze src/' }),
      /scope of this session is now src\//,
    );
    assert.match(await edit('a.ts'), /outside-scope/);
    assert.doesNotMatch(await edit('a.ts', 's2'), /outside-scope/);
    assert.match(await stage.hook('UserPromptSubmit', { prompt: '/unfreeze' }), /does not accept \/unfreeze/);
    assert.match(await edit('a.ts'), /outside-scope/);
  });

  it('is not lifted by a program that writes its file', async () => {
    await stage.run(['scope', 'set', 'src/']);
    writeFileSync(path.join(stage.state, 'scope.json'), '{"v":1,"scopes":[]}');
    // A process that has answered calls before remembers the scope; another one sees that the seal is missing.
    assert.match(await edit('a.ts'), /outside-scope|scope-unreadable/);
  });
});

describe('a policy of a team', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());

  /** A repository of the team, and the commits that it has had. */
  function remote(): { url: string; commit: (policy: unknown) => string } {
    const folder = path.join(path.dirname(stage.root), 'team');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        env: stage.env,
        encoding: 'utf8',
      }).trim();
    git('init', '-q', '-b', 'main', folder);
    return {
      url: `git+file://${folder}`,
      commit(policy) {
        stage.write(path.join(folder, 'policy.json'), JSON.stringify(policy));
        git('-C', folder, 'add', '-A');
        git('-C', folder, 'commit', '-qm', 'policy');
        return git('-C', folder, 'rev-parse', 'HEAD');
      },
    };
  }

  it('is fetched by a person, pinned, updated, and named in every decision that it makes', async () => {
    const { url, commit } = remote();
    const first = commit({ rules: [noAcme] });
    stage.write('.claude/gatehouse.json', JSON.stringify({ extends: [`${url}#${first}`] }));
    const missing = await stage.run(['policy']);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /was not fetched yet; the others still apply/);
    assert.match((await stage.run(['config'])).err, /was not fetched yet/);
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    assert.equal((await stage.run(['policy', 'update'])).code, 1);
    assert.equal((await stage.run(['policy', 'update'], 'update')).code, 0);
    assert.match(await stage.bash('acme deploy'), new RegExp(`rule of the policy .*team@${first.slice(0, 7)}`));
    const second = commit({
      rules: [
        {
          ...noAcme,
          id: 'other',
          match: { program: 'acme', subcommand: 'status' },
          refuses: ['acme status'],
          passes: ['acme deploy'],
        },
      ],
    });
    assert.equal(decisionIn(await stage.bash('acme status')), 'pass');
    stage.write('.claude/gatehouse.json', JSON.stringify({ extends: [`${url}#${second}`] }));
    assert.equal((await stage.run(['policy', 'update'], 'update')).code, 0);
    assert.equal(decisionIn(await stage.bash('acme status')), 'deny');
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    const listed = JSON.parse((await stage.run(['policy', '--json'])).out) as {
      policies: { commit: string; inForce: boolean }[];
    };
    assert.deepEqual(
      listed.policies.map((one) => [one.commit, one.inForce]),
      [[second, true]],
    );
    assert.match(
      readFileSync(path.join(stage.state, 'decisions.jsonl'), 'utf8'),
      /anna \(terminal\): policy git\+file/,
    );
  });

  it('tightens and does not loosen', async () => {
    const { url, commit } = remote();
    const id = commit({
      gates: { guard: 'off', 'sensitive-path': 'off' },
      branches: { protected: ['trunk'] },
      rules: [{ ...noAcme, decision: 'allow' }],
    });
    stage.write('.claude/gatehouse.json', JSON.stringify({ extends: [`${url}#${id}`] }));
    await stage.run(['policy', 'update'], 'update');
    assert.equal(decisionIn(await stage.bash('rm -rf ~/x')), 'deny');
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    assert.match(
      (await stage.run(['config'])).out,
      /branches\.protected\s+\["main","master","trunk"\]\s+default \+ policy/,
    );
  });

  it('does not count when its kept text was changed', async () => {
    const { url, commit } = remote();
    const id = commit({ rules: [noAcme] });
    stage.write('.claude/gatehouse.json', JSON.stringify({ extends: [`${url}#${id}`] }));
    await stage.run(['policy', 'update'], 'update');
    const folder = path.join(stage.env.GATEHOUSE_HOME!, 'policies');
    appendFileSync(path.join(folder, execFileSync('ls', [folder], { encoding: 'utf8' }).trim()), ' ');
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'pass');
    assert.match((await stage.run(['policy'])).err, /is not the one that was fetched/);
  });

  it('may be a file of the project; what is no policy is said', async () => {
    stage.write('.claude/policy.json', JSON.stringify({ rules: [noAcme] }));
    stage.write('.claude/gatehouse.json', JSON.stringify({ extends: ['./policy.json', 'https://x', './gone.json'] }));
    assert.equal(decisionIn(await stage.bash('acme deploy')), 'deny');
    const { err } = await stage.run(['config']);
    assert.match(err, /https:\/\/x is not a policy/);
    assert.match(err, /the policy \.\/gone\.json is not there/);
  });
});
