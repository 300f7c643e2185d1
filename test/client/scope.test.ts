import assert from 'node:assert/strict';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

clientSuite('a session with a scope', clientVersions.slice(0, 1), (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      runner: [['scope', 'set', 'src/']],
      files: { 'a.txt': 'before\n', 'src/b.txt': 'before\n' },
      turns: () => [
        use('Bash', { command: 'sed -i s/before/after/ a.txt' }),
        use('Bash', { command: 'sed -i s/before/after/ src/b.txt' }),
        use('Bash', { command: 'gatehouse scope clear; sed -i s/before/after/ a.txt' }),
        say('Done.'),
      ],
    });
  });
  after(() => session.cleanup());

  it('does not run what writes outside of it, and names its folders', () => {
    assert.equal(session.readFile('a.txt'), 'before\n');
    const { text, isError } = session.toolResults[0]!;
    assert.equal(isError, true);
    assert.match(text, /Gatehouse scope \[outside-scope\]: The scope of this session is src\//);
  });

  it('runs what writes inside', () => {
    assert.equal(session.readFile('src/b.txt'), 'after\n');
  });

  it('is not cleared by the agent', () => {
    assert.equal(session.toolResults[2]!.isError, true);
  });
});
