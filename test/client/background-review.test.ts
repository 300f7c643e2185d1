import assert from 'node:assert/strict';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const stateFile = '.claude_review_state.json';

/** Only newer clients move a slow review to the background. */
clientSuite('a review in the background', ['2.1.328'], (client) => {
  const reviewed = (verdict: string, words: readonly string[]) =>
    runSession({
      client,
      install: { scope: 'local' },
      // What a person's client does after two minutes, after half a second.
      env: { STOP_GUARD_MODE: 'strict', CLAUDE_AUTO_BACKGROUND_TASKS: '1', CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '500' },
      files: { 'README.md': '# Till\n' },
      // A client without a person waits for its background tasks when it stops, but only for some seconds.
      servers: { codex: { codex: [{ late: `## Document Review\n\n### Gate\n${verdict}\n`, after: 'Stop' }] } },
      watch: [stateFile],
      turns: ({ project }) => [
        use('Write', { file_path: `${project}/GUIDE.md`, content: '# Guide\n' }),
        use('mcp__codex__codex', { prompt: 'Document review of GUIDE.md' }),
        ...words.map((text) => say(text)),
      ],
    });
  let passing: Session;
  let failing: Session;

  before(async () => {
    // Both mostly wait.
    [passing, failing] = await Promise.all([
      reviewed('✅ Mergeable: No 🔴 items', ['The review is running.', 'The review has come back.']),
      reviewed('⛔ Needs revision: Has 🔴 items', [
        'The review is running.',
        'I ignore it.',
        'Still.',
        'Still.',
        'Let me go.',
      ]),
    ]);
  });
  after(() => {
    passing.cleanup();
    failing.cleanup();
  });

  const feedback = (session: Session) => session.modelSaw.filter((text) => text.includes('Stop hook feedback'));

  it('is waited for in silence, and its verdict counts when it comes', () => {
    assert.deepEqual(feedback(passing), []);
    assert.match(passing.modelSaw.join('\n'), /<task-notification>[^]*✅ Mergeable/);
    const last = passing.exchanges.at(-1)?.files[stateFile];
    const state = JSON.parse(typeof last === 'string' ? last : '{}') as { doc_review?: { passed: boolean } };
    assert.equal(state.doc_review?.passed, true);
  });

  it('that fails keeps the agent going', () => {
    assert.equal(feedback(failing).length, 3);
    assert.match(feedback(failing)[0]!, /⛔ Needs revision/);
    assert.equal(failing.exitCode, 0, failing.stderr);
  });
});
