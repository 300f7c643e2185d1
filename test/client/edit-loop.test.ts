import assert from 'node:assert/strict';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const worktree = '.worktrees/sum';
const bash = (command: string) => use('Bash', { command, description: command });

const files = {
  'package.json': '{ "name": "till", "scripts": { "test": "node --test" } }\n',
  '.claude/gatehouse.json': JSON.stringify({
    gates: { 'branch-guard': 'enforce', 'test-gate': 'enforce', 'test-runner': 'enforce', 'plan-validate': 'enforce' },
  }),
};

const sum = 'exports.sum = (a, b) => a + b;\n';
const bill = 'exports.bill = [];\n';
const test = (expected: number) =>
  `const test = require('node:test');\ntest('adds', () => require('node:assert').equal(1 + 2, ${expected}));\n`;
const plan = (status: string) =>
  `# Till\n\n## Original Intent\n\nAdd up a bill.\n\n## Phase 1: Sum\n\n**Status:** ${status}\n\n### Decision Log\n`;

const atWork = [
  'src/sum.js is written on main',
  'a commit on main',
  'a worktree',
  'a test that expects the wrong sum is written there',
  'a plan with an error',
  'the plan without it',
  'src/sum.js is written in the worktree, once its tests have failed',
  'src/bill.js, while they still fail',
  'the test is mended',
  'a commit in the worktree, once its tests have passed',
  'src/bill.js again',
] as const;

/** One session works its way from the protected branch over a failing suite to a commit. */
clientSuite('editing under the edit gates', ['2.1.328'], (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      runner: [['host', 'start']],
      trusted: true,
      files,
      turns: ({ project }) => {
        const write = (file: string, content: string) => use('Write', { file_path: `${project}/${file}`, content });
        const once = (holds: string) => ({ once: { file: `${worktree}/.claude/.test-status`, holds } });
        return [
          write('src/sum.js', sum),
          bash('git commit --allow-empty -m "Begin"'),
          bash(`git worktree add ${worktree} -b sum`),
          write(`${worktree}/test/sum.test.js`, test(4)),
          write(`${worktree}/MASTER_PLAN.md`, plan('nearly done')),
          write(`${worktree}/MASTER_PLAN.md`, plan('in-progress')),
          { ...write(`${worktree}/src/sum.js`, sum), ...once('fail|1|') },
          write(`${worktree}/src/bill.js`, bill),
          write(`${worktree}/test/sum.test.js`, test(3)),
          { ...bash(`cd ${worktree} && git add -A && git commit -q -m "Add up"`), ...once('pass|0|') },
          write(`${worktree}/src/bill.js`, bill),
          say('The bill is there.'),
        ];
      },
    });
  });
  after(() => (session as Session | undefined)?.cleanup());

  const resultOf = (act: (typeof atWork)[number]) => session.toolResults[atWork.indexOf(act)]!;
  /** What the model was told beside the result. */
  const toldAfter = (act: (typeof atWork)[number]) => {
    const { received } = session.exchanges[atWork.indexOf(act) + 1]!;
    return received.flatMap(({ type, text }) => (type === 'tool_result' ? [] : [text])).join('\n');
  };

  it('source on main is refused, and the model reads how a worktree is made', () => {
    const { isError, text } = resultOf('src/sum.js is written on main');
    assert.equal(isError, true);
    assert.match(text, /Gatehouse branch-guard \[protected-branch\]: src\/sum\.js is source.*'main'/);
    assert.match(text, /git worktree add \.worktrees\/<name> -b <name>/);
    assert.equal(session.readFile('src/sum.js'), undefined);
  });

  it('a commit on main is refused with the same way forward', () => {
    const { isError, text } = resultOf('a commit on main');
    assert.equal(isError, true);
    assert.match(text, /Gatehouse guard \[commit-on-protected-branch\]/);
    assert.match(text, /git worktree add \.worktrees\/<name> -b <name>/);
  });

  it('the way works: in the worktree source is written and committed', () => {
    assert.equal(resultOf('a worktree').isError, false);
    assert.equal(session.readFile(`${worktree}/src/sum.js`), sum);
    const { isError, text } = resultOf('a commit in the worktree, once its tests have passed');
    assert.equal(isError, false, text);
  });

  it('an error of the plan comes back with its line, and is gone from what is said of the corrected plan', () => {
    const said = "MASTER_PLAN.md has 1 error to fix:\n- line 9: The status of Phase 1 is 'nearly done'";
    assert.ok(toldAfter('a plan with an error').includes(said), toldAfter('a plan with an error'));
    assert.doesNotMatch(toldAfter('the plan without it'), /to fix/);
  });

  it('a failing suite first warns', () => {
    const act = 'src/sum.js is written in the worktree, once its tests have failed';
    assert.equal(resultOf(act).isError, false);
    assert.match(toldAfter(act), /left 1 failing test\. Fix that before writing more source/);
  });

  it('a suite that still fails blocks the next source, but not its own test', () => {
    const { isError, text } = resultOf('src/bill.js, while they still fail');
    assert.equal(isError, true);
    assert.match(text, /Gatehouse test-gate \[tests-failing\]: .*1 failing test, and this is source write 2/);
    assert.equal(resultOf('the test is mended').isError, false);
  });

  it('the run beside the agent tells the model how it failed', () => {
    const told = session.modelSaw.filter((text) => text.includes('npm test failed: 1 failing test'));
    assert.ok(told.length > 0, session.modelSaw.join('\n'));
  });

  it('a suite that passes again sets source free', () => {
    assert.equal(resultOf('src/bill.js again').isError, false);
    assert.doesNotMatch(toldAfter('src/bill.js again'), /failing/);
    assert.equal(session.readFile(`${worktree}/src/bill.js`), bill);
  });

  it('ends with the words of the model', () => assert.equal(session.result, 'The bill is there.'));
});
