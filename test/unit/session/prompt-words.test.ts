import assert from 'node:assert/strict';
import { topicsOf } from '../../../src/hooks/gates/session/prompt-submit/prompt-words';
import { assertLinear } from '../../harness/linear';

/** The topics that a sentence has, as one line: `claim 12 · later · plan · git · research · large · broad`. */
function topics(prompt: string): string {
  const { issues, deferred, plan, git, research, size } = topicsOf(prompt);
  return [
    ...issues.map((issue) => `claim ${issue}`),
    deferred && 'later',
    plan && 'plan',
    git && 'git',
    research && 'research',
    size?.kind,
  ]
    .filter(Boolean)
    .join(' · ');
}

const table: readonly (readonly [string, string])[] = [
  // Issues
  ['fix #42', 'claim 42'],
  ['Please work on issue #7 today', 'claim 7'],
  ['tackle #3 and #4', 'claim 3 · claim 4'],
  ['address the crash in #108', 'claim 108'],
  ['Can you pick up #9?', 'claim 9'],
  ['fix color #123456', ''],
  ['fix the background #333 of the header', ''],
  ["don't fix #12 yet", ''],
  ['see #12', ''],
  ['address the comments on PR #12', 'git'],
  ['fix `#42` in the parser', ''],
  // Later
  ["let's do that later", 'later'],
  ['we should eventually support Windows', 'later'],
  ['park this for now', 'later'],
  ['put it on the backlog', 'later'],
  ['Remind me to update the docs', 'later'],
  ['someday this needs a cache', 'later'],
  ['come back to this when the API is stable', 'later'],
  ['defer this until the release', 'later'],
  ['note it for later', 'later'],
  ['sort by future date for this task', ''],
  ['versions no later than 3.2', ''],
  ['the store is eventually consistent', ''],
  ['which callback is later called by the loop?', ''],
  ['what is the backlog parameter of listen?', ''],
  ['remind me what this function does', ''],
  ['two lines later it throws', ''],
  // Plan
  ['implement the export', 'plan'],
  ['what is the plan?', 'plan'],
  ['start phase 2', 'plan'],
  ["what's the status?", 'plan'],
  ['status', 'plan'],
  ['update MASTER_PLAN.md', 'plan'],
  ['give me a demo', 'plan'],
  ['how is the project progress', 'plan'],
  ['the status code is 404', ''],
  ['show a progress bar while loading', ''],
  ['class A implements B', ''],
  ['why does git status hang', ''],
  ['the pricing plan page is broken', ''],
  // Git
  ['commit this', 'git'],
  ['merge it into main', 'git'],
  ['push the branch', 'git'],
  ['open a pull request', 'git'],
  ['is the PR ready', 'git'],
  ['write a merge sort', ''],
  ['merge the two arrays by id', ''],
  ['push the value onto the stack', ''],
  ['push the value to the stack', ''],
  ['items.push is slow', ''],
  ['send push notifications', ''],
  ['the offset commit of kafka is late', ''],
  // Research
  ['research message queues', 'research'],
  ['compare Redis and Memcached', 'research'],
  ['what do people use for this', 'research'],
  ['what are the pros and cons', 'research'],
  ['do a deep dive on WASM', 'research'],
  ['a recent change broke it', ''],
  ['compare the two strings', ''],
  // Size
  ['refactor everything', 'broad'],
  ['rewrite the entire codebase in Rust', 'broad'],
  ['add comprehensive tests', 'broad'],
  ['check if everything is fine', ''],
  ['print the entire line', ''],
  [
    'add a login page, create the user table, build an API for it and fix the header while you are there, and please also update the docs so that new people find their way around the whole thing without having to ask anybody about it at all in the chat',
    'large',
  ],
  ['why is this slow?', ''],
];

describe('what a prompt asks for', () => {
  for (const [prompt, expected] of table) {
    it(`9.3 ${JSON.stringify(prompt.slice(0, 60))} → ${expected || 'nothing'}`, () =>
      assert.equal(topics(prompt), expected));
  }

  it('knows the paths of files in a sentence', () => {
    assert.deepEqual(topicsOf('look at @src/app.ts, `lib/a.py` and util.go: why?').files, [
      'src/app.ts',
      'lib/a.py',
      'util.go',
    ]);
    assert.deepEqual(topicsOf('use version 1.2.3 i.e. the newest. Then stop.').files, []);
  });

  it('reads a pasted page quickly and hears none of its words', () => {
    const page = 'commit later implement everything '.repeat(1_000);
    assert.equal(topics(`why?\n<pasted_content id="1">${page.slice(0, 9_000)}</pasted_content>`), '');
    assertLinear('a page', 50_000, (size) => 'commit later implement everything '.repeat(size), topics);
    assertLinear('a long sentence', 100_000, (size) => `fix ${'a '.repeat(size)}#1`, topics);
  });
});
