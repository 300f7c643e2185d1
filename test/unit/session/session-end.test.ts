import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { silence } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';

describe('the end of a session', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const end = (session = 'session-1', reason = 'prompt_input_exit') =>
    rig.hook('SessionEnd', { reason, session_id: session }, 'session-end');
  const start = (session: string) =>
    rig.hook('SessionStart', { source: 'startup', session_id: session }, 'session-init');

  const shared = [
    '.lint-cache',
    '.test-gate-strikes',
    '.mock-gate-strikes',
    '.test-gate-cold-warned',
    '.test-runner.last-run',
    '.session-start-epoch',
  ];
  const lasting = ['.audit-log', '.agent-findings', '.plan-drift', '.test-status', '.proof-status', '.lint-breaker'];

  function furnish(): void {
    for (const id of ['session-1', 'other']) {
      rig.write(`.claude/.session-changes-${id}`, 'a\n');
      rig.write(`.claude/.prompt-count-${id}`, '4\n');
    }
    for (const name of [...shared, ...lasting]) rig.write(`.claude/${name}`, '1|1\n');
  }

  const left = () => readdirSync(rig.at('.claude')).sort();

  describe('session-end', () => {
    it('says nothing', async () => assert.deepEqual(await end(), silence));

    it('takes away its own and what only sessions share, when it is the last', async () => {
      furnish();
      await end();
      assert.deepEqual(left(), [...lasting, '.prompt-count-other', '.session-changes-other'].sort());
    });

    it('9.5 takes nothing away that another session at work needs', async () => {
      await start('other');
      furnish();
      await end();
      // Strikes are by session: nothing says that these are the other one's.
      const kept = [...lasting, ...shared].filter((name) => !name.endsWith('-strikes'));
      const others = ['.prompt-count-other', '.session-changes-other', '.statusline-cache'];
      assert.deepEqual(left(), [...kept, ...others].sort());
    });

    it('9.5 ends no process by its name', async () => {
      const other = spawn('sleep', ['30'], { argv0: 'test-runner.sh', stdio: 'ignore' });
      rig.write('.claude/.test-runner.lock', `${other.pid ?? 0}\n`);
      await end();
      assert.equal(other.exitCode, null);
      assert.equal(other.signalCode, null);
      other.kill();
    });

    it('releases its claims on issues', async () => {
      await rig.hook('UserPromptSubmit', { prompt: 'fix #3' }, 'prompt-submit');
      await end();
      const reply = await rig.hook('UserPromptSubmit', { prompt: 'fix #3', session_id: 'other' }, 'prompt-submit');
      assert.doesNotMatch(reply.stdout, /Another session/);
    });

    it('keeps the last hundred lines of the audit log', async () => {
      const lines = Array.from({ length: 130 }, (_, n) => `2026-11-18T11:00:00Z|test_fail|${n}`);
      rig.write('.claude/.audit-log', `${lines.join('\n')}\n`);
      await end();
      assert.equal(rig.read('.claude/.audit-log'), `${lines.slice(30).join('\n')}\n`);
    });

    it('leaves what it preserved to its own resume, and not to a stranger', async () => {
      rig.write('.claude/.session-changes-session-1', `${rig.at('src/app.js')}\n`);
      await rig.hook('PreCompact', { trigger: 'auto' }, 'compact-preserve');
      await end();
      assert.ok(!existsSync(rig.at('.claude/.preserved-context')));
      assert.doesNotMatch((await start('stranger')).stdout, /preserved/);
      const resumed = await rig.hook('SessionStart', { source: 'resume' }, 'session-init');
      assert.match(resumed.stdout, /preserved before the compaction/);
    });

    it('leaves unreported findings to the next session', async () => {
      await rig.hook('SubagentStop', { agent_type: 'guardian', last_assistant_message: 'ok' }, 'check-guardian');
      await end();
      assert.match((await start('next')).stdout, /guardian/);
    });
  });
});
