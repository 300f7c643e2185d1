import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commands } from '../../../src/hooks/cli/commands';
import { momentOf } from '../../../src/hooks/cli/explain';
import { openEvidence } from '../../../src/hooks/evidence/open-evidence';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { Stage } from './stage';

const clock = { now: () => Date.now() };

describe('the command line', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());
  const evidence = () => siteAt({ env: stage.env, clock, requestedByName: false }, placeOf(stage.root)).evidence;

  it('lists every command, and each says its usage and exit codes', async () => {
    const { code, out } = await stage.run(['help']);
    assert.equal(code, 0);
    for (const name of Object.keys(commands)) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
      const help = await stage.run([name, '--help']);
      assert.equal(help.code, 0);
      assert.match(help.out, new RegExp(`^Usage: gatehouse ${name}`));
      assert.match(help.out, /^Exit codes: /m);
    }
  });

  const misspelt: readonly (readonly [args: string[], says: RegExp])[] = [
    [['colour'], /there is no command 'colour'. 'gatehouse help' lists them/],
    [['status', '--loud'], /gatehouse status: Unknown option '--loud'.*--help' says more/s],
    [['status', 'nonsense'], /there is no flag 'nonsense'; flags are code-review, doc-review, precommit, tests, proof/],
    [['reset'], /name flags, or use --all/],
    [['reset', '--all', 'tests'], /name flags, or use --all/],
    [['proof', 'maybe'], /use verify or revoke/],
    [['proof', 'verify', 'now'], /unexpected argument 'now'/],
    [['allow-once'], /name a blocked call by its id/],
    [['replay', '--since', 'tomorrow'], /--since needs a time such as 30m, 6h, 7d or a date, not 'tomorrow'/],
    [['replay', '--profile', 'loud'], /--profile needs one of observe, standard, harness, not 'loud'/],
    [['replay', '--limit', '0'], /--limit needs a whole number above 0/],
    [['config', 'distrust'], /use trust or untrust, not 'distrust'/],
    [['explain', '--last', '--id', 'x'], /use one of --last, --id, --command and --output-file/],
    [['explain', '--tool', 'Bash'], /--tool belongs to --command or --output-file/],
  ];
  for (const [args, says] of misspelt) {
    it(`says on stderr what is wrong with: ${args.join(' ')}`, async () => {
      const { code, out, err } = await stage.run(args);
      assert.equal(code, 64);
      assert.equal(out, '');
      assert.match(err, says);
    });
  }

  describe('status', () => {
    it('says no while a flag is missing, yes for the ones that stand, and why', async () => {
      await evidence().record('tests', { verdict: 'pass', rule: 'npm test' });
      const all = await stage.run(['status']);
      assert.equal(all.code, 1);
      assert.match(all.out, /project on main, profile standard\n/);
      assert.match(all.out, /^ {2}code review {2}missing/m);
      assert.match(all.out, /^ {2}tests +passed +just now/m);
      assert.equal((await stage.run(['status', 'tests'])).code, 0);
      assert.equal((await stage.run(['status', 'tests', 'code-review'])).code, 1);
    });

    it('says stale after a change of the content', async () => {
      await evidence().record('tests', { verdict: 'pass', rule: 'npm test' });
      stage.write('a.ts', 'export const a = 2;\n');
      const { code, out } = await stage.run(['status', 'tests', '--json']);
      assert.equal(code, 1);
      const { good, flags } = JSON.parse(out) as { good: boolean; flags: { kind: string; status: string }[] };
      assert.equal(good, false);
      assert.deepEqual(
        flags.map(({ kind, status }) => [kind, status]),
        [['tests', 'stale']],
      );
    });
  });

  describe('reset', () => {
    it('takes one flag back, or all of them', async () => {
      for (const kind of ['tests', 'precommit'] as const) await evidence().record(kind, { verdict: 'pass', rule: 'r' });
      assert.equal((await stage.run(['reset', 'tests'])).out, 'Reset: tests.\n');
      assert.equal((await evidence().status('tests')).status, 'missing');
      assert.equal((await evidence().status('precommit')).status, 'passed');
      assert.equal((await stage.run(['reset', '--all'])).code, 0);
      assert.equal((await evidence().status('precommit')).status, 'missing');
    });
  });

  it('C7 reset of a corrupt review state keeps the duty that git shows', async () => {
    stage.write('a.ts', 'export const a = 2;\n');
    stage.write('.claude_review_state.json', '{ "has_code_change": tr');
    await stage.run(['reset', '--all']);
    const reply = await stage.hook('Stop', { stop_hook_active: false });
    assert.match(reply, /Missing steps \(warn mode\): \/codex-review-fast \/precommit/);
  });

  describe('C8 every act of a person is in the decision log', () => {
    const acts: readonly (readonly [args: readonly string[], answer: string | undefined, subject: string])[] = [
      [['reset', 'tests'], undefined, 'anna (terminal): reset tests'],
      [['reset', '--all'], undefined, 'anna (terminal): reset all flags'],
      [['proof', 'verify'], 'verified', 'anna (terminal): verify proof'],
      [['proof', 'revoke'], 'revoke', 'anna (terminal): revoke proof'],
      [['accept', '--all'], 'accept', 'anna (terminal): accept tests'],
      [['config', 'trust'], 'trust', 'anna (terminal): trust'],
    ];
    for (const [args, answer, subject] of acts) {
      it(args.join(' '), async () => {
        stage.write('.claude/gatehouse.json', '{ "profile": "harness" }');
        stage.write('.claude/.test-status', `pass|0|${Math.floor(Date.now() / 1000)}`);
        await stage.run(args, answer);
        const { act, subject: told } = stage.last();
        assert.ok(told.startsWith(subject), told);
        assert.deepEqual([act?.by, act?.from], ['anna', 'terminal']);
        assert.match((await stage.run(['explain', '--last'])).out, /anna \(terminal\): /);
      });
    }

    it('a reset flag says who reset it', async () => {
      await stage.run(['reset', 'tests']);
      assert.match(
        (await stage.run(['status', 'tests'])).out,
        /has been recorded here: reset by anna at a terminal, just now\./,
      );
    });
  });

  describe('F4 a prompt that means proof', () => {
    const said = (prompt: string) => stage.hook('UserPromptSubmit', { prompt });
    beforeEach(() => stage.write('.claude/.proof-status', `pending|${Math.floor(Date.now() / 1000)}`));

    for (const prompt of ['verified', 'Approved.', ' LGTM! ']) {
      it(`${prompt.trim()} is told where it counts`, async () => {
        assert.match(await said(prompt), /does not accept .* as verification: .*gatehouse proof verify/);
      });
    }

    it('says nothing where no proof is awaited, or where the word is part of a sentence', async () => {
      assert.doesNotMatch(await said('has this been verified?'), /as verification/);
      await stage.run(['reset', 'proof']);
      assert.doesNotMatch(await said('verified'), /as verification/);
    });
  });

  describe('accept', () => {
    beforeEach(() => stage.write('.claude/.test-status', `pass|0|${Math.floor(Date.now() / 1000)}`));

    it('lets an unbound flag count for the current files', async () => {
      assert.equal((await stage.run(['status', 'tests'])).code, 1);
      assert.equal((await stage.run(['accept', 'tests'], 'accept')).out, 'Accepted: tests.\n');
      assert.equal((await stage.run(['status', 'tests'])).code, 0);
    });

    it('without a terminal changes nothing', async () => {
      assert.equal((await stage.run(['accept', '--all'])).code, 1);
      assert.equal((await stage.run(['status', 'tests'])).code, 1);
    });

    it('of all leaves out what files changed since', async () => {
      stage.write('.claude/.test-status', 'pass|0|5');
      stage.write('b.ts', 'new\n');
      const { code, err } = await stage.run(['accept', '--all'], 'accept');
      assert.equal(code, 1);
      assert.match(err, /files changed since the unbound flags passed; name a flag/);
      assert.equal((await stage.run(['accept', 'tests'], 'accept')).code, 0);
    });

    it('is named to the person at the first session, once', async () => {
      const start = () => stage.hook('SessionStart', { source: 'startup' });
      assert.match(await start(), /test run passed according to files that another tool wrote.*gatehouse accept --all/);
      assert.doesNotMatch(await start(), /another tool wrote/);
    });
  });

  describe('proof', () => {
    it('without a terminal exits non-zero and changes nothing', async () => {
      for (const word of ['verify', 'revoke']) {
        const { code, err, asked } = await stage.run(['proof', word]);
        assert.equal(code, 1);
        assert.match(
          err,
          /only a person can do this, in a terminal of their own or in the editor. Nothing was changed/,
        );
        assert.equal(asked, '');
      }
      assert.equal(existsSync(path.join(stage.root, '.claude/.proof-status')), false);
    });

    it('with another word than the one that is asked for changes nothing', async () => {
      const { code, out } = await stage.run(['proof', 'verify'], 'yes');
      assert.equal(code, 1);
      assert.equal(out, 'Nothing was changed.\n');
      assert.equal(existsSync(path.join(stage.root, '.claude/.proof-status')), false);
    });

    it('is given for the current code and taken back, by name', async () => {
      const given = await stage.run(['proof', 'verify'], 'verified');
      assert.equal(given.code, 0);
      assert.match(readFileSync(path.join(stage.root, '.claude/.proof-status'), 'utf8'), /^verified\|\d+/);
      const status = await evidence().status('proof');
      assert.equal(status.status, 'passed');
      assert.equal(status.receipt?.rule, 'anna at a terminal');
      assert.equal((await stage.run(['proof', 'revoke'], 'revoke')).code, 0);
      assert.match(readFileSync(path.join(stage.root, '.claude/.proof-status'), 'utf8'), /^pending\|\d+/);
      assert.notEqual((await evidence().status('proof')).status, 'passed');
    });
  });

  describe('allow-once', () => {
    it('lets exactly the refused call pass, once', async () => {
      await stage.bash('git reset --hard HEAD~1');
      const { id } = stage.last();
      const { code, out, asked } = await stage.run(['allow-once', id], 'allow');
      assert.equal(code, 0);
      assert.equal(out, 'Allowed once, for 10 minutes. Tell the agent to try again.\n');
      assert.match(asked, /git reset --hard HEAD~1[^]*It may pass guard once within 10 minutes/);
      assert.match(await stage.bash('git reset --hard HEAD~2'), /"permissionDecision":"deny"/);
      assert.doesNotMatch(await stage.bash('git reset --hard HEAD~1'), /"deny"/);
      assert.match(await stage.bash('git reset --hard HEAD~1'), /"permissionDecision":"deny"/);
    });

    it('does not hold in another directory', async () => {
      await stage.bash('git reset --hard HEAD~1');
      await stage.run(['allow-once', stage.last().id], 'allow');
      stage.write('sub/x.ts', '');
      const fields = { tool_name: 'Bash', tool_input: { command: 'git reset --hard HEAD~1' } };
      const there = await stage.hook('PreToolUse', { ...fields, cwd: path.join(stage.root, 'sub') });
      assert.match(there, /"permissionDecision":"deny"/);
    });

    it('without a terminal, for a call that was not refused, or for none, grants nothing', async () => {
      await stage.bash('git reset --hard HEAD~1');
      assert.equal((await stage.run(['allow-once', stage.last().id])).code, 1);
      await stage.bash('git status');
      const passed = await stage.run(['allow-once', stage.last().id], 'allow');
      assert.match(passed.err, /that call was not blocked. Nothing was changed/);
      const unknown = await stage.run(['allow-once', 'nothing'], 'allow');
      assert.match(unknown.err, /there is no record nothing here. 'gatehouse explain' shows the last one/);
      assert.equal(existsSync(path.join(stage.state, 'allow-once.json')), false);
    });
  });

  describe('config', () => {
    it('shows every value and whose word it is, and says no while something is wrong', async () => {
      assert.equal((await stage.run(['config'])).code, 0);
      stage.write('.claude/gatehouse.json', '{ "profile": "loud", "branches": { "protected": ["release"] } }');
      const { code, out, err } = await stage.run(['config']);
      assert.equal(code, 1);
      assert.match(out, /gatehouse\.json \(untrusted\)\n/);
      assert.match(out, /^branches\.protected +\["main","master","release"\] +default \+ project$/m);
      assert.match(err, /gatehouse\.json:1 profile: "loud" is not allowed here/);
    });

    it('of a repository counts in full once the person trusted its text, in every worktree, until the text changes', async () => {
      stage.write('.claude/gatehouse.json', '{ "gates": { "guard": "off" }, "tests": { "command": "make check" } }');
      stage.git('add', '-A');
      stage.git('commit', '-qm', 'two');
      const linked = path.join(path.dirname(stage.root), 'linked');
      stage.git('worktree', 'add', '-q', linked);
      const command = (root: string) =>
        siteAt({ env: stage.env, clock, requestedByName: false }, placeOf(root)).config.settings.tests.command;
      assert.equal(command(stage.root), undefined);
      const { asked, code } = await stage.run(['config', 'trust'], 'trust');
      assert.equal(code, 0);
      assert.match(asked, /"guard": "off"/);
      assert.equal(command(stage.root), 'make check');
      assert.equal(command(linked), 'make check');
      assert.doesNotMatch(await stage.bash('git reset --hard HEAD~1'), /"deny"/);
      stage.write('.claude/gatehouse.json', '{ "gates": { "guard": "off" }, "tests": { "command": "make check " } }');
      assert.equal(command(stage.root), undefined);
      assert.match((await stage.run(['config'])).err, /the file has changed since you trusted it/);
      assert.match(await stage.bash('git reset --hard HEAD~1'), /"permissionDecision":"deny"/);
      assert.equal((await stage.run(['config', 'untrust'])).code, 0);
      assert.equal(command(linked), undefined);
    });

    it('is not trusted without a terminal', async () => {
      stage.write('.claude/gatehouse.json', '{ "tests": { "command": "make check" } }');
      const { code, err } = await stage.run(['config', 'trust']);
      assert.equal(code, 1);
      assert.match(err, /only a person can do this/);
      assert.equal(existsSync(path.join(stage.env.GATEHOUSE_HOME!, 'trusted-configs.json')), false);
    });
  });

  describe('gates', () => {
    it('lists each gate with its level here and whose word it is', async () => {
      stage.write(path.join(stage.env.GATEHOUSE_HOME!, 'config.json'), '{ "gates": { "guard": "warn" } }');
      const { out } = await stage.run(['gates', '--json']);
      const { gates } = JSON.parse(out) as { gates: { id: string; level: string; from: string[]; group: string }[] };
      const { level, from, group } = gates.find(({ id }) => id === 'guard')!;
      assert.deepEqual({ level, from, group }, { level: 'warn', from: ['person'], group: 'before-bash' });
      assert.equal(new Set(gates.map(({ id }) => id)).size, gates.length);
    });
  });

  describe('replay', () => {
    it('says what another profile would change, and changes nothing', async () => {
      await stage.bash('some-program that nobody knows');
      await stage.bash('git reset --hard HEAD~1');
      const before = readFileSync(path.join(stage.state, 'decisions.jsonl'), 'utf8');
      assert.deepEqual(await stage.run(['replay']), {
        code: 0,
        out: '2 calls replayed, 0 would be decided differently.\n',
        err: '',
        asked: '',
      });
      const { code, out } = await stage.run(['replay', '--profile', 'observe']);
      assert.equal(code, 1);
      assert.match(
        out,
        /deny guard [\w-]+ {2}→ {2}pass {2}Bash {2}git reset --hard HEAD~1\n[^]*2 calls replayed, \d would/,
      );
      assert.equal(readFileSync(path.join(stage.state, 'decisions.jsonl'), 'utf8'), before);
    });

    it('takes one call by its id, and none that is older than asked', async () => {
      await stage.bash('git status');
      const { id } = stage.last();
      await stage.bash('git log');
      const one = await stage.run(['replay', '--id', id, '--json']);
      assert.equal((JSON.parse(one.out) as { judged: number }).judged, 1);
      const none = await stage.run(['replay', '--since', '2999-01-01']);
      assert.equal(none.out, '0 calls replayed, 0 would be decided differently.\n');
    });

    it('knows spans and dates', () => {
      assert.equal(momentOf('30m', 10_000_000), 8_200_000);
      assert.equal(momentOf('2d', 200_000_000), 27_200_000);
      assert.equal(momentOf('2026-11-18', 0), Date.UTC(2026, 10, 18));
    });
  });
});

describe('a dry run', () => {
  it('reads the evidence and changes none of it', async () => {
    const stage = new Stage();
    const place = placeOf(stage.root);
    const site = siteAt({ env: stage.env, clock, requestedByName: false, dry: true }, place);
    await site.evidence.record('tests', { verdict: 'pass', rule: 'r' });
    await site.evidence.review.update((now) => now);
    await site.own('x', { parse: (value) => value }).update(() => ({ a: 1 }));
    assert.equal((await site.exec('touch', ['made'], { cwd: stage.root, timeoutMs: 1_000 })).outcome, 'not-found');
    assert.equal(
      (await site.exec('git', ['commit', '-m', 'x'], { cwd: stage.root, timeoutMs: 1_000 })).outcome,
      'not-found',
    );
    assert.match((await site.exec('git', ['status'], { cwd: stage.root, timeoutMs: 5_000 })).stdout, /On branch main/);
    await assert.rejects(site.fetch('http://127.0.0.1:1/'), /a dry run asks no one/);
    assert.equal(stage.git('status', '--short'), '');
    assert.equal(existsSync(path.join(site.home, 'x.json')), false);
    const real = openEvidence({ ...site, settings: site.config.settings });
    assert.equal((await real.status('tests')).status, 'missing');
    rmSync(site.home, { recursive: true, force: true });
    stage.clear();
  });
});
