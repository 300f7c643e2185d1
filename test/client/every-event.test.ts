import assert from 'node:assert/strict';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, type SessionOrder } from './harness/session';
import { clientSuite } from './harness/suite';
import { tour } from './tour';

/** One line per decision that does not depend on the run: what was asked, and what every gate said. */
function verdicts(session: Session): string[] {
  return session.decisions.map((decision) => {
    const gates = decision.gates.map((gate) => `${gate.id} ${gate.rulings.map(({ kind }) => kind).join('+')}`);
    const subject = decision.subject.replaceAll(session.project, '');
    const verdict = decision.verdict.decision ?? 'no decision';
    return [decision.event, decision.tool, subject, verdict, ...gates].filter((part) => part !== '').join(' · ');
  });
}

function registeredEvents(session: Session): string[] {
  const settings = JSON.parse(session.readFile('.claude/settings.local.json')!) as { hooks: Record<string, unknown> };
  return Object.keys(settings.hooks);
}

function visit(order: Partial<SessionOrder>): Promise<Session> {
  return runSession({ ...tour, install: { scope: 'local' }, ...order });
}

/** Sessions whose verdicts are compared, by client and by how the shim was answered. */
const visits = new Map<string, Session>();

clientSuite('every registered event, through the shim', clientVersions, (client) => {
  for (const way of ['cold', 'warm'] as const) {
    describe(way, () => {
      let session: Session;

      before(async () => {
        session = await visit({ client, ...(way === 'warm' ? { runner: [['host', 'start']] } : {}) });
        visits.set(`${client} ${way}`, session);
      });

      it('the installation succeeds', () => {
        for (const command of session.commands) assert.equal(command.exitCode, 0, command.stderr);
      });

      it('each registered event fires and leaves a record', () => {
        const seen = new Set(session.decisions.map(({ event }) => event));
        const registered = registeredEvents(session);
        for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'Stop']) {
          assert.ok(registered.includes(event), `${event} in ${registered.join(', ')}`);
        }
        assert.deepEqual(
          registered.filter((event) => !seen.has(event)),
          [],
        );
      });

      it(`every call was answered by the ${way} path`, () => {
        assert.deepEqual([...new Set(session.decisions.map(({ via }) => via))], [way]);
      });

      it('no call is answered twice', () => {
        const ids = session.decisions.filter(({ event }) => event === 'PreToolUse').map(({ toolUseId }) => toolUseId);
        assert.equal(new Set(ids).size, ids.length, ids.join(', '));
      });

      it('no gate fails and no payload is unreadable', () => {
        const failures = session.decisions.flatMap(({ event, problem, gates }) => [
          ...(problem === undefined ? [] : [`${event}: ${problem}`]),
          ...gates.flatMap(({ id, failure }) => (failure === undefined ? [] : [`${event} ${id}: ${failure}`])),
        ]);
        assert.deepEqual(failures, []);
      });

      it('the client understands every answer', () => {
        const misunderstood = session.hookResponses.filter(({ outcome, exitCode, stderr }) => {
          return outcome !== 'success' || exitCode !== 0 || stderr !== '';
        });
        assert.deepEqual(misunderstood, []);
        for (const { stdout } of session.hookResponses) if (stdout !== '') JSON.parse(stdout);
      });
    });
  }

  describe('cold and warm', () => {
    it('give the same verdicts', () => {
      assert.deepEqual(verdicts(visits.get(`${client} warm`)!), verdicts(visits.get(`${client} cold`)!));
    });
  });
});

clientSuite('both clients', ['2.1.326'], () => {
  it('are given the same verdicts', () => {
    assert.deepEqual(verdicts(visits.get('2.1.89 cold')!), verdicts(visits.get('2.1.326 cold')!));
  });
});
