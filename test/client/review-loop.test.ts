import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { clientVersions } from './harness/client-package';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const stateFile = '.claude_review_state.json';
const review = (prompt: string) => use('mcp__codex__codex', { prompt });
const precommit = () => use('Bash', { command: 'node scripts/precommit-runner.js', description: 'run precommit' });

const files = {
  'src/index.js': "exports.sum = require('./sum').sum;\n",
  'scripts/precommit-runner.js': "console.log('## Overall: ✅ PASS');\n",
};

interface ReviewState {
  readonly has_code_change: boolean;
  readonly code_review: { readonly executed: boolean; readonly passed: boolean };
  readonly precommit: { readonly executed: boolean; readonly passed: boolean };
}

/** The state file at each request to the model, in few words: `changed code +- precommit --` is executed, not passed. */
function statesOf(session: Session): string[] {
  const sign = (flag: boolean) => (flag ? '+' : '-');
  return session.exchanges.map((exchange) => {
    const text = exchange.files[stateFile];
    if (typeof text !== 'string') return 'none';
    const state = JSON.parse(text) as ReviewState;
    const marks = (key: 'code_review' | 'precommit') => sign(state[key].executed) + sign(state[key].passed);
    const changed = state.has_code_change ? 'changed' : 'unchanged';
    return `${changed} code ${marks('code_review')} precommit ${marks('precommit')}`;
  });
}

/** What the stop guard told the model, in order. */
const stopFeedback = (session: Session): string[] =>
  session.modelSaw.filter((text) => text.includes('Stop hook feedback'));

clientSuite('the review loop', clientVersions, (client) => {
  describe('in strict mode the agent is kept going until what it changed is reviewed', () => {
    let session: Session;

    before(async () => {
      const sum = (project: string) => `${project}/src/sum.js`;
      session = await runSession({
        client,
        install: { scope: 'local' },
        // The newest client is answered by the warm host, the older one by the runner.
        runner: client === clientVersions[0] ? [['host', 'start']] : [],
        env: { STOP_GUARD_MODE: 'strict' },
        // The older client does not show which servers it was started with: the person names the tool.
        home: { '.gatehouse/config.json': '{ "review": { "tools": ["mcp__codex__codex"] } }\n' },
        files,
        servers: {
          codex: {
            codex: [
              '## Code review\n\n- P1 sum.js:1 strings are joined, not added\n\n### Merge Gate\n\n⛔ Blocked: Has P0/P1, needs fix\n',
              '## Code review\n\nNo findings.\n\n### Merge Gate\n\n✅ Ready: No P0/P1, safe to merge\n',
            ],
          },
        },
        watch: [stateFile],
        turns: ({ project }) => [
          use('Write', { file_path: sum(project), content: 'exports.sum = (...all) => all[0] + all[1];\n' }),
          say('I am done.'),
          review('Review my change.'),
          say('The review is there.'),
          use('Edit', { file_path: sum(project), old_string: 'all[0] + all[1]', new_string: '+all[0] + +all[1]' }),
          review('Review it again.'),
          say('Now it is good.'),
          precommit(),
          use('Edit', { file_path: sum(project), old_string: '...all', new_string: '...them' }),
          say('One more thing is changed.'),
          review('Review that too.'),
          precommit(),
          say('Everything is done.'),
        ],
      });
    });
    after(() => session.cleanup());

    it('ends by itself, with the words that were said after everything had passed', () => {
      assert.equal(session.exitCode, 0, session.stderr);
      assert.equal(session.result, 'Everything is done.');
    });

    it('holds the agent each time that something is missing, and names it', () => {
      const feedback = stopFeedback(session);
      assert.deepEqual(
        feedback.map((text) => ['/codex-review-fast', '/precommit'].filter((step) => text.includes(step))),
        [
          ['/codex-review-fast', '/precommit'], // nothing was reviewed
          ['/codex-review-fast', '/precommit'], // the review found something
          ['/precommit'],
          ['/codex-review-fast', '/precommit'], // edited after both had passed
        ],
        feedback.join('\n'),
      );
    });

    it('the state file is right at each step, and an edit makes every pass stale', () => {
      assert.deepEqual(statesOf(session), [
        'none',
        'changed code -- precommit --', // written
        'changed code -- precommit --', // kept from stopping
        'changed code +- precommit --', // ⛔ Blocked
        'changed code +- precommit --', // kept from stopping
        'changed code +- precommit --', // mended
        'changed code ++ precommit --', // ✅ Ready
        'changed code ++ precommit --', // kept from stopping
        'changed code ++ precommit ++', // precommit passed
        'changed code +- precommit +-', // edited again
        'changed code +- precommit +-', // kept from stopping
        'changed code ++ precommit +-', // ✅ Ready
        'changed code ++ precommit ++', // precommit passed
      ]);
    });

    it('the state file does not show in git status', () => {
      const status = execFileSync('git', ['status', '--porcelain', '-uall'], {
        cwd: session.project,
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', HOME: session.folders.home },
      });
      assert.ok(!status.includes(stateFile), status);
    });
  });

  it('in warn mode the agent may stop, and the person is told what is missing', async () => {
    const session = await runSession({
      client,
      install: { scope: 'local' },
      env: { STOP_GUARD_MODE: 'warn' },
      files,
      turns: ({ project }) => [
        use('Write', { file_path: `${project}/src/sum.js`, content: 'exports.sum = () => 1;\n' }),
        say('Done at once.'),
      ],
    });
    assert.equal(session.result, 'Done at once.');
    assert.deepEqual(stopFeedback(session), []);
    const told = session.hookResponses.filter(({ event }) => event === 'Stop').map(({ stdout }) => stdout);
    assert.equal(told.length, 1);
    const { systemMessage } = JSON.parse(told[0]!) as { systemMessage: string };
    assert.match(systemMessage, /\/codex-review-fast/);
    assert.match(systemMessage, /\/precommit/);
  });
});
