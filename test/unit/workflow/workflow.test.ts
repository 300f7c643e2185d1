import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import {
  fresh,
  next,
  objection,
  phases,
  type WorkflowEvent,
  type Phase,
  type WorkflowState,
} from '../../../src/hooks/workflow/machine';
import { runCommand } from '../../../src/hooks/cli/commands';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { questionsOf } from '../../../src/hooks/questions/question';
import { asksForApproval, auditVerdict, saysYes, workflowsOf } from '../../../src/hooks/workflow/workflow';
import { Rig } from '../review/rig';

const workflow = {
  name: 'ship',
  agents: { analysis: ['analyzer'], planning: ['planner'], execution: ['executor'], verification: ['auditor'] },
  tools: ['mcp__gateway__apply'],
  retries: 1,
};

describe('workflows', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: [workflow] } }));
    rig.write('MASTER_PLAN.md', '# Plan\n');
  });
  afterEach(() => rig.clear());

  async function start(agent: string): Promise<string> {
    const { stdout } = await rig.hook('PreToolUse', {
      tool_name: 'Agent',
      tool_input: { subagent_type: agent, prompt: 'x' },
    });
    return stdout.includes('"permissionDecision":"deny"') ? 'denied' : 'free';
  }
  const end = (agent: string, message = 'Done.') =>
    rig.hook('SubagentStop', {
      agent_type: agent,
      agent_id: 'a1',
      stop_hook_active: false,
      last_assistant_message: message,
    });
  const prompt = (text: string, more: object = {}) => rig.hook('UserPromptSubmit', { prompt: text, ...more });
  const there = (suffix: string): boolean => existsSync(rig.at(`.ship-${suffix}`));

  async function planned(): Promise<void> {
    await end('analyzer');
    await end('planner');
  }

  describe('a workflow', () => {
    it('W6 runs from analysis to a passed audit, and the next run starts afresh', async () => {
      assert.equal(await start('executor'), 'denied');
      await end('analyzer');
      await end('planner');
      assert.equal(await start('executor'), 'denied');
      await prompt('I approve the plan');
      assert.equal(await start('executor'), 'free');
      await end('executor');
      assert.deepEqual([there('analysis-done'), there('plan-approved'), there('execution-done')], [true, true, true]);
      await end('auditor', 'All checks ran.\n\nVerdict: PASS');
      assert.deepEqual(['analysis-done', 'plan-approved', 'execution-done', 'audit-passed'].filter(there), []);
      assert.equal(await start('executor'), 'denied');
    });

    it('W1 the model sees why', async () => {
      const { stdout } = await rig.hook('PreToolUse', {
        tool_name: 'Agent',
        tool_input: { subagent_type: 'executor' },
      });
      assert.match(stdout, /no person has approved the current plan/);
    });

    it('W2 gates only the agents that it names', async () => {
      assert.deepEqual([await start('analyzer'), await start('Explore')], ['free', 'free']);
    });

    it('W3 another agent’s end moves nothing', async () => {
      await end('Explore');
      assert.equal(await start('planner'), 'denied');
    });

    it('W4 approval comes from a person: no agent and no scheduled prompt gives it', async () => {
      await planned();
      await prompt('approve the plan', { source: 'schedule_wakeup' });
      await prompt('approve the plan', { agent_id: 'a1' });
      assert.equal(await start('executor'), 'denied');
      const { stdout } = await rig.hook('PreToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'touch .ship-plan-approved' },
      });
      assert.match(stdout, /"permissionDecision":"deny"/);
    });

    const unclear: readonly string[] = [
      'approve the plan once section 3 is fixed',
      'Approve the plan, but only if the tests pass.',
      'Plan approved? I do not think so.',
      'the plan is approved when I have read it',
    ];
    for (const text of unclear) {
      it(`W4 ${JSON.stringify(text)} approves nothing, and the person hears so`, async () => {
        await planned();
        assert.match((await prompt(text)).stdout, /does not approve the plan of 'ship'/);
        assert.equal(await start('executor'), 'denied');
      });
    }

    it('W4 a prompt that names one workflow approves no other', async () => {
      const other = { ...workflow, name: 'docs', agents: { execution: ['writer'] } };
      rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: [workflow, other] } }));
      await planned();
      await prompt('Approve the plan of docs.');
      assert.equal(await start('executor'), 'denied');
      await prompt('Approve the plan of ship. If a test fails, stop.');
      assert.equal(await start('executor'), 'free');
    });

    it('W4 a phase file that the repository ships says nothing', async () => {
      rig.write('.ship-plan-approved', '');
      rig.git('add', '-f', '.ship-plan-approved');
      assert.equal(await start('executor'), 'denied');
    });

    it('W5 a phase file that cannot be taken away opens nothing', async () => {
      await planned();
      await prompt('approve the plan');
      rmSync(rig.at('.ship-plan-approved'));
      rig.write('.ship-plan-approved/kept', '');
      rig.write('MASTER_PLAN.md', '# Another plan\n');
      assert.equal(await start('executor'), 'denied');
    });

    it('a repository gives a workflow of the person’s no other agents', async () => {
      const anybody = ['Explore'];
      const agents = { analysis: anybody, planning: anybody, execution: anybody, verification: anybody };
      rig.write('../home/.gatehouse/config.json', JSON.stringify({ workflow: { workflows: [workflow] } }));
      const shadows = ['ship', 'Ship'].map((name) => ({ ...workflow, name, agents }));
      rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: shadows } }));
      await end('Explore');
      assert.equal(await start('planner'), 'denied');
      await planned();
      await prompt('approve the plan');
      assert.equal(await start('executor'), 'free');
    });

    it('a pattern of tools that cannot be read takes its own workflow away, not the gate', async () => {
      const broken = { name: 'broken', agents: {}, tools: ['/(/'] };
      rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: [broken, workflow] } }));
      const { stdout } = await rig.hook('PreToolUse', { tool_name: 'mcp__gateway__apply', tool_input: {} });
      assert.match(stdout, /"permissionDecision":"deny"/);
    });

    it('W5 a void approval is written down: its phase file goes, and the history says when and why', async () => {
      await planned();
      await prompt('approve the plan');
      rig.write('MASTER_PLAN.md', '# Plan, changed\n');
      assert.equal(there('plan-approved'), true);
      assert.equal(await start('executor'), 'denied');
      assert.deepEqual([there('analysis-done'), there('plan-approved')], [true, false]);
      const [shipping] = workflowsOf(
        siteAt({ env: rig.env, clock: { now: () => Date.now() }, requestedByName: false }, placeOf(rig.root)),
      );
      const { from, to, why, by } = shipping!.state().history.at(-1)!;
      assert.deepEqual(
        { from, to, why, by },
        { from: 'approved', to: 'planned', why: 'the plan changed after it was approved', by: 'a change of the plan' },
      );
    });

    it('W5 a change of the plan voids the approval', async () => {
      await planned();
      await prompt('Approve the plan');
      rig.write('MASTER_PLAN.md', '# Another plan\n');
      assert.equal(await start('executor'), 'denied');
      await prompt('Approve the plan');
      assert.equal(await start('executor'), 'free');
    });

    it('W7 W11 a failed audit goes back to the execution, and after its retries to the person', async () => {
      await planned();
      await prompt('Approve the plan');
      await end('executor');
      await end('auditor', '⛔ FAIL: two tests are red');
      assert.deepEqual([there('execution-done'), there('audit-failed'), there('plan-approved')], [false, true, true]);
      assert.equal(await start('executor'), 'free');
      await end('executor');
      assert.equal(there('audit-failed'), false);
      await end('auditor', 'FAIL again');
      assert.equal(await start('executor'), 'denied');
    });

    it('W8 says nothing when the agent stops: a passed audit is no reason to keep it, nor is an open one', async () => {
      await planned();
      await prompt('I approve the plan');
      await end('executor');
      assert.equal((await rig.hook('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })).stdout, '');
      await end('auditor', 'Verdict: PASS');
      assert.equal((await rig.hook('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })).stdout, '');
    });

    it('W9 stands the same from a subdirectory', async () => {
      await planned();
      await prompt('Approve the plan');
      const { stdout } = await rig.hook('PreToolUse', {
        tool_name: 'Agent',
        tool_input: { subagent_type: 'executor' },
        cwd: rig.at('src'),
      });
      assert.equal(stdout, '');
    });

    it('W12 verification waits for something to verify', async () => {
      assert.equal(await start('auditor'), 'denied');
    });

    it('W14 the end of the planner is no approval', async () => {
      await planned();
      assert.equal(there('plan-approved'), false);
    });

    it('an audit without a verdict moves nothing', async () => {
      await planned();
      await prompt('Approve the plan');
      await end('executor');
      await end('auditor', 'I looked around.');
      assert.equal(there('execution-done'), true);
    });

    it('gates the tools that modify through a gateway', async () => {
      const call = () => rig.hook('PreToolUse', { tool_name: 'mcp__gateway__apply', tool_input: {} });
      assert.match((await call()).stdout, /"permissionDecision":"deny"/);
      await planned();
      await prompt('Approve the plan');
      assert.equal((await call()).stdout, '');
    });

    it('goes on from the phase files of an existing setup, which activate nothing alone', async () => {
      rig.write('.ship-analysis-done', '');
      rig.write('.ship-plan-approved', '');
      rig.write('.other-analysis-done', '');
      assert.equal(await start('executor'), 'free');
      rmSync(rig.at('.claude/gatehouse.json'));
      rmSync(rig.at('.ship-plan-approved'));
      assert.equal(await start('executor'), 'free');
    });

    it('W10 two hundred ends at once leave one consistent state', async () => {
      await Promise.all(Array.from({ length: 200 }, (_, n) => end(n % 2 === 0 ? 'analyzer' : 'Explore')));
      assert.equal(await start('planner'), 'free');
      assert.equal(await start('executor'), 'denied');
    });
  });

  describe('an answered question', () => {
    const approval = { question: 'Do you approve the plan?', options: ['Approve (Recommended)', 'Request changes'] };
    let uses = 0;

    async function answer(
      choice: string,
      { question = approval, tool = 'AskUserQuestion', input = {}, use = `toolu_q${++uses}` } = {},
    ): Promise<string> {
      const questions = [{ header: '', multiSelect: false, ...question }];
      const fields = { tool_name: tool, tool_input: { questions, ...input }, tool_use_id: use };
      await rig.hook('PreToolUse', fields);
      const answers = { [question.question]: choice };
      return (await rig.hook('PostToolUse', { ...fields, tool_response: { questions, answers } })).stdout;
    }
    const state = () => {
      const { stdout } = cli('status', '--json');
      return stdout.then((text) => (JSON.parse(text) as { phase: string; history: { by: string }[] }[])[0]);
    };
    function cli(...words: readonly string[]) {
      let out = '';
      const code = runCommand(['workflow', ...words], {
        out: (text) => void (out += text),
        err: () => undefined,
        env: rig.env,
        cwd: rig.root,
        isTTY: false,
        ask: () => Promise.resolve(''),
      });
      return { stdout: code.then(() => out) };
    }

    it('W4 W5 approves the current plan, and the model is told; a change voids it', async () => {
      await planned();
      assert.match(await answer('Approve (Recommended)'), /approved the plan of the workflow 'ship'/);
      assert.equal((await state())?.history.at(-1)?.by, 'an answer');
      assert.equal(await start('executor'), 'free');
      rig.write('MASTER_PLAN.md', '# Another plan\n');
      assert.equal(await start('executor'), 'denied');
    });

    it('W4 G9 an answer that a preference gave approves nothing', async () => {
      await planned();
      const registry = [{ id: 'plan-approval', door: 'two-way', text: 'Is the plan approved?' }];
      rig.write('../home/.gatehouse/config.json', JSON.stringify({ questions: { registry } }));
      rig.write(
        '../home/.gatehouse/global-question-preferences.json',
        JSON.stringify({ 'plan-approval': 'never-ask' }),
      );
      const question = { ...approval, question: 'Is the plan approved? <gstack-qid:plan-approval>' };
      await answer('Approve (Recommended)', { question });
      assert.equal((await state())?.phase, 'planned');
    });

    it('W4 an answer that the model had filled in approves nothing', async () => {
      await planned();
      await answer('Approve (Recommended)', { input: { answers: { [approval.question]: 'Approve (Recommended)' } } });
      assert.equal((await state())?.phase, 'planned');
    });

    it('W4 an answer to a question that was not seen being asked approves nothing', async () => {
      await planned();
      const questions = [{ header: '', multiSelect: false, ...approval }];
      const answers = { [approval.question]: 'Approve (Recommended)' };
      const fields = { tool_name: 'AskUserQuestion', tool_input: { questions, answers }, tool_use_id: 'toolu_unseen' };
      const { stdout } = await rig.hook('PostToolUse', { ...fields, tool_response: { questions, answers } });
      assert.match(stdout, /does not approve the plan of 'ship': it is unknown who answered/);
      assert.equal((await state())?.phase, 'planned');
    });

    it('W5 a plan that changed while the person was asked is not approved, and the model hears why', async () => {
      await planned();
      const questions = [{ header: '', multiSelect: false, ...approval }];
      const fields = { tool_name: 'AskUserQuestion', tool_input: { questions }, tool_use_id: 'toolu_changed' };
      await rig.hook('PreToolUse', fields);
      rig.write('MASTER_PLAN.md', '# Another plan\n');
      const answers = { [approval.question]: 'Approve (Recommended)' };
      const { stdout } = await rig.hook('PostToolUse', { ...fields, tool_response: { questions, answers } });
      assert.match(stdout, /MASTER_PLAN\.md changed while the person was asked about it/);
      assert.equal((await state())?.phase, 'planned');
    });

    it('W4 an answer through another server’s tool approves nothing', async () => {
      await planned();
      await answer('Approve (Recommended)', { tool: 'mcp__forms__AskUserQuestion' });
      assert.equal((await state())?.phase, 'planned');
    });

    it('W4 nothing is approved where it is not known who answers', async () => {
      const file = JSON.parse(rig.read('.claude/gatehouse.json')) as object;
      rig.write('../home/.gatehouse/config.json', JSON.stringify({ gates: { 'question-preference': 'off' } }));
      rig.write('.claude/gatehouse.json', JSON.stringify(file));
      await planned();
      await answer('Approve (Recommended)');
      assert.equal((await state())?.phase, 'planned');
    });

    it('W14 approves nothing before there is a plan', async () => {
      await end('analyzer');
      await answer('Approve (Recommended)');
      assert.equal((await state())?.phase, 'analysed');
    });

    const table: readonly (readonly [string, string, boolean])[] = [
      ['Do you approve the plan?', 'Approve', true],
      ['I wrote the plan. Please approve the plan of ship.', 'Yes', true],
      ['Is the plan approved?', 'Looks good', true],
      ['Do you approve the plan?', 'Request changes', false],
      ['Do you approve the plan?', 'Yes, but without the migration', false],
      ['Do you approve the plan?', 'Approve after changes', false],
      ['Do you approve the plan?', 'I did not read it', false],
      ['Should I discard the approved plan?', 'Yes', false],
      ['Shall I skip asking you to approve the plan?', 'Yes', false],
      ['The plan was approved yesterday. Shall I begin with the tests?', 'Yes', false],
      ['Which color should the plan’s title have?', 'Yes', false],
      ['Do you approve the design?', 'Approve', false],
    ];
    for (const [text, said, approves] of table) {
      it(`"${text}" = "${said}" ${approves ? 'approves' : 'approves nothing'}`, () => {
        const [question] = questionsOf({ questions: [{ question: text, options: [said, 'Something else'] }] })!;
        assert.equal(asksForApproval(question!) && saysYes({ labels: [said], freeText: undefined }), approves);
      });
    }
  });

  describe('back and abort', () => {
    it('back returns to an earlier phase and never forward, and an approval ends with its phase', async () => {
      await planned();
      await prompt('Approve the plan');
      await end('executor');
      const [workflow] = workflowsOf(siteAt(surroundings(), placeOf(rig.root)));
      assert.equal(await workflow!.take({ kind: 'back', to: 'executed' }, 'Ada'), undefined);
      assert.equal(await workflow!.take({ kind: 'back', to: 'approved' }, 'Ada'), 'approved');
      assert.equal(await start('executor'), 'free');
      assert.equal(await workflow!.take({ kind: 'back', to: 'planned' }, 'Ada'), 'planned');
      assert.equal(await start('executor'), 'denied');
      assert.equal(workflow!.state().approval, undefined);
      assert.equal(workflow!.lastApproved()?.text, '# Plan\n');
      assert.equal(there('plan-approved'), false);
    });

    it('the command line goes back and starts over with a person’s word, and says what it does not know', async () => {
      await planned();
      const at = (answer: string | undefined, ...words: readonly string[]) =>
        runCommand(['workflow', ...words], {
          out: () => undefined,
          err: () => undefined,
          env: rig.env,
          cwd: rig.root,
          isTTY: answer !== undefined,
          ask: () => Promise.resolve(answer ?? ''),
        });
      assert.equal(await at(undefined, 'back', 'ship', 'analysed'), 1);
      assert.equal(await start('executor'), 'denied');
      assert.equal(await at('back', 'back', 'ship', 'analysed'), 0);
      assert.equal(await at('back', 'back', 'ship', 'executed'), 1);
      assert.equal(await at('back', 'back', 'ship', 'nowhere'), 64);
      assert.equal(await at('approve', 'approve', 'ship'), 1);
      assert.equal(await at('reset', 'reset', 'ship'), 0);
      assert.equal(there('analysis-done'), false);
    });

    const surroundings = () => ({ env: rig.env, clock: { now: () => rig.now }, requestedByName: false });
  });

  describe('an audit’s verdict', () => {
    const table: readonly (readonly [string, string | undefined])[] = [
      ['PASS', 'pass'],
      ['Verdict: PASSED', 'pass'],
      ['✅ all good', 'pass'],
      ['FAIL: x\n\nLater: Verdict: PASS', 'pass'],
      ['Result: FAILED', 'fail'],
      ['Answer PASS or FAIL', undefined],
      ['Verdict: PASS / FAIL', undefined],
      ['I passed by the shop.', undefined],
      ['```\nPASS\n```', undefined],
    ];
    for (const [text, verdict] of table) {
      it(`${JSON.stringify(text)} is ${verdict ?? 'none'}`, () => assert.equal(auditVerdict(text), verdict));
    }
  });

  describe('the phase machine against a small model', () => {
    const happening = fc.oneof(
      fc.constantFrom<WorkflowEvent>(
        { kind: 'finished', role: 'analysis' },
        { kind: 'finished', role: 'planning' },
        { kind: 'finished', role: 'execution' },
        { kind: 'approved', plan: 'p' },
        { kind: 'plan-changed' },
        { kind: 'audited', passed: true },
        { kind: 'audited', passed: false },
        { kind: 'reset' },
        ...phases.map((to) => ({ kind: 'back' as const, to })),
      ),
    );

    it('never executes without an approval that still stands, in ten thousand sequences', () => {
      fc.assert(
        fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
          let state: WorkflowState = fresh;
          let approved = false;
          for (const event of happenings) {
            const before: Phase = state.phase;
            const moved = next(state, event, 2);
            if (moved !== undefined) state = { ...state, phase: moved.phase, retries: moved.retries };
            if (event.kind === 'approved' && before === 'planned') approved = true;
            if (event.kind === 'plan-changed' || event.kind === 'reset') approved = false;
            if (event.kind === 'audited' && before === 'executed' && (event.passed || state.phase === 'planned'))
              approved = false;
            if (event.kind === 'back') {
              const earlier = phases.indexOf(event.to) < phases.indexOf(before);
              assert.equal(state.phase, earlier ? event.to : before);
              if (earlier && event.to !== 'approved') approved = false;
            }
            assert.equal(objection('execution', state.phase) === undefined, approved);
            assert.ok(state.retries <= 2);
          }
        }),
        { numRuns: 10_000, seed: 7 },
      );
    });
  });
});
