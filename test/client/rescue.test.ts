import assert from 'node:assert/strict';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

clientSuite('what the agent discards', clientVersions.slice(0, 1), (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      files: { 'a.txt': 'committed\n', 'b.txt': 'committed\n' },
      turns: ({ product }) => [
        use('Bash', { command: 'git reset --hard HEAD' }),
        use(
          'Bash',
          { command: 'git reset --hard HEAD && git clean -fdq' },
          { meanwhile: { 'a.txt': 'work of an hour\n', 'notes.txt': 'ideas\n' } },
        ),
        use('Bash', { command: 'cat a.txt; ls' }),
        use('Bash', { command: `node ${product}/dist/hooks/runner.js rescue restore latest` }),
        say('Done.'),
      ],
    });
  });
  after(() => session.cleanup());

  it('A5 a discard in a clean worktree runs', () => {
    assert.equal(session.toolResults[0]?.isError, false);
    assert.match(session.toolResults[0].text, /HEAD is now at/);
  });

  it('a discard of work runs after it was kept, and the model is told how the person gets it back', () => {
    assert.equal(session.toolResults[1]?.isError, false);
    assert.match(session.toolResults[2]?.text ?? '', /^committed\na\.txt\nb\.txt\n?$/);
    const told = session.exchanges.flatMap(({ received }) => received.map(({ text }) => text)).join('\n');
    assert.match(
      told,
      /Gatehouse saved what this command discards \(2 files \(.*\)\) in the rescue snapshot \d{8}-\d{6}-[0-9a-f]{6}/,
    );
  });

  it('gatehouse rescue restore brings it back', () => {
    assert.match(session.toolResults[3]?.text ?? '', /restored a\.txt\nrestored notes\.txt\n/);
    assert.equal(session.readFile('a.txt'), 'work of an hour\n');
    assert.equal(session.readFile('notes.txt'), 'ideas\n');
  });
});
