import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noteAsked } from '../../../src/hooks/client/heartbeat';
import { openAlarms } from '../../../src/hooks/pipeline/alarms';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { Rig } from '../review/rig';

interface Wire {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly additionalContext?: string;
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly updatedInput?: { readonly command: string };
  };
}

describe('E1 E4 decided and happened are two facts', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.git('checkout', '-q', '-b', 'topic');
  });
  afterEach(() => rig.clear());

  const write = (file: string, content: object) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  };
  const wire = (stdout: string): Wire => (stdout === '' ? {} : (JSON.parse(stdout) as Wire));
  const bash = (command: string, id = 'toolu_1') => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: id });
  const before = async (fields: Readonly<Record<string, unknown>>) =>
    wire((await rig.hook('PreToolUse', fields)).stdout);
  const after = async (fields: Readonly<Record<string, unknown>>) =>
    wire((await rig.hook('PostToolUse', { ...fields, tool_response: { stdout: '' } })).stdout);
  const alarms = () => {
    const site = siteAt({ env: rig.env, clock: { now: () => rig.now }, requestedByName: false }, placeOf(rig.root));
    return openAlarms(site).map(({ kind, text, cause }) => ({ kind, text, cause }));
  };

  it('E1 a call that was refused and ran all the same is an alarm', async () => {
    const fields = bash('rm -rf ~/');
    assert.equal((await before(fields)).hookSpecificOutput?.permissionDecision, 'deny');
    const { systemMessage, hookSpecificOutput } = await after(fields);
    assert.match(systemMessage ?? '', /^Gatehouse was not in force\. Blocked, but it ran anyway: Bash rm -rf ~\//);
    assert.match(hookSpecificOutput?.additionalContext ?? '', /blocked this call, but it ran anyway/);
    assert.deepEqual(alarms(), [
      {
        kind: 'refused-ran',
        text: 'Blocked, but it ran anyway: Bash rm -rf ~/',
        cause: 'a mod or plugin that the client was started with (--plugin-dir)',
      },
    ]);
    assert.match(rig.log(), /Blocked, but it ran anyway/, 'the trace says so');
  });

  it('so is one that ran and failed', async () => {
    const fields = bash('rm -rf ~/');
    await before(fields);
    const reply = await rig.hook('PostToolUseFailure', { ...fields, error: 'Exit code 1' });
    assert.match(wire(reply.stdout).systemMessage ?? '', /Blocked, but it ran anyway/);
  });

  it('one that our own mod stopped at its last step is none', async () => {
    const fields = bash('rm -rf ~/');
    const { permissionDecisionReason: error } = (await before(fields)).hookSpecificOutput ?? {};
    const reply = await rig.hook('PostToolUseFailure', { ...fields, error });
    assert.deepEqual([wire(reply.stdout), alarms()], [{}, []]);
  });

  it('E1 a call that no gate saw is an alarm, in a session whose hooks were heard', async () => {
    await rig.hook('SessionStart', { source: 'startup' });
    await after(bash('git reset --hard'));
    assert.deepEqual(
      alarms().map(({ kind, text }) => `${kind}: ${text}`),
      ['not-judged: Ran unchecked: Bash git reset --hard'],
    );
  });

  it('a call that our own mod asked about in the hook’s place is none, and the person is told once', async () => {
    await rig.hook('SessionStart', { source: 'startup' });
    noteAsked('session-1', 'toolu_1', { command: 'ls' });
    noteAsked('session-1', 'toolu_2', { command: 'ls -a' });
    const { systemMessage = '' } = await after(bash('ls'));
    assert.match(systemMessage, /^Gatehouse's hook before tools is not started in this session/);
    assert.deepEqual(await after(bash('ls -a', 'toolu_2')), {});
    assert.deepEqual(alarms(), []);
  });

  it('one that ran with another input than our mod was asked about is an alarm', async () => {
    await rig.hook('SessionStart', { source: 'startup' });
    noteAsked('session-1', 'toolu_1', { command: 'ls' });
    await after(bash('git reset --hard'));
    assert.deepEqual(
      alarms().map(({ text }) => text),
      ['Ran unchecked: Bash git reset --hard'],
    );
  });

  it('a call that began before the hooks were registered is none', async () => {
    await after(bash('git reset --hard'));
    assert.deepEqual(alarms(), []);
  });

  it("E4 the model is told when another hook's rewrite replaced ours", async () => {
    const reply = await before(bash('git push --force origin topic'));
    assert.equal(reply.hookSpecificOutput?.updatedInput?.command, 'git push --force-with-lease origin topic');
    const told = await after(bash('git push --force origin topic'));
    assert.equal(
      told.hookSpecificOutput?.additionalContext,
      "Gatehouse's change to this call was overridden by another hook. It ran as: git push --force origin topic",
    );
    assert.deepEqual(
      alarms().map(({ text }) => text),
      [
        'Ran with different input than Gatehouse checked: Bash git push --force origin topic instead of: git push --force-with-lease origin topic',
      ],
    );
  });

  it('a rewrite that held is none', async () => {
    await before(bash('git push --force origin topic'));
    await after(bash('git push --force-with-lease origin topic'));
    assert.deepEqual(alarms(), []);
  });

  it('E4 the likely cause names the other hook and the enabled plugins', async () => {
    const plugins = path.join(rig.env.CLAUDE_CONFIG_DIR!, 'plugins');
    const market = path.join(rig.root, '../market');
    write(path.join(plugins, 'known_marketplaces.json'), { market: { source: { source: 'directory', path: market } } });
    const listed = ['tidy', 'off'].map((name) => ({ name, source: `./${name}` }));
    write(path.join(market, '.claude-plugin/marketplace.json'), { plugins: listed });
    for (const { name } of listed) {
      write(path.join(market, name, 'hooks/hooks.json'), { hooks: { PreToolUse: [{ matcher: 'Bash' }] } });
    }
    rig.write(
      '.claude/settings.json',
      JSON.stringify({
        enabledPlugins: { 'tidy@market': true, 'off@market': false },
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'rewrite.sh' }] }] },
      }),
    );
    await before(bash('ls'));
    await after(bash('ls -la'));
    assert.deepEqual(alarms(), [
      {
        kind: 'input-replaced',
        text: 'Ran with different input than Gatehouse checked: Bash ls -la instead of: ls',
        cause: 'the hooks of the plugin tidy@market or another hook before tools (rewrite.sh)',
      },
    ]);
  });

  for (const [title, input, ran, raised] of [
    [
      'an edit of another file',
      { file_path: '/r/a.ts', old_string: 'a', new_string: 'b' },
      { file_path: '/r/b.ts', old_string: 'a', new_string: 'b' },
      1,
    ],
    [
      'a text that a person changed in the prompt',
      { file_path: '/r/a.ts', old_string: 'a', new_string: 'b' },
      { file_path: '/r/a.ts', old_string: 'a', new_string: 'c' },
      0,
    ],
    [
      'a field that the client adds',
      { file_path: '/r/a.ts', old_string: 'a', new_string: 'b' },
      { file_path: '/r/a.ts', old_string: 'a', new_string: 'b', replace_all: false },
      0,
    ],
  ] as const) {
    it(`${title}: ${raised === 0 ? 'no alarm' : 'an alarm'}`, async () => {
      const at = <F extends { readonly file_path: string }>(fields: F) => ({
        ...fields,
        file_path: fields.file_path.replace('/r', rig.root),
      });
      await before({ tool_name: 'Edit', tool_input: at(input), tool_use_id: 'toolu_1' });
      await after({ tool_name: 'Edit', tool_input: at(ran), tool_use_id: 'toolu_1' });
      assert.equal(alarms().length, raised);
    });
  }

  it('a secret in the command, which the trace masks, is the same command', async () => {
    const fields = bash(
      'curl -H "Authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyzAB" https://api.github.com/user',
    );
    await before(fields);
    await after(fields);
    assert.deepEqual(
      alarms().filter(({ kind }) => kind === 'input-replaced'),
      [],
    );
  });

  it('one alarm a call, however often the client tells of it', async () => {
    await before(bash('rm -rf ~/'));
    await after(bash('rm -rf ~/'));
    assert.equal((await after(bash('rm -rf ~/'))).systemMessage, undefined);
    assert.equal(alarms().length, 1);
  });
});
