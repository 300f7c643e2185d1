import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { deploy } from '../../../src/hooks/install/deploy';
import { evidenceKinds } from '../../../src/hooks/evidence/evidence';
import { install, previewInstall } from '../../../src/hooks/install/install';
import { previewOf, settingsFileOf } from '../../../src/hooks/install/install';
import { carryOut } from '../../../src/hooks/install/settings-file';
import { openAlarms } from '../../../src/hooks/pipeline/alarms';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { Rig } from '../review/rig';

interface Wire {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}

describe('what a call changes behind our back', () => {
  let rig: Rig;
  let uses = 0;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const wire = (stdout: string): Wire => (stdout === '' ? {} : (JSON.parse(stdout) as Wire));

  /** A call of the agent that ran and did this. */
  async function ran(command: string, act: () => void = () => undefined): Promise<Wire> {
    const fields = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_t${++uses}` };
    await rig.hook('PreToolUse', fields);
    act();
    return wire((await rig.hook('PostToolUse', { ...fields, tool_response: { stdout: '' }, duration_ms: 20 })).stdout);
  }

  const site = () => siteAt({ env: rig.env, clock: { now: () => rig.now }, requestedByName: false }, placeOf(rig.root));
  const alarms = () => openAlarms(site()).map(({ kind, text }) => `${kind}: ${text}`);
  const epoch = () => Math.floor(rig.now / 1000);

  it('C1 a script that writes a pass voids the flag, and the flag names the call', async () => {
    await site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    assert.equal((await rig.status('tests')).status, 'passed');
    await ran('true');
    rig.write('src/app.js', 'export const a = 2;\n');
    await ran('sh x.sh', () => rig.write('.claude/.test-status', `pass|0|${epoch() + 10}`));
    const { status, trusted, reason } = await rig.status('tests');
    assert.equal(status, 'unbound');
    assert.equal(trusted, false);
    assert.match(reason, /^Changed behind Gatehouse's back by Bash sh x\.sh, /);
    rig.write('src/app.js', 'export const a = 1;\n');
    assert.equal((await rig.status('tests')).trusted, false, 'an earlier pass is void too');
  });

  it('a run after it makes the flag count again', async () => {
    await site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    await ran('sh x.sh', () => rig.write('.claude/.test-status', `pass|0|${epoch() + 10}`));
    rig.now += 60_000;
    await site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    assert.equal((await rig.status('tests')).status, 'passed');
    assert.deepEqual((await ran('true')).systemMessage, undefined);
  });

  it('tells the person once, the agent each time, and raises an alarm that stays', async () => {
    await site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    const first = await ran('sh x.sh', () => rig.write('.claude/.test-status', `pass|0|${epoch() + 10}`));
    const again = await ran('sh y.sh', () => rig.write('.claude/.test-status', `pass|0|${epoch() + 99}`));
    assert.match(first.systemMessage ?? '', /\.test-status was changed behind Gatehouse's back by Bash sh x\.sh/);
    assert.equal(again.systemMessage, undefined);
    assert.match(again.hookSpecificOutput?.additionalContext ?? '', /behind Gatehouse's back by Bash sh y\.sh/);
    assert.deepEqual(alarms(), [
      "tampered: .claude/.test-status was changed behind Gatehouse's back by Bash sh x.sh; what it says does not count.",
      "tampered: .claude/.test-status was changed behind Gatehouse's back by Bash sh y.sh; what it says does not count.",
    ]);
  });

  it('what Gatehouse writes itself is no change', async () => {
    await site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    await ran('true', () => undefined);
    await site().evidence.record('precommit', { verdict: 'pass', rule: 'precommit' });
    await site().evidence.reset('tests', 'ada');
    assert.deepEqual(await ran('true'), {});
    assert.deepEqual(alarms(), []);
  });

  it('a file from before the installation is accepted', async () => {
    rig.write('.claude/.test-status', `pass|0|${epoch()}`);
    assert.deepEqual(await ran('true'), {});
    assert.deepEqual(alarms(), []);
  });

  describe('the registration', () => {
    const at = () => ({ scope: 'local' as const, directory: rig.root, env: { ...process.env, ...rig.env } });
    const file = () => rig.at('.claude/settings.local.json');

    beforeEach(async () => {
      const source = path.join(rig.home, 'build');
      mkdirSync(source);
      writeFileSync(path.join(source, 'runner.js'), '');
      const request = { ...at(), source };
      await install(request, await previewInstall(request));
    });

    for (const [what, act] of [
      ['removes the file', () => rmSync(file())],
      ['empties the file', () => writeFileSync(file(), '{}')],
      ['breaks the file', () => writeFileSync(file(), '{"hooks"')],
      [
        'switches all hooks off',
        () => writeFileSync(file(), readFileSync(file(), 'utf8').replace('{', '{"disableAllHooks": true,')),
      ],
    ] as const) {
      it(`C3 is put back after a call that ${what}`, async () => {
        const before = readFileSync(file(), 'utf8');
        await ran('true');
        const told = await ran('sh x.sh', act);
        assert.deepEqual(JSON.parse(readFileSync(file(), 'utf8')), JSON.parse(before));
        assert.match(
          told.systemMessage ?? '',
          /were taken out behind Gatehouse's back by Bash sh x\.sh\. They were restored/,
        );
      });

      it(`C3 a session does not take over a change that ${what}`, async () => {
        act();
        const reply = wire((await rig.hook('ConfigChange', { source: 'local_settings', file_path: file() })).stdout);
        assert.equal(reply.decision, 'block');
      });
    }

    const begin = () => rig.hook('SessionStart', { source: 'startup' });
    const pass = () => site().evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    const shim = () => path.join(rig.home, '.gatehouse/bin/gatehouse-hook');

    for (const [what, act] of [
      ['rewrites the shim', () => writeFileSync(shim(), '#!/bin/sh\nexit 0\n')],
      ['takes the shim its right to run', () => chmodSync(shim(), 0o644)],
      ['removes the shim', () => rmSync(shim())],
      ['puts a link in its place', () => { rmSync(shim()); symlinkSync('/bin/true', shim()); }],
    ] as const) {
      it(`C3 the shim is put back after a call that ${what}, and evidence is void`, async () => {
        const before = readFileSync(shim(), 'utf8');
        await begin();
        await pass();
        await ran('true');
        const told = await ran('sh x.sh', act);
        assert.equal(readFileSync(shim(), 'utf8'), before);
        assert.equal(lstatSync(shim()).mode & 0o777, 0o755);
        assert.match(told.systemMessage ?? '', /bin\/gatehouse-hook, .* was changed behind Gatehouse's back by Bash sh x\.sh\. It was restored/);
        assert.match((await rig.status('tests')).reason, /^Changed behind Gatehouse's back by Bash sh x\.sh/);
        assert.deepEqual(await ran('true'), {});
      });
    } // prettier-ignore

    it('C3 the runner is put back from where it came', async () => {
      const runner = path.join(rig.home, '.gatehouse/runner');
      const file = path.join(runner, readdirSync(runner)[0] ?? '', 'runner.js');
      await begin();
      await ran('true');
      const told = await ran('sh x.sh', () => writeFileSync(file, 'process.exit(0);\n'));
      assert.equal(readFileSync(file, 'utf8'), '');
      assert.match(told.systemMessage ?? '', /the program of the hooks, was changed .* It was restored/);
    });

    it('an installation while a call runs is no change', async () => {
      await begin();
      await ran('true');
      const source = path.join(rig.home, 'build');
      const told = await ran('sleep 60', () => {
        writeFileSync(path.join(source, 'runner.js'), '// newer\n');
        deploy(source, path.join(rig.home, '.gatehouse'), { node: process.execPath, bash: '/bin/bash' }, rig.env);
      });
      assert.deepEqual(told, {});
    });

    for (const variable of ['NODE_OPTIONS', 'BASH_ENV', 'LD_PRELOAD', 'GATEHOUSE_DISABLE', 'GIT_CONFIG_GLOBAL']) {
      it(`C3 ${variable} in the settings' env is taken out again`, async () => {
        await begin();
        await pass();
        await ran('true');
        const before = readFileSync(file(), 'utf8');
        const text = before.replace('{', `{"env": {"${variable}": "x", "CI": "1"},`);
        const told = await ran('sh x.sh', () => writeFileSync(file(), text));
        const after = JSON.parse(readFileSync(file(), 'utf8')) as { env: Record<string, string> };
        assert.deepEqual(after.env, { CI: '1' });
        assert.match(told.systemMessage ?? '', new RegExp(`${variable} in the \`env\` of .* It was restored`));
        assert.equal((await rig.status('tests')).trusted, false);
      });
    }

    it("a person's variable stays", async () => {
      const text = readFileSync(file(), 'utf8').replace('{', '{"env": {"NODE_OPTIONS": "--max-old-space-size=4096"},');
      writeFileSync(file(), text);
      await begin();
      await ran('true');
      assert.deepEqual(await ran('touch', () => writeFileSync(file(), `${text}\n`)), {});
      assert.equal(readFileSync(file(), 'utf8'), `${text}\n`);
    });

    it('keeps what others wrote beside it', async () => {
      await ran('true');
      await ran('sh x.sh', () => writeFileSync(file(), '{"model": "opus"}'));
      const after = JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;
      assert.equal(after.model, 'opus');
      assert.ok(after.hooks);
    });

    it("the person's uninstall goes through", async () => {
      await ran('true');
      const uninstall = { kind: 'uninstall' as const };
      assert.ok(previewOf(at(), uninstall).before);
      await carryOut(settingsFileOf(at()), uninstall);
      assert.deepEqual(await ran('true'), {});
      const reply = await rig.hook('ConfigChange', { source: 'local_settings', file_path: file() });
      assert.equal(reply.stdout, '');
    });

    it('a permission that the client adds is no loss', async () => {
      const text = readFileSync(file(), 'utf8').replace('{', '{"permissions": {"allow": ["Bash(ls)"]},');
      await ran('true');
      assert.deepEqual(await ran('ls', () => writeFileSync(file(), text)), {});
      assert.equal(readFileSync(file(), 'utf8'), text);
    });
  });

  describe('core.hooksPath', () => {
    const hooksPath = () =>
      spawnSync('git', ['config', 'core.hooksPath'], { cwd: rig.root, encoding: 'utf8' }).stdout.trim();
    const begin = async () => {
      await rig.hook('SessionStart', { source: 'startup' });
      await ran('true');
    };

    it("C1 a folder that is not the project's is taken back, and told", async () => {
      await begin();
      const told = await ran('sh x.sh', () => rig.git('config', 'core.hooksPath', 'mine'));
      assert.equal(hooksPath(), '');
      assert.match(
        told.systemMessage ?? '',
        /core\.hooksPath, .* is mine now: it was changed behind Gatehouse's back by Bash sh x\.sh\. It was restored/,
      );
    });

    it('C1 what the project had is set again', async () => {
      rig.git('config', 'core.hooksPath', '.husky');
      await begin();
      await ran('sh x.sh', () => rig.git('config', '--unset', 'core.hooksPath'));
      assert.equal(hooksPath(), '.husky');
    });

    it('a folder that the last commit holds is the project’s', async () => {
      rig.write('.githooks/pre-commit', '#!/bin/sh\n');
      rig.commit('hooks');
      await begin();
      assert.deepEqual(await ran('make setup', () => rig.git('config', 'core.hooksPath', '.githooks')), {});
      assert.equal(hooksPath(), '.githooks');
    });

    it('and one with a file that no commit holds is not', async () => {
      rig.write('.githooks/pre-commit', '#!/bin/sh\n');
      rig.commit('hooks');
      rig.write('.githooks/pre-push', '#!/bin/sh\n');
      await begin();
      await ran('make setup', () => rig.git('config', 'core.hooksPath', '.githooks'));
      assert.equal(hooksPath(), '');
    });

    it('another setting of git is left alone', async () => {
      await begin();
      assert.deepEqual(await ran('git push -u', () => rig.git('config', 'branch.main.remote', 'origin')), {});
      assert.deepEqual(alarms(), []);
    });
  });

  describe('C9 a commit that its command does not show', () => {
    const head = () => rig.git('rev-parse', 'HEAD').trim();
    const hidden = () => rig.git('commit', '-q', '--allow-empty', '-m', 'hidden');
    beforeEach(async () => {
      const file = path.join(rig.home, '.gatehouse/config.json');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '{"profile": "harness"}\n');
      rig.git('checkout', '-q', '-b', 'topic');
      await rig.hook('SessionStart', { source: 'startup' });
    });

    it('is taken back where nothing stands for it, and the files stay', async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      const before = head();
      const told = await ran('python3 x.py', () => rig.commit('hidden'));
      assert.equal(head(), before);
      assert.equal(rig.read('src/app.js'), 'export const a = 2;\n');
      assert.match(rig.git('status', '--porcelain'), /^M {2}src\/app\.js$/m);
      assert.match(
        told.systemMessage ?? '',
        /A commit was made behind Gatehouse's back by Bash python3 x\.py, .*commit-needs-tests.* The commit was undone/,
      );
    });

    /** Makes a commit without anything that is checked out. */
    const plumbed = () => rig.git('commit-tree', '-p', 'HEAD', '-m', 'hidden', 'HEAD^{tree}').trim();
    const at = (ref: string) => rig.git('rev-parse', '--verify', '-q', ref).trim();
    const isThere = (ref: string) => rig.git('branch', '--list', ref) !== '';

    it('is taken back on a branch that is not checked out', async () => {
      const before = at('main');
      const told = await ran('python3 x.py', () => rig.git('update-ref', 'refs/heads/main', plumbed()));
      assert.equal(at('main'), before);
      assert.match(told.systemMessage ?? '', /A commit was made on the branch main behind .* It was undone/);
    });

    it('goes with a branch that was made for it', async () => {
      await ran('python3 x.py', () => rig.git('branch', 'feature/quiet', plumbed()));
      assert.equal(isThere('feature/quiet'), false);
    });

    it('is seen where the branch is written as a file, and where branches are packed', async () => {
      const before = at('main');
      await ran('python3 x.py', () => rig.write('.git/refs/heads/main', `${plumbed()}\n`));
      assert.equal(at('main'), before);
      await ran('python3 x.py', () => {
        rig.git('update-ref', 'refs/heads/main', plumbed());
        rig.git('pack-refs', '--all');
      });
      assert.equal(at('main'), before);
    });

    for (const [kind, words] of [
      ['with a branch', ['-b', 'other']],
      ['without a branch', ['--detach']],
    ] as const) {
      it(`is taken back in another worktree ${kind}, unless a session of its own is at work there`, async () => {
        const there = path.join(rig.home, 'other');
        rig.git('worktree', 'add', '-q', ...words, there);
        await rig.hook('SessionStart', { source: 'startup' });
        const before = rig.git('-C', there, 'rev-parse', 'HEAD');
        const commit = () => rig.git('-C', there, 'commit', '-q', '--allow-empty', '-m', 'hidden');
        const told = await ran('python3 x.py', commit);
        assert.equal(rig.git('-C', there, 'rev-parse', 'HEAD'), before);
        assert.match(told.systemMessage ?? '', /A commit was made (?:on the branch other|in \S+other) behind/);
        const own = { session_id: 's2', cwd: there, tool_name: 'Bash', tool_input: { command: 'true' } };
        rig.now = Date.now() + 1000;
        await rig.hook('PreToolUse', { ...own, tool_use_id: 'toolu_own' });
        assert.equal((await ran('sleep 1', commit)).systemMessage, undefined);
        assert.notEqual(rig.git('-C', there, 'rev-parse', 'HEAD'), before);
      });
    }

    it('is none where a fetch brings a branch', async () => {
      const from = path.join(rig.home, 'from');
      rig.git('clone', '-q', '.', from);
      rig.git('-C', from, 'commit', '-q', '--allow-empty', '-m', 'theirs');
      await rig.hook('SessionStart', { source: 'startup' });
      const fetch = ['fetch', '-q', from, 'HEAD:review'];
      assert.deepEqual(await ran(`git ${fetch.join(' ')}`, () => rig.git(...fetch)), {});
      assert.equal(isThere('review'), true);
    });

    it('stays where evidence stands for it', async () => {
      for (const kind of evidenceKinds) await site().evidence.record(kind, { verdict: 'pass', rule: 'x' });
      const before = head();
      await ran('python3 x.py', hidden);
      assert.notEqual(head(), before);
    });

    it('is none where another branch is checked out, or what a remote has is taken over', async () => {
      rig.git('checkout', '-q', '-b', 'other');
      hidden();
      rig.git('checkout', '-q', 'topic');
      await rig.hook('SessionStart', { source: 'startup' });
      assert.deepEqual(await ran('sh x.sh', () => rig.git('merge', '-q', 'other')), {});
      assert.deepEqual(await ran('sh x.sh', () => rig.git('checkout', '-q', 'main')), {});
    });

    it('outside the harness it is told, and stays: it may be the person’s', async () => {
      writeFileSync(path.join(rig.home, '.gatehouse/config.json'), '{"profile": "standard"}\n');
      await site().evidence.record('tests', { verdict: 'fail', rule: 'npm test' });
      await rig.hook('SessionStart', { source: 'startup' });
      const before = head();
      const told = await ran('python3 x.py', hidden);
      assert.notEqual(head(), before);
      assert.match(told.systemMessage ?? '', /A commit was made .* To undo it: git reset --soft [0-9a-f]{10}/);
    });

    it('is none where the person asks for no evidence', async () => {
      writeFileSync(path.join(rig.home, '.gatehouse/config.json'), '{"profile": "observe"}\n');
      await rig.hook('SessionStart', { source: 'startup' });
      const before = head();
      await ran('python3 x.py', hidden);
      assert.notEqual(head(), before);
    });
  });

  it("C1 the person's configuration is put back, and the other text is kept beside it", async () => {
    const file = path.join(rig.home, '.gatehouse/config.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{"profile": "harness"}\n');
    await ran('true');
    for (const text of ['{"profile": "observe"}\n', '{"gates": {"tamper-check": "off"}}\n']) {
      await ran('sh x.sh', () => writeFileSync(file, text));
      assert.equal(readFileSync(file, 'utf8'), '{"profile": "harness"}\n');
      assert.equal(readFileSync(`${file}.changed`, 'utf8'), text);
      assert.match(alarms().at(-1) ?? '', /config\.json was changed behind Gatehouse's back by Bash sh x\.sh/);
    }
  });
});
