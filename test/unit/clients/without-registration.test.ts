import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { failureReply } from '../../../src/hooks/boundary';
import { forgetUnknownCalls, unknownCalls } from '../../../src/hooks/client/heartbeat';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { projectHome } from '../../../src/hooks/project/home';
import { before as payloadBefore, type Act, type Client } from '../protocol/client-payloads';
import { prepare } from './table';

const surroundings = freshEnvironment('without-registration');
const env: Record<string, string> = { ...surroundings.env };
const cwd = prepare(surroundings.folder, env);

async function ask(payload: object): Promise<string> {
  const text = JSON.stringify({ ...payload, cwd });
  const { reply, finish } = await answerHook({ args: [], payload: text, env, cwd, via: 'warm' });
  finish();
  return `${reply.exitCode} ${reply.stdout}${reply.stderr}`;
}

/** Claude Code's registration, which other clients run too: nothing says who speaks, and no word names the event. */
describe('clients that run Claude Code’s registration', () => {
  after(() => surroundings.clear());

  const clients: readonly Client[] = ['vscode', 'copilot with Claude’s names', 'gemini', 'cursor', 'opencode'];
  const acts: readonly Act[] = [
    { write: ['.env', 'TOKEN=1\n'] },
    { edit: ['.claude/settings.json', 'gatehouse-hook', 'other'] },
    { shell: 'rm -rf .git' },
    { tool: 'remote_exec', input: { script: 'x' } },
  ];
  for (const client of clients) {
    for (const act of acts) {
      it(`E6 E7 ${client}: ${JSON.stringify(act).slice(0, 50)} is refused`, async () =>
        assert.match(
          await ask(payloadBefore(client, act)),
          /"(?:permissionDecision|permission|decision)":"deny"|^0 \{"deny"|^2 /,
        ));
    }
  }

  it('steps back where the client’s own registration was heard in the session, and only there', async () => {
    const act = payloadBefore('cursor', { shell: 'rm -rf .git' });
    const own = async (payload: object) => {
      const text = JSON.stringify({ ...payload, cwd });
      const { finish } = await answerHook({
        args: ['PreToolUse', '--client', 'cursor'],
        payload: text,
        env,
        cwd,
        via: 'warm',
      });
      finish();
    };
    await own({ ...act, conversation_id: 'heard' });
    assert.equal(await ask({ ...act, conversation_id: 'heard' }), '0 ');
    assert.match(await ask({ ...act, conversation_id: 'another' }), /"permission":"deny"/);
  });

  it('E7 a call that cannot be checked is a row among the decisions and a line of the doctor', async () => {
    forgetUnknownCalls(env);
    await ask({ ...payloadBefore('cursor', { tool: 'HyperEdit', input: { patchText: 'x' } }) });
    const [call] = unknownCalls(env);
    assert.ok(call !== undefined);
    assert.equal(call.client, 'Cursor 2.3.1');
    assert.match(call.why, /the tool 'HyperEdit' is unknown, and its input has 'patchText'/);
    const [trace] = readTraces(projectHome(env, cwd), { limit: 1 });
    assert.deepEqual([trace?.client, trace?.tool, trace?.verdict.gate], ['Cursor 2.3.1', 'HyperEdit', 'unknown-tool']);
  });

  it('E7 so is a payload that cannot be read', async () => {
    assert.match(
      await ask({ hookEventName: 'PreToolUse', sessionId: 's' }),
      /^2 .*without tool_name \(from VS Code agent\)/,
    );
    const [trace] = readTraces(projectHome(env, cwd), { limit: 1 });
    assert.match(trace?.problem ?? '', /PreToolUse without tool_name \(from VS Code agent\)/);
  });

  it('a failure of Gatehouse is a refusal in the one form that every client reads', () => {
    const { stdout, stderr, exitCode } = failureReply(
      { args: ['PreToolUse', '--client', 'gemini'], payload: '{}', env },
      'no',
    );
    assert.deepEqual([stdout, exitCode], ['', 2]);
    assert.match(stderr, /^Gatehouse could not check this call, so it is blocked: no\./);
  });

  it('the settings are unchanged', () =>
    assert.match(readFileSync(path.join(cwd, '.claude/settings.json'), 'utf8'), /gatehouse-hook/));
});
