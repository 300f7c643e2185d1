import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { answerHook, runHook } from '../../../src/hooks/pipeline/hook';
import { projectHome } from '../../../src/hooks/project/home';
import { placeOf } from '../../../src/hooks/project/place';
import { silence, type Reply } from '../../../src/hooks/protocol/reply';

const surroundings = freshEnvironment('input');
const env: Record<string, string> = { ...surroundings.env };
const cwd = path.join(surroundings.folder, 'p');
mkdirSync(cwd);
const home = projectHome(env, placeOf(cwd).root);
const answer = async (event: string, payload: string): Promise<Reply> => {
  const { reply, finish } = await answerHook({ args: [event], payload, env, cwd, via: 'cold' });
  finish();
  return reply;
};
const refusal = ({ stdout, stderr, exitCode }: Reply): string => {
  // The one refusal that clients other than Claude Code read alike.
  if (exitCode === 2) return stderr;
  const { hookSpecificOutput: said } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
  assert.deepEqual([said.hookEventName, said.permissionDecision], ['PreToolUse', 'deny']);
  return said.permissionDecisionReason ?? '';
};
const messageOf = ({ stdout }: Reply): string => (JSON.parse(stdout) as { systemMessage: string }).systemMessage;
const shell = (command: unknown) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash', tool_input: { command } });

const unreadable: readonly (readonly [name: string, payload: string, problem: RegExp])[] = [
  ['nothing', '', /empty payload/],
  ['white space', ' \n\t', /empty payload/],
  ['no JSON', 'hello', /not JSON/],
  ['half of a document', shell('ls').slice(0, -5), /not JSON/],
  ['two documents', `${shell('ls')}\n${shell('ls')}`, /not JSON/],
  ['a list', '[1, 2]', /not a JSON object/],
  ['null', 'null', /not a JSON object/],
  ['a call without a tool', JSON.stringify({ hook_event_name: 'PreToolUse', cwd }), /without tool_name/],
  [
    'another client’s call',
    JSON.stringify({ conversation_id: 'c', workspace_roots: [cwd], command: 'rm -rf /' }),
    /without tool_name \(from Cursor\)/,
  ],
  ['brackets nested by the hundred thousand', '['.repeat(200_000), /not JSON/],
  ['a command that is no text', shell({ a: 1 }), /the command is not text/],
  ['a command of no words', shell([]), /the command is not text/],
];

const harmless: readonly (readonly [name: string, payload: string])[] = [
  ['an unknown tool', JSON.stringify({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Juggle', tool_input: {} })],
  ['a directory that is gone', JSON.stringify({ hook_event_name: 'Stop', cwd: path.join(cwd, 'gone', 'far') })],
];

describe('bad input', () => {
  after(() => surroundings.clear());

  for (const [name, payload, problem] of unreadable) {
    it(`D9 ${name}: refused before a tool runs, one line in the log`, async () => {
      const before = readTraces(home).length;
      assert.match(refusal(await answer('PreToolUse', payload)), problem);
      const traces = readTraces(home);
      assert.equal(traces.length, before + 1);
      assert.match(traces[0]!.problem ?? '', problem);
    });
  }

  it('D9 tells a cause once in a session at an event that refuses nothing', async () => {
    const told = await answer('Stop', '{"session_id":"s"');
    assert.match(messageOf(told), /^Gatehouse failed at Stop: the payload is not JSON .*the agent continues/);
    assert.deepEqual(await answer('Stop', '{"session_id":"s"'), silence);
    assert.match(messageOf(await answer('Stop', 'null')), /the payload is not a JSON object/);
  });

  it('D9 an unknown event that no registration names is told', async () => {
    assert.match(
      messageOf(await answer('', JSON.stringify({ hook_event_name: 'Lunch', cwd }))),
      /unknown event "Lunch"/,
    );
  });

  for (const [name, payload] of harmless) {
    it(`${name}: exit 0, nothing on stdout, one line in the log`, async () => {
      const before = readTraces(home).length;
      assert.deepEqual(await answer('', payload), silence);
      assert.equal(readTraces(home).length, before + 1);
      assert.equal(readTraces(home)[0]!.problem, undefined);
    });
  }

  it('twenty megabytes are judged like any other call, and only their subject is kept', async () => {
    const payload = shell(`git reset --hard HEAD~1 # ${'x'.repeat(20 * 1024 * 1024)}`);
    const reply = await runHook({ event: undefined, payload, env, cwd, via: 'cold' });
    assert.equal(reply.exitCode, 0);
    const [trace] = readTraces(home);
    assert.equal(trace!.call, undefined);
    assert.equal(trace!.subject.length, 2_000);
  });

  it('K-5 a quote in a path or a command never breaks the answer', async () => {
    const odd = path.join(cwd, `it's "odd" \\ place`);
    mkdirSync(odd, { recursive: true });
    const payload = JSON.stringify({
      hook_event_name: 'PreToolUse',
      cwd: odd,
      tool_name: 'Bash',
      tool_input: { command: `rm -rf / "a'b\\"` },
    });
    const { stdout } = await runHook({ event: undefined, payload, env, cwd, via: 'cold' });
    const answer = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } };
    assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
  });

  it('a switch in the person’s environment turns everything off; one in the repository’s settings does not', async () => {
    const run = () =>
      runHook({
        event: undefined,
        payload: shell('rm -rf /'),
        env: { ...env, GATEHOUSE_DISABLE: '1' },
        cwd,
        via: 'cold',
      });
    assert.equal((await run()).stdout, '');
    mkdirSync(path.join(cwd, '.claude'));
    writeFileSync(path.join(cwd, '.claude/settings.json'), '{ "env": { "GATEHOUSE_DISABLE": "1" } }');
    assert.match((await run()).stdout, /"permissionDecision":"deny"/);
  });

  it('D9 through a real process: nothing, garbage and a pipe that closes early are refused with exit 0', async () => {
    for (const payload of ['', 'hello', shell('ls').slice(0, 40)]) {
      const ran = await started(['hook', 'PreToolUse'], payload);
      assert.deepEqual([ran.code, ran.stderr], [0, '']);
      assert.match(refusal({ ...silence, stdout: ran.stdout }), /could not check this call/);
    }
  });

  it('through a real process: a deny is one JSON object on stdout, exit 0', async () => {
    const ran = await started(['hook'], shell('rm -rf /'));
    assert.deepEqual([ran.code, ran.stderr], [0, '']);
    const answer = JSON.parse(ran.stdout) as { hookSpecificOutput: { permissionDecision: string } };
    assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
  });
});

function started(
  args: readonly string[],
  input: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const at = (file: string) => path.resolve(__dirname, '../../..', file);
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', at('node_modules/tsx/dist/loader.mjs'), at('test/harness/runner.ts'), ...args],
      { cwd, env },
    );
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}
