import assert from 'node:assert/strict';
import type { Session } from './harness/reader';
import { runSession, say, use } from './harness/session';
import { clientSuite } from './harness/suite';

const agents = { analysis: 'analyst', planning: 'planner', execution: 'maker', verification: 'auditor' };
const marks = ['analysis-done', 'plan-approved', 'execution-done', 'audit-failed'];

const plan = '# Till\n\n## Original Intent\n\nAdd up a bill.\n\n## Phase 1: Sum\n\n**Status:** planned\n';

const approval = {
  question: 'Do you approve the plan?',
  header: 'Plan',
  options: ['Approve', 'Not yet'].map((label) => ({ label, description: label })),
  multiSelect: false,
};

const files = {
  ...Object.fromEntries(
    Object.values(agents).map((name) => [
      `.claude/agents/${name}.md`,
      `---\nname: ${name}\ndescription: the ${name} of the release\n---\nYou are the ${name}.\n`,
    ]),
  ),
  'MASTER_PLAN.md': plan,
  '.claude/gatehouse.json': JSON.stringify({
    workflow: {
      workflows: [
        { name: 'release', agents: Object.fromEntries(Object.entries(agents).map(([role, name]) => [role, [name]])) },
      ],
    },
  }),
};

const run = (name: string) =>
  use('Agent', { description: name, prompt: `THE-PART-OF-${name}`, subagent_type: name, run_in_background: false });
const agent = (name: string, ...words: string[]) => ({
  marker: `THE-PART-OF-${name}`,
  turns: words.map((text) => say(text)),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The phase files there were whenever the main agent was asked, beside what it did next. */
function stations(session: Session): string[] {
  return session.exchanges
    .filter(({ thread }) => thread === 'main')
    .map(({ files: seen, uses, text }) => {
      const next = uses.map(({ name, input }) => textOf(input.subagent_type) ?? textOf(input.command) ?? name);
      const there = marks.filter((mark) => seen[`.release-${mark}`] !== null);
      return `${there.join(' + ') || 'nothing'} → ${next.join() || text}`;
    });
}

clientSuite('a workflow', ['2.1.328'], (client) => {
  let session: Session;

  before(async () => {
    session = await runSession({
      client,
      install: { scope: 'local' },
      runner: [['host', 'start']],
      files,
      watch: marks.map((mark) => `.release-${mark}`),
      threads: [
        agent('analyst', 'Looked at everything.'),
        agent('planner', 'The plan is written.'),
        agent('maker', 'Made.', 'Mended.'),
        agent('auditor', 'Audit: FAIL, the sum is wrong.', 'Audit: PASS'),
      ],
      inputs: [{ user: 'Release it.' }, { user: 'I approve the plan.' }],
      answers: [
        {
          tool: 'AskUserQuestion',
          behavior: 'allow',
          updatedInput: { questions: [approval], answers: { [approval.question]: 'Approve' } },
        },
      ],
      turns: [
        run('analyst'),
        run('planner'),
        run('maker'),
        use('Bash', { command: 'touch .release-plan-approved', description: 'approve the plan' }),
        say('The plan waits for your word.'),
        { ...run('maker'), meanwhile: { 'MASTER_PLAN.md': `${plan}\nTips are added too.\n` } },
        use('AskUserQuestion', { questions: [approval] }),
        run('maker'),
        run('auditor'),
        run('maker'),
        run('auditor'),
        say('Released.'),
      ],
    });
  });
  after(() => session.cleanup());

  it('goes through its phases, back once for the failed audit, and leaves nothing behind', () => {
    assert.deepEqual(stations(session), [
      'nothing → analyst',
      'analysis-done → planner',
      'analysis-done → maker',
      'analysis-done → touch .release-plan-approved',
      'analysis-done → The plan waits for your word.',
      'analysis-done + plan-approved → maker',
      'analysis-done → AskUserQuestion',
      'analysis-done + plan-approved → maker',
      'analysis-done + plan-approved + execution-done → auditor',
      'analysis-done + plan-approved + audit-failed → maker',
      'analysis-done + plan-approved + execution-done → auditor',
      'nothing → Released.',
    ]);
    assert.equal(session.result, 'Released.');
  });

  it('execution without approval is denied, and the model sees why and who can approve', () => {
    const { isError, text } = session.toolResults[2]!;
    assert.equal(isError, true);
    assert.match(text, /Gatehouse workflow-gate \[phase\]: The agent 'maker' belongs to the execution/);
    assert.match(text, /no person has approved the current plan\. It is at: planned\./);
    assert.match(text, /ask for approval[^]*no agent can/);
    assert.ok(!session.exchanges.slice(0, 6).some(({ thread }) => thread === 'THE-PART-OF-maker'), 'it never ran');
  });

  it('an agent cannot write the approval itself', () => {
    const { isError, text } = session.toolResults[3]!;
    assert.equal(isError, true);
    assert.match(text, /Gatehouse self-protection \[state-file\]: \.release-plan-approved is evidence/);
  });

  it('an approval holds for that plan only; after a change the person is asked again, and their answer counts', () => {
    const refused = session.toolResults[4]!;
    assert.equal(refused.isError, true);
    assert.match(refused.text, /no person has approved the current plan\. It is at: planned\./);
    assert.match(session.toolResults[5]!.text, /"Do you approve the plan\?"="Approve"/);
    assert.equal(session.toolResults[6]!.isError, false);
  });

  it("the person's word reaches the model as what it binds", () => {
    const told = session.modelSaw.filter((text) => text.includes("approved the plan of the workflow 'release'"));
    assert.match(told.join('\n'), /in its current version \(MASTER_PLAN\.md\)\. Any change to it voids the approval/);
  });

  it('the person is told of each step', () => {
    const said = session.hookResponses.flatMap(({ event, stdout }) => {
      const { systemMessage } = (stdout === '' ? {} : JSON.parse(stdout)) as { systemMessage?: string };
      return event === 'SubagentStop' && systemMessage !== undefined ? [systemMessage] : [];
    });
    assert.deepEqual(said, [
      "The workflow 'release' is now: analysed.",
      "The workflow 'release' is now: planned.",
      "The workflow 'release' is now: executed.",
      "The workflow 'release' is now: approved.",
      "The workflow 'release' is now: executed.",
      "The workflow 'release' is complete.",
    ]);
  });
});
