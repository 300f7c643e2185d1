import assert from 'node:assert/strict';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const stateFile = '.claude_review_state.json';

/** Only newer clients move a slow review to the background. */
clientSuite('a review in the background', ['2.1.326'], (client) => {
  const order = (text: string) => ({
    client,
    install: { scope: 'local' } as const,
    // What a person's client does after two minutes, after half a second.
    env: { STOP_GUARD_MODE: 'strict', CLAUDE_AUTO_BACKGROUND_TASKS: '1', CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '500' },
    files: { 'README.md': '# Till\n' },
    // A client without a person waits for its background tasks, but only for some seconds.
    servers: { codex: { codex: [{ late: text, afterMs: 3000 }] } },
    watch: [stateFile],
  });

  it('is waited for in silence, and its verdict counts when it comes', async () => {
    const session = await runSession({
      ...order('## Document Review\n\n### Gate\n✅ Mergeable: No 🔴 items\n'),
      turns: ({ project }) => [
        use('Write', { file_path: `${project}/GUIDE.md`, content: '# Guide\n' }),
        use('mcp__codex__codex', { prompt: 'Document review of GUIDE.md' }),
        say('The review is running.'),
        say('The review has come back.'),
      ],
    });
    assert.deepEqual(
      session.modelSaw.filter((text) => text.includes('Stop hook feedback')),
      [],
    );
    assert.match(session.modelSaw.join('\n'), /<task-notification>[^]*✅ Mergeable/);
    const last = session.exchanges.at(-1)?.files[stateFile];
    const state = JSON.parse(typeof last === 'string' ? last : '{}') as { doc_review?: { passed: boolean } };
    assert.equal(state.doc_review?.passed, true);
  });

  it('that fails keeps the agent going', async () => {
    const session = await runSession({
      ...order('## Document Review\n\n### Gate\n⛔ Needs revision: Has 🔴 items\n'),
      turns: ({ project }) => [
        use('Write', { file_path: `${project}/GUIDE.md`, content: '# Guide\n' }),
        use('mcp__codex__codex', { prompt: 'Document review of GUIDE.md' }),
        say('The review is running.'),
        say('I ignore it.'),
        say('Still.'),
        say('Still.'),
        say('Let me go.'),
      ],
    });
    const feedback = session.modelSaw.filter((text) => text.includes('Stop hook feedback'));
    assert.equal(feedback.length, 3);
    assert.match(feedback[0]!, /⛔ Needs revision/);
    assert.equal(session.exitCode, 0, session.stderr);
  });
});
