import assert from 'node:assert/strict';
import { timeLimit } from '../../scripts/time-limits.mjs';
import { skip } from '../harness/skip';
import type { TestClient } from './harness/clients';
import { obstacle, runClient, type ClientSession } from './harness/session';

const precommit = "echo '## Overall: ✅ PASS'\n";

const files = {
  'src/a.ts': 'export const a = 1;\n',
  'precommit.sh': precommit,
  '.claude/gatehouse.json': JSON.stringify({ gates: { 'stop-guard': 'enforce' }, stopGuard: { mode: 'strict' } }),
};

/** One session of a real client: what may not happen, an edit after a check, and the end of the turn. */
export function clientSessions(client: TestClient): void {
  describe(`the real ${client.name} (${client.package})`, () => {
    let session: ClientSession;

    before(async function () {
      this.timeout(timeLimit('suite'));
      const problem = obstacle(client);
      if (problem !== undefined) skip(this, problem);
      session = await runClient(client, files, (project) => [
        { write: [`${project}/.env`, 'TOKEN=1\n'] },
        { write: [`${project}/${client.settings}`, '{}\n'] },
        { shell: `sed -i s/gatehouse/other/ ${client.settings}` },
        { shell: 'rm -rf .git' },
        { shell: 'sh precommit.sh' },
        { replace: [`${project}/src/a.ts`, 'export const a = 1;', 'export const a = 3;'] },
        { review: 'Review it.' },
        { replace: [`${project}/src/a.ts`, 'export const a = 3;', 'export const a = 2;'] },
      ]);
    });
    after(() => (session as ClientSession | undefined)?.cleanup());

    // A suite of its own: what is declared beside a skipping hook would run all the same.
    describe('under the gates', () => {
      const refusals = () => session.decisions.filter(({ verdict }) => verdict.decision === 'deny');

      it('installs what the client runs', () => {
        assert.equal(session.installed.code, 0, session.installed.stderr);
        assert.equal(session.exitCode, 0, session.stderr);
        assert.ok(session.decisions.every((decision) => decision.client !== undefined));
      });

      it('E6 .env is not written, by whatever tool', () => assert.equal(session.readFile('.env'), undefined));

      it('E6 its own settings keep the hooks, and the model reads why', () => {
        assert.match(session.readFile(client.settings) ?? '', /gatehouse-hook/);
        assert.match(session.heard.join('\n'), /Gatehouse self-protection \[(?:registration|own-files)\]/);
      });

      it('a destructive command is not run', () => {
        assert.notEqual(session.readFile('.git/HEAD'), undefined);
        assert.ok(refusals().some(({ verdict }) => verdict.gate === 'guard'));
      });

      it('an edit that nothing forbids happens, and what was earned before it is stale', () => {
        assert.equal(session.readFile('src/a.ts'), 'export const a = 2;\n');
        const state = JSON.parse(session.readFile('.claude_review_state.json') ?? '{}') as {
          has_code_change?: boolean;
          code_review?: { executed?: boolean; passed?: boolean };
          precommit?: { passed?: boolean };
        };
        assert.equal(state.has_code_change, true);
        assert.equal(state.precommit?.passed, false);
        assert.deepEqual([state.code_review?.executed, state.code_review?.passed], [true, false]);
      });

      it('the end of the turn asks for what is missing, and lets go in the end', () => {
        const heard = session.heard.join('\n');
        assert.match(heard, /Gatehouse stop-guard \[missing-steps\]/);
        assert.match(heard, /The code review passed [^.]{1,30}, but src\/a\.ts changed since\./);
        assert.equal(session.decisions.filter(({ event }) => event === 'Stop').at(-1)?.verdict.decision, undefined);
      });
    });
  });
}
