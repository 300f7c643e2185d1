import assert from 'node:assert/strict';
import { ModEndpoint } from '../../../src/hooks/host/mod-endpoint';
import { openHostFolder, readEndpoint } from '../../../src/hooks/host/endpoint';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { gatehouseHome } from '../../../src/hooks/project/home';
import { Stage } from '../cli/stage';

describe('what the plugin’s mod asks the host', () => {
  let stage: Stage;
  let endpoint: ModEndpoint;
  let port: number;
  let clientToken: string;
  let hostToken: string;

  beforeEach(async () => {
    stage = new Stage();
    const home = gatehouseHome(stage.env);
    openHostFolder(home);
    endpoint = new ModEndpoint(home, 'b');
    await endpoint.open();
    const found = readEndpoint(home, 'mod');
    if ('problem' in found) throw new Error(found.problem);
    ({ port, clientToken, hostToken } = found);
  });
  afterEach(() => {
    endpoint.close();
    stage.clear();
  });

  const post = (body: string, token = clientToken) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  const question = (
    command: string,
    env: Readonly<Record<string, string>> = {},
    when: { readonly early?: boolean; readonly last?: boolean } = {},
  ) =>
    JSON.stringify({
      ...when,
      session: 's1',
      tool: 'Bash',
      toolUseId: 'toolu_1',
      input: { command },
      cwd: stage.root,
      root: stage.root,
      env: { ...stage.env, ...env },
    });
  const denied = async (command: string, env?: Record<string, string>) => {
    const reply = await post(question(command, env));
    assert.equal(reply.headers.get('x-gatehouse'), hostToken, 'the host proves itself');
    return ((await reply.json()) as { deny?: string }).deny;
  };

  it('a refusal with its reason, recorded once', async () => {
    assert.match((await denied('rm -rf ~/')) ?? '', /^Gatehouse guard \[/);
    const traces = readTraces(stage.state);
    assert.deepEqual(
      traces.map(({ event, subject, toolUseId, verdict }) => [event, subject, toolUseId, verdict.decision]),
      [['PreToolUse', 'rm -rf ~/', 'toolu_1', 'deny']],
    );
  });

  it('nothing for what passes, is approved or would be changed: that is the hook’s to say, and to record', async () => {
    for (const command of ['npm test', 'git status', 'git push --force origin topic']) {
      assert.equal(await denied(command), undefined, command);
    }
    assert.deepEqual(readTraces(stage.state), []);
  });

  it('says that a question, a change or a snapshot needs the hook, and refuses where a mod kept it away', async () => {
    stage.write('a.ts', 'export const a = 2;\n');
    const answer = async (command: string, last: boolean) =>
      (await (await post(question(command, {}, { last }))).json()) as { deny?: string; hook?: boolean };
    stage.git('checkout', '-q', '-b', 'topic');
    assert.deepEqual(await answer('git push --force origin topic', false), { hook: true });
    assert.match((await answer('git push --force origin topic', true)).deny ?? '', /a mod kept its hook from doing so/);
    assert.deepEqual(await answer('npm test', true), {});
  });

  it('leaves a refusal to the hook that is yet to be asked, and refuses where it was kept away', async () => {
    const asked = async (when: { early?: boolean; last?: boolean }) =>
      (await (await post(question('rm -rf ~/', {}, when))).json()) as { deny?: string; hook?: boolean };
    assert.deepEqual(await asked({ early: true }), { hook: true });
    assert.deepEqual(readTraces(stage.state), []);
    assert.match((await asked({ last: true })).deny ?? '', /^Gatehouse guard \[/);
    assert.equal(readTraces(stage.state).length, 1);
  });

  it('lets pass what a person allowed once, when the hook has used the allowance up', async () => {
    const command = 'rm -rf ~/';
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' };
    await stage.hook('PreToolUse', { ...call, tool_use_id: 'toolu_0' });
    await stage.run(['allow-once', stage.last().id], 'allow');
    await stage.hook('PreToolUse', call);
    assert.deepEqual(await (await post(question(command, {}, { last: true }))).json(), {});
  });

  it('lets it pass where the hook had its turn', async () => {
    stage.git('checkout', '-q', '-b', 'topic');
    const command = 'git push --force origin topic';
    await stage.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' });
    assert.deepEqual(await (await post(question(command, {}, { last: true }))).json(), {});
    assert.equal(readTraces(stage.state).length, 1);
  });

  it('keeps what a discard takes away where the hook could not', async () => {
    stage.write('a.ts', 'export const a = 2;\n');
    assert.deepEqual(await (await post(question('git reset --hard'))).json(), { hook: true });
    assert.deepEqual(await (await post(question('git reset --hard', {}, { last: true }))).json(), {});
    const [record] = readTraces(stage.state);
    assert.match(record?.verdict.context ?? '', /saved what this command discards/);
  });

  it('judges with the environment that the session’s hooks brought along', async () => {
    const env = { ...stage.env, VICTIM: `${stage.env.HOME}/` };
    assert.equal(await denied('rm -rf "$VICTIM"build', { VICTIM: stage.root }), undefined);
    endpoint.noteEnvironment(JSON.stringify({ session_id: 's1', hook_event_name: 'SessionStart' }), env);
    assert.notEqual(await denied('rm -rf "$VICTIM"'), undefined);
  });

  it('lets the person switch it off', async () => {
    assert.equal(await denied('rm -rf ~/', { GATEHOUSE_DISABLE: '1' }), undefined);
  });

  for (const [title, status, ask] of [
    ['a wrong token', 403, () => post(question('ls'), '0'.repeat(22))],
    ['a question that is no JSON', 503, () => post('{')],
    ['a question without a tool', 400, () => post('{"session":"s"}')],
    ['a GET', 403, () => fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${clientToken}` } })],
  ] as const) {
    it(`answers ${status} to ${title}`, async () => {
      const reply = await ask();
      assert.equal(reply.status, status);
      assert.equal(reply.headers.get('x-gatehouse'), null);
    });
  }
});
