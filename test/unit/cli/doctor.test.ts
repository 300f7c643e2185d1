import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '../../../src/hooks/cli/check-registration';
import { bundleRunner } from '../host/real-runner';
import { Stage } from './stage';

/** A runner that answers as the guard does: that it was heard is what a canary is about. */
const hearingRunner = `
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'Gatehouse guard [r]: no' };
process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...deny } }));
`;

describe('gatehouse doctor', () => {
  let stage: Stage;
  let settings: string;
  let shim: string;

  beforeEach(async () => {
    stage = new Stage();
    stage.runAs(hearingRunner);
    settings = path.join(stage.root, '.claude/settings.local.json');
    shim = path.join(stage.env.GATEHOUSE_HOME!, 'bin/gatehouse-hook');
    await stage.run(['install', '--yes']);
  });
  afterEach(() => stage.clear());

  async function examined(...args: string[]) {
    const { code, out } = await stage.run(['doctor', '--json', ...args]);
    return { code, ...(JSON.parse(out) as { ok: boolean; fixed: string[]; results: CheckResult[] }) };
  }
  const bad = (results: readonly CheckResult[]) =>
    results.filter(({ status }) => status === 'bad').map(({ check, message }) => `${check}: ${message}`);

  it('finds nothing wrong after an installation, and that its canary is answered', async () => {
    bundleRunner(path.join(stage.root, '../dist'));
    await stage.run(['install', '--yes']);
    const { code, results } = await examined();
    assert.deepEqual(bad(results), []);
    assert.equal(code, 0);
    assert.ok(
      results.some(
        ({ check, message }) => check === 'self-test' && /in the local settings answered in \d+ ms/.test(message),
      ),
    );
    assert.ok(results.some(({ check, message }) => check === 'registration' && /\d+ events, each once/.test(message)));
    assert.ok(
      results.some(({ check, message }) => check === 'events' && message.includes('No client has ever called')),
    );
    assert.ok(results.some(({ check, message }) => check === 'host' && message.includes('No host is running')));
  });

  it('says when each event last fired, and which never did', async () => {
    await stage.bash('git status');
    const { results } = await examined();
    const events = results.filter(({ check }) => check === 'events').map(({ message }) => message);
    const [fired = '', ...rest] = events;
    assert.match(fired, /^PreToolUse last fired (?:just now|\d+ seconds ago)$/);
    assert.equal(rest.length, 1, events.join('\n'));
    assert.match(rest[0] ?? '', /^never fired yet: .*\bStop\b/);
  });

  it('says what is wrong and what to do in words', async () => {
    rmSync(settings);
    const { code, out } = await stage.run(['doctor']);
    assert.equal(code, 1);
    assert.match(out, /^BAD {3}registration +The hooks were registered before, but no settings file has them now/m);
    assert.match(out, /→ gatehouse install --scope local/);
    assert.match(out, /1 thing is wrong\. gatehouse doctor --fix repairs what it can\.\n$/);
  });

  const broken: readonly { name: string; harm: () => void; says: RegExp }[] = [
    { name: 'a shim that is gone', harm: () => rmSync(shim), says: /^runner: The hooks’ program is missing/ },
    {
      name: 'D2 a runner with a damaged file',
      harm: () => damage('runner.js'),
      says: /^runner: The installed runner is damaged: runner\.js$/,
    },
    {
      name: 'D2 a runner whose manifest has gone',
      harm: () => rmSync(inRunner('manifest.json')),
      says: /^runner: The installed runner is damaged: manifest\.json$/,
    },
    { name: 'a shim that cannot be run', harm: () => chmodSync(shim, 0o644), says: /^runner: .*not executable/ },
    {
      name: 'an event that another program took out',
      harm: () => edit((hooks) => delete hooks.Stop),
      says: /^registration: .*Stop is missing/,
    },
    {
      name: 'an event that is registered twice',
      harm: () => edit((hooks) => hooks.Stop?.push(hooks.Stop[0])),
      says: /^registration: .*Stop is registered more than once, line \d+/,
    },
    {
      name: 'all entries lost',
      harm: () => writeFileSync(settings, '{}'),
      says: /^registration: .*no settings file has them now/,
    },
  ];
  for (const { name, harm, says } of broken) {
    it(`finds ${name}, and --fix mends it`, async () => {
      harm();
      const before = await examined();
      assert.equal(before.code, 1);
      assert.ok(
        bad(before.results).some((one) => says.test(one)),
        bad(before.results).join('\n'),
      );
      const after = await examined('--fix');
      assert.deepEqual(bad(after.results), []);
      assert.deepEqual([after.code, after.fixed], [0, ['local']]);
    });
  }

  it('finds a runner that does not answer its canary', async () => {
    stage.write('../dist/runner.js', 'process.exit(3);');
    await stage.run(['install', '--yes']);
    const { code, results } = await examined();
    assert.equal(code, 1);
    assert.match(bad(results).join(), /^self-test: \w+ in the local settings did not reach Gatehouse: it ended with /);
  });

  const switches: readonly { name: string; harm: () => void; says: RegExp }[] = [
    {
      name: 'hooks that are switched off in the settings',
      harm: () => writeFileSync(path.join(stage.root, '.claude/settings.json'), '{ "disableAllHooks": true }'),
      says: /^settings: .*settings\.json:1: disableAllHooks is on/,
    },
    {
      name: 'a settings file that the client ignores because of a comment',
      harm: () => writeFileSync(settings, `// mine\n${readFileSync(settings, 'utf8')}`),
      says: /^settings: .*The agent ignores this whole file: it has a comment in line 1/,
    },
    {
      name: 'a switch in the environment',
      harm: () => (stage.env.GATEHOUSE_DISABLE = '1'),
      says: /^settings: GATEHOUSE_DISABLE=1 is set in the environment/,
    },
  ];
  for (const { name, harm, says } of switches) {
    it(`finds ${name}`, async () => {
      harm();
      const { code, results } = await examined();
      assert.equal(code, 1);
      assert.ok(
        bad(results).some((one) => says.test(one)),
        bad(results).join('\n'),
      );
    });
  }

  it('names other hooks that run before the same tools, and mistakes in the configuration', async () => {
    const other = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'other.sh' }] }] } };
    writeFileSync(path.join(stage.root, '.claude/settings.json'), JSON.stringify(other));
    stage.write('.claude/gatehouse.json', '{ "gates": { "gaurd": "warn" } }');
    const { code, results } = await examined();
    const notes = results.filter(({ status }) => status === 'note').map(({ message }) => message);
    assert.ok(notes.some((one) => one.includes('Another hook runs before tools on Bash: other.sh')));
    assert.ok(notes.some((one) => one.includes('there is no gate "gaurd"; did you mean "guard"?')));
    assert.equal(code, 0);
  });

  function inRunner(name: string): string {
    const folder = path.join(stage.env.GATEHOUSE_HOME!, 'runner');
    return path.join(folder, readdirSync(folder)[0]!, name);
  }

  function damage(name: string): void {
    writeFileSync(inRunner(name), `${readFileSync(inRunner(name), 'utf8')} `);
  }

  function edit(change: (hooks: Record<string, unknown[] | undefined>) => unknown): void {
    const document = JSON.parse(readFileSync(settings, 'utf8')) as { hooks: Record<string, unknown[]> };
    change(document.hooks);
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify(document, null, 2));
  }

  it('E1 shows an alarm until a person clears it, and so does status', async () => {
    const fields = { tool_name: 'Bash', tool_input: { command: 'rm -rf ~/' }, tool_use_id: 'toolu_1' };
    await stage.hook('PreToolUse', fields);
    await stage.hook('PostToolUse', { ...fields, tool_response: {} });
    const alarm = /Blocked, but it ran anyway: Bash rm -rf ~\//;
    assert.match((await stage.run(['status'])).err, alarm);
    assert.ok(
      bad((await examined()).results).some(
        (line) => line.startsWith('alarms: ') && line.includes('Blocked, but it ran anyway: Bash rm -rf ~/'),
      ),
    );
    assert.equal((await stage.run(['alarms', 'clear'])).code, 1, 'not by a script');
    assert.match((await stage.run(['alarms'])).out, alarm);
    assert.equal((await stage.run(['alarms', 'clear'], 'clear')).code, 0);
    assert.equal((await stage.run(['alarms'])).out, 'No alarm.\n');
    assert.doesNotMatch((await stage.run(['status'])).err, alarm);
  });
});
