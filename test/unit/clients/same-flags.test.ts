import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { Receipts } from '../../../src/hooks/evidence/receipts';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { projectHome } from '../../../src/hooks/project/home';
import { placeOf } from '../../../src/hooks/project/place';
import { afterwards, before as payloadBefore, type Act, type Client } from '../protocol/client-payloads';
import { prepare } from './table';

const surroundings = freshEnvironment('same-flags');
const env: Record<string, string> = { ...surroundings.env, COPILOT_CLI_BINARY_VERSION: '1.0.102' };
const cwd = prepare(surroundings.folder, env);

async function send(client: Client, event: string, payload: object): Promise<string> {
  const args = [event, ...(client === 'claude' ? [] : ['--client', client])];
  const { reply, finish } = await answerHook({
    args,
    payload: JSON.stringify({ ...payload, cwd }),
    env,
    cwd,
    via: 'warm',
  });
  finish();
  return reply.stdout + reply.stderr;
}

const does = (client: Client, act: Act) => send(client, 'PreToolUse', payloadBefore(client, act));
const did = (client: Client, act: Act, output = '') => send(client, 'PostToolUse', afterwards(client, act, output));
const flags = async () => {
  const site = siteAt({ env, clock: { now: () => Date.now() }, requestedByName: false }, placeOf(cwd));
  return (await site.evidence.status('precommit')).status;
};

/** What one client earns or spoils holds in every other. */
describe('evidence of several clients', () => {
  before(() => writeFileSync(path.join(cwd, 'precommit.sh'), "echo '## Overall: ✅ PASS'\n"));
  after(() => surroundings.clear());

  it('a check that passed in one is a pass in all, and its receipt names the client', async () => {
    await does('copilot', { shell: 'sh precommit.sh' });
    await did('copilot', { shell: 'sh precommit.sh' }, '## Overall: ✅ PASS\n<shellId: 0 completed with exit code 0>');
    const receipt = new Receipts(projectHome(env, cwd)).of('precommit').at(-1);
    assert.deepEqual([receipt?.verdict, receipt?.client], ['pass', 'GitHub Copilot CLI 1.0.102']);
    const state = JSON.parse(readFileSync(path.join(cwd, '.claude_review_state.json'), 'utf8')) as {
      precommit: { passed: boolean };
    };
    assert.equal(state.precommit.passed, true);
  });

  it('an edit in another makes it stale', async () => {
    writeFileSync(path.join(cwd, 'src/a.ts'), 'export const a = 3;\n');
    await did('codex', { edit: ['src/a.ts', 'export const a = 2;', 'export const a = 3;'] });
    assert.equal(await flags(), 'stale');
  });

  it('a command that failed in a third is a fail in all', async () => {
    await did('gemini', { shell: 'sh precommit.sh' }, '## Overall: ❌ FAIL\nExit Code: 1');
    assert.equal(await flags(), 'failed');
  });

  it('a client that does not say how a command ended earns nothing', async () => {
    await did('codex', { shell: 'sh precommit.sh' }, '## Overall: ✅ PASS');
    assert.equal(await flags(), 'failed');
  });

  it('a commit meets the same flags in every client', async () => {
    const answers = new Set<string>();
    for (const client of ['claude', 'copilot', 'codex', 'gemini', 'cursor', 'opencode'] as const) {
      const said = await does(client, { shell: 'git commit -am x' });
      answers.add(/\[[\w-]+\]/.exec(said)?.[0] ?? 'passed');
    }
    assert.equal(answers.size, 1, [...answers].join());
  });

  it('the log names the client of every session', () => {
    const clients = new Set(readTraces(projectHome(env, cwd)).map(({ client }) => client ?? 'Claude Code'));
    assert.deepEqual([...clients].sort(), [
      'Claude Code',
      'Codex',
      'Cursor 2.3.1',
      'Gemini CLI',
      'GitHub Copilot CLI 1.0.102',
      'opencode 1.18.34',
    ]);
  });
});
