import assert from 'node:assert/strict';
import { mkdirSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canarySession, readHeartbeats, recordHeartbeat } from '../../../src/hooks/client/heartbeat';
import { selfTest } from '../../../src/hooks/install/self-test';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { execIn } from '../../../src/hooks/project/exec';
import { freshFolder } from '../../harness/test-project';

const main = path.resolve('test/harness/runner.ts');
const tsx = path.resolve('node_modules/tsx/dist/cli.mjs');

describe('hearing events', () => {
  let root: string;
  let env: Record<string, string>;
  beforeEach(() => {
    root = freshFolder();
    env = { PATH: process.env.PATH ?? '', HOME: root, GATEHOUSE_HOME: path.join(root, 'home'), GATEHOUSE_HOST: 'off' };
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('notes the last time of each event and kind of client', () => {
    const beat = (event: 'Stop' | 'PreToolUse', source: string, at: number) =>
      recordHeartbeat({ event, sessionId: 's', dialect: 'claude' }, { ...env, CLAUDE_CODE_ENTRYPOINT: source }, at);
    beat('Stop', 'cli', 1_000_000);
    beat('Stop', 'claude-vscode', 2_000_000);
    beat('Stop', 'cli', 3_000_000);
    assert.deepEqual(
      [...readHeartbeats(env)].sort((a, b) => a.at - b.at),
      [
        { event: 'Stop', source: 'claude-vscode', at: 2_000_000, session: 's' },
        { event: 'Stop', source: 'cli', at: 3_000_000, session: 's' },
      ],
    );
  });

  it('knows the client of the editor by its dialect', () => {
    recordHeartbeat({ event: 'Stop', sessionId: 's', dialect: 'vscode' }, env, 1_000_000, true);
    assert.equal(readHeartbeats(env)[0]?.source, 'vscode');
  });

  it('never minds a home that cannot be written to', () => {
    recordHeartbeat({ event: 'Stop', sessionId: 's', dialect: 'claude' }, { GATEHOUSE_HOME: '/proc/nowhere' }, 1);
    assert.deepEqual(readHeartbeats({ GATEHOUSE_HOME: '/proc/nowhere' }), []);
  });

  it('hears a canary and writes nothing down', async () => {
    const payload = JSON.stringify({ session_id: canarySession('1'), cwd: root, hook_event_name: 'Stop' });
    const { reply, finish } = await answerHook({ args: ['Stop'], payload, env, cwd: root, via: 'cold' });
    finish();
    assert.equal(reply.stdout, `{"systemMessage":"heard ${canarySession('1')}"}`);
    assert.equal(existsSync(path.join(root, 'home')), false);
  });

  it('finds a registered command line that reaches us', async () => {
    const handler = { type: 'command', command: process.execPath, args: [tsx, main, 'hook', 'Stop'] };
    const result = await selfTest({ event: 'Stop', handler }, root, execIn(env));
    assert.equal(result.kind, 'heard');
  });

  const deaf: readonly [string, (root: string) => Record<string, unknown>, RegExp][] = [
    ['that is gone', () => ({ command: '/gone/gatehouse-hook', args: ['Stop'] }), /cannot be started/],
    ['that is gone, for a shell', () => ({ command: '/gone/gatehouse-hook Stop' }), /ended with 127: .*not found/],
    ['that answers something else', () => ({ command: 'echo "{}"' }), /ended with 0: \{\}/],
    ['that does something else', () => ({ command: 'true' }), /ended with 0 and said nothing/],
    ['that fails', () => ({ command: 'echo broken >&2; exit 3' }), /ended with 3: broken/],
  ];
  for (const [name, handler, problem] of deaf) {
    it(`tells of a command line ${name}`, async () => {
      const result = await selfTest({ event: 'Stop', handler: handler(root) }, root, execIn(env));
      assert.match(result.kind === 'deaf' ? result.problem : 'heard', problem);
    });
  }

  it('P1-9 answers once where a shared file and the person’s own both register an event', async () => {
    const shim = path.join(root, 'home/bin/gatehouse-hook');
    const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command: shim, args: ['Stop'] }] }] } };
    const payload = JSON.stringify({ session_id: 's', cwd: root, hook_event_name: 'Stop' });
    const ask = async (event: string) => {
      const args = [event, '--shared'];
      const { finish } = await answerHook({
        args,
        payload: payload.replace('Stop', event),
        env,
        cwd: root,
        via: 'cold',
      });
      finish();
      return readHeartbeats(env).map((beat) => beat.event);
    };
    mkdirSync(path.join(root, '.claude'));
    writeFileSync(path.join(root, '.claude/settings.json'), JSON.stringify(own));
    assert.deepEqual(await ask('Stop'), []);
    assert.deepEqual(await ask('SessionEnd'), ['SessionEnd']);
    writeFileSync(path.join(root, '.claude/settings.json'), JSON.stringify({ ...own, model: 5 }));
    assert.deepEqual(await ask('Stop'), ['SessionEnd', 'Stop'], 'the client ignores the other file');
  });
});
