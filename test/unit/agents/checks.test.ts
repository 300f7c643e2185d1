import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { Rig } from '../review/rig';
import { context, message } from '../session/wire';

describe('the end of a sub-agent', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  type Role = 'planner' | 'implementer' | 'guardian';
  const stop = (role: Role, answer = 'The end.', more: object = {}) =>
    rig.hook('SubagentStop', { agent_type: role, last_assistant_message: answer, ...more }, `check-${role}`);
  /** The issues that were found; '' where there were none. */
  async function issues(role: Role, answer?: string, more: object = {}): Promise<string> {
    const reply = await stop(role, answer, more);
    assert.equal(reply.exitCode, 0);
    assert.equal(context(reply), '', 'context would keep the sub-agent going');
    return /ended with open points: (.*)\.$/s.exec(message(reply))?.[1] ?? '';
  }

  const seconds = () => Math.floor(rig.now / 1000);
  const passing = () => rig.write('.claude/.test-status', `pass|0|${seconds()}`);
  const failing = () => rig.write('.claude/.test-status', `fail|2|${seconds()}`);

  const plan = (more = '') =>
    `# MASTER_PLAN\n\n## Original Intent\nAdd orders.\n\n## Phase 1: Writer\n**Status:** planned\n- task one\n${more}`;

  describe('check-planner, in its own words', () => {
    const table: readonly (readonly [string, string | undefined, string])[] = [
      ['no plan', undefined, 'MASTER_PLAN.md was not found: the planner did not write it'],
      ['12.2 a plan with Original Intent', plan(), ''],
      [
        '12.2 a plan without phases',
        '# P\n## Original Intent\nx\n- task\n',
        "MASTER_PLAN.md has no phases ('## Phase 1: …')",
      ],
      [
        'a plan without its intent',
        '# P\n## Phase 1: A\n**Status:** planned\n- task\n',
        'MASTER_PLAN.md has no section on the original intent or vision',
      ],
      ['a plan with a problem statement', '# P\n## Problem Statement\n## Phase 1: A\n- task\n', ''],
      [
        'a plan without tasks',
        '# P\n## Original Intent\nx\n## Phase 1: A\nhello\n',
        'MASTER_PLAN.md names no issues or tasks',
      ],
      [
        'several phases without structure',
        plan('\n## Phase 2: B\n**Status:** planned\n'),
        "a plan of several phases lacks '## Goals & Non-Goals' and '## Requirements' with P0 requirements",
      ],
      [
        'several phases with structure',
        plan('\n## Phase 2: B\n**Status:** planned\n\n## Goals & Non-Goals\n\n## Requirements\n- REQ-P0-001: x\n'),
        '',
      ],
    ];
    for (const [name, text, expected] of table) {
      it(name, async () => {
        if (text !== undefined) rig.write('MASTER_PLAN.md', text);
        assert.equal(await issues('planner'), expected);
      });
    }

    const answers: readonly (readonly [string, boolean])[] = [
      ['Shall I proceed with writing it?', true],
      ['I looked around. Do you approve?', true],
      ['I wrote the plan. Shall I continue with the issues?', false],
      ['MASTER_PLAN.md was created. Do you approve?', false],
      ['MASTER_PLAN.md is not written yet. Do you approve?', true],
      ['The plan is complete.', false],
    ];
    for (const [answer, asks] of answers) {
      it(`${JSON.stringify(answer)} ${asks ? 'only asks' : 'is an end'}`, async () => {
        rig.write('MASTER_PLAN.md', plan());
        assert.equal(
          await issues('planner', answer),
          asks ? 'the planner ended by asking for approval, without a finished plan' : '',
        );
      });
    }

    it('K-1 says on this system how the plan stands', async () => {
      rig.write('MASTER_PLAN.md', plan());
      assert.match(message(await stop('planner')), /^Plan: MASTER_PLAN\.md, 0\/1 phases completed/);
    });

    it('reads an answer under its older names', async () => {
      rig.write('MASTER_PLAN.md', plan());
      for (const field of ['response', 'result', 'output']) {
        const more = { last_assistant_message: undefined, [field]: 'Do you approve?' };
        assert.match(await issues('planner', undefined, more), /asking for approval/, field);
      }
    });
  });

  describe('check-implementer, in its own words', () => {
    const noTests = 'no test result for the current files: No test run has been recorded here';
    const noProof = 'proof-of-work is missing: No person has confirmed yet that it works';

    it('on main with nothing to show', async () => {
      assert.equal(await issues('implementer'), `the work is on main: no worktree was used; ${noTests}; ${noProof}`);
    });

    it('in order', async () => {
      rig.git('switch', '-q', '-c', 'feature');
      passing();
      rig.write('.claude/.proof-status', `verified|${seconds()}`);
      assert.equal(await issues('implementer'), '');
      assert.equal(message(await stop('implementer')), 'Implementer: nothing open on feature.');
    });

    it('long changed files without a decision, failing tests, a pending proof', async () => {
      rig.git('switch', '-q', '-c', 'feature');
      rig.write('src/long.ts', 'let a;\n'.repeat(50));
      rig.write('src/decided.ts', `// @decision DEC-APP-001\n${'let a;\n'.repeat(60)}`);
      rig.write('src/short.ts', 'let a;\n');
      rig.write('test/long.test.ts', 'let a;\n'.repeat(60));
      const changed = ['src/long.ts', 'src/decided.ts', 'src/short.ts', 'test/long.test.ts', 'gone.ts'];
      rig.write('.claude/.session-changes-session-1', changed.map((file) => `${rig.at(file)}\n`).join(''));
      rig.write('.claude/.session-changes-other', `${rig.at('src/app.js')}\n`);
      failing();
      rig.write('.claude/.proof-status', `pending|${seconds()}`);
      const said = await issues('implementer');
      assert.match(
        said,
        /^no @decision in src\/long\.ts; tests are failing \(2 failing\): the implementation is not complete; proof-of-work is pending: /,
      );
    });

    const answers: readonly (readonly [string, boolean])[] = [
      ['Should I commit this?', true],
      ['I have an idea. Do you want me to proceed?', true],
      ['All tests pass. Should I commit this?', false],
      ['Done. Ready to commit?', false],
      ['I am not done. Ready to commit?', true],
      ['`all tests pass` is what the log should say. Should I continue?', true],
    ];
    for (const [answer, asks] of answers) {
      it(`${JSON.stringify(answer)} ${asks ? 'only asks' : 'is an end'}`, async () => {
        assert.equal((await issues('implementer', answer)).includes('asking for approval'), asks);
      });
    }
  });

  describe('check-guardian, in its own words', () => {
    it('with nothing in order', async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      failing();
      assert.equal(
        await issues('guardian', 'I committed the work.'),
        'MASTER_PLAN.md was not found; the working tree is not clean: 1 uncommitted file; CRITICAL: committed or merged while tests are failing',
      );
    });

    it('in order', async () => {
      rig.write('MASTER_PLAN.md', plan());
      rig.commit('plan');
      passing();
      assert.match(
        message(await stop('guardian', 'Merged.')),
        /^Guardian: clean on main, last commit [0-9a-f]{7,} plan\.$/,
      );
    });

    it('K-8 does not count the hooks’ own files as uncommitted', async () => {
      rig.write('MASTER_PLAN.md', plan());
      rig.commit('plan');
      passing();
      rig.write('.claude/.plan-drift', 'audit_epoch=1\n');
      assert.equal(await issues('guardian'), '');
    });

    const phases: readonly (readonly [string, boolean])[] = [
      ['Phase 1 is complete and merged.', true],
      ['I marked the phase completed.', true],
      ['Phase 1 is not complete.', false],
      ['Once phase 1 is finished it can be merged.', false],
      ['Committed the fix.', false],
    ];
    for (const [answer, finishes] of phases) {
      it(`${JSON.stringify(answer)} ${finishes ? 'asks for' : 'needs no'} fresh plan`, async () => {
        rig.write('MASTER_PLAN.md', plan());
        rig.commit('plan');
        passing();
        const old = new Date(rig.now - 400_000);
        utimesSync(rig.at('MASTER_PLAN.md'), old, old);
        const expected = 'a phase was finished and MASTER_PLAN.md was not updated (status, Decision Log)';
        assert.equal(await issues('guardian', answer), finishes ? expected : '');
        const fresh = new Date(rig.now - 200_000);
        utimesSync(rig.at('MASTER_PLAN.md'), fresh, fresh);
        assert.equal(await issues('guardian', answer), '');
      });
    }

    const answers: readonly (readonly [string, boolean])[] = [
      ['Shall I merge it?', true],
      ['12.4 The dishes are done. Shall I merge it?', true],
      ['Merged to main. Shall I push?', false],
      ['Done. Shall I push?', false],
    ];
    for (const [answer, asks] of answers) {
      it(`${JSON.stringify(answer)} ${asks ? 'only asks' : 'is an end'}`, async () => {
        assert.equal((await issues('guardian', answer)).includes('asking for approval'), asks);
      });
    }

    it('tests that fail without a commit are a finding, and critical with one', async () => {
      failing();
      assert.match(await issues('guardian', 'I looked at it.'), /; tests are failing$/);
      assert.match(await issues('guardian', 'I ran `git merge feature`.'), /CRITICAL/);
    });
  });

  describe('what checks find', () => {
    const line = 'planner|MASTER_PLAN.md was not found: the planner did not write it\n';

    it('is written in the form that other tools read, and to the audit log', async () => {
      await stop('planner');
      assert.equal(rig.read('.claude/.agent-findings'), line);
      assert.equal(
        rig.read('.claude/.audit-log'),
        '2026-11-18T12:00:01Z|agent_planner|MASTER_PLAN.md was not found: the planner did not write it\n',
      );
    });

    it('12.3 never keeps a sub-agent going, however often it ends', async () => {
      for (let time = 0; time < 5; time++) assert.notEqual(await issues('implementer'), '');
      assert.equal(rig.read('.claude/.agent-findings').split('\n').length, 2, 'one that waits is not written twice');
    });

    it('reaches the session it is of, once, whatever others ask first', async () => {
      for (const id of ['a', 'b'])
        await rig.hook('UserPromptSubmit', { prompt: 'hello', session_id: id }, 'prompt-submit');
      await stop('planner', 'x', { session_id: 'a' });
      const ask = async (id: string) =>
        context(await rig.hook('UserPromptSubmit', { prompt: 'go', session_id: id }, 'prompt-submit'));
      assert.equal(await ask('b'), '');
      assert.match(await ask('a'), /planner: MASTER_PLAN\.md was not found/);
      assert.equal(await ask('a'), '');
    });

    it('leaves other agents alone, in the chain also those without a type', async () => {
      assert.equal(await issues('planner', 'x', { agent_type: 'Explore' }), '');
      const reply = await rig.hook('SubagentStop', { agent_type: '', last_assistant_message: 'Shall I proceed?' });
      assert.equal(reply.stdout, '');
    });

    it('ends an agent of the type Plan in the tracker', async () => {
      await rig.hook('SubagentStart', { agent_type: 'Plan' }, 'subagent-start');
      await stop('planner', 'x', { agent_type: 'Plan' });
      assert.match(rig.read('.claude/.subagent-tracker'), /^DONE\|Plan\|\d+\|1\n$/);
    });
  });
});
