import assert from 'node:assert/strict';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

/** A client before 2.1.295 does not know what to do when a hook fails, and goes on. */
clientSuite('a hook that cannot be started', ['2.1.328'], (client) => {
  it('E2 has the client refuse what only the hook could have judged', async () => {
    const removal = 'rm -f "${GATEHOUSE_HOME:-$HOME/.gatehouse}/bin/gatehouse-hook"';
    const session = await runSession({
      client,
      install: { scope: 'local' },
      files: { 'a.txt': 'work of an hour\n' },
      settings: { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: removal }] }] } },
      turns: [use('Bash', { command: 'rm a.txt' }), say('Done.')],
    });
    try {
      assert.equal(session.readFile('a.txt'), 'work of an hour\n');
      assert.equal(session.toolResults[0]!.isError, true);
      assert.match(session.toolResults[0]!.text, /onFailure|blocking/);
    } finally {
      session.cleanup();
    }
  });
});
