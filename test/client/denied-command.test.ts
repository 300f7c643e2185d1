import assert from 'node:assert/strict';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const bash = (command: string, description: string) => use('Bash', { command, description });

/** The input of the calls that were really made, as the client told it afterwards. */
function ran(session: Session): Record<string, unknown>[] {
  return session.payloads
    .filter(({ hook_event_name, tool_name }) => hook_event_name === 'PostToolUse' && tool_name === 'Bash')
    .map(({ tool_input }) => tool_input as Record<string, unknown>);
}

clientSuite('what may not happen', clientVersions, (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      files: {
        'a.txt': 'committed\n',
        '.claude/gatehouse.json': JSON.stringify({ guard: { temporaryFiles: 'move' } }),
      },
      turns: ({ project }) => [
        use('Bash', { command: 'rm -rf .git' }),
        use('Write', { file_path: `${project}/.env`, content: 'TOKEN=1\n' }),
        bash('git init -q --bare ../remote.git && git remote add origin ../remote.git', 'make a remote'),
        bash('git checkout -q -b topic && git push -q -u origin topic', 'publish the branch'),
        bash('git push --force origin topic', 'publish the branch again'),
        bash('echo note > /tmp/note.txt', 'leave a note'),
        say('Done.'),
      ],
    });
  });
  after(() => session.cleanup());

  it('a denied command is not run', () => {
    assert.notEqual(session.readFile('.git/HEAD'), undefined);
    assert.ok(!ran(session).some(({ command }) => command === 'rm -rf .git'));
  });

  it('the denial reaches the model with the gate, the rule, the reason and a way forward', () => {
    const { text, isError } = session.toolResults[0]!;
    assert.equal(isError, true);
    assert.match(text, /Gatehouse guard \[[a-z-]+\]: \S.*\n\S/);
  });

  it('a denied write leaves no file, and the model reads why', () => {
    assert.equal(session.readFile('.env'), undefined);
    assert.equal(session.toolResults[1]!.isError, true);
    assert.match(session.toolResults[1]!.text, /Gatehouse sensitive-path \[[a-z-]+\]: \S.*\.env/);
  });

  it('a rewritten command runs in its new form with its other fields', () => {
    const pushed = ran(session).filter(({ description }) => description === 'publish the branch again');
    assert.deepEqual(pushed, [
      { command: 'git push --force-with-lease origin topic', description: 'publish the branch again' },
    ]);
  });

  it('a note for /tmp lands in the project', () => {
    assert.equal(session.readFile('tmp/note.txt'), 'note\n');
  });

  it('the model is told of each rewrite', () => {
    const results = session.exchanges.flatMap(({ received }) => received.filter(({ type }) => type !== 'tool_result'));
    assert.ok(results.some(({ text }) => text.includes('--force-with-lease')));
    assert.ok(results.some(({ text }) => text.includes('tmp/note.txt')));
  });

  it('a rewrite by itself approves nothing', () => {
    const replies = session.hookResponses.filter(({ event }) => event === 'PreToolUse').map(({ stdout }) => stdout);
    const rewrites = replies.filter((reply) => reply.includes('updatedInput'));
    assert.equal(rewrites.length, 2, replies.join('\n'));
    for (const reply of rewrites) assert.doesNotMatch(reply, /permissionDecision"/);
  });
});
