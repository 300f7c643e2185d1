import assert from 'node:assert/strict';
import { existsSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { reviewState } from '../../../src/hooks/gates/after-tool/review-state';
import { reads } from '../../../src/hooks/pipeline/gate';
import { Rig } from '../review/rig';

describe('review-state', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  describe('Fix 1: MCP tool output updates the state', () => {
    for (const tool of ['Bash', 'mcp__codex__codex', 'mcp__codex__codex-reply', 'mcp__plugin_x_codex__codex-reply']) {
      it(`the PostToolUse matcher takes in ${tool}`, () => {
        assert.ok(reads(reviewState, 'PostToolUse', tool));
        assert.ok(reads(reviewState, 'PostToolUseFailure', tool));
      });
    }

    it('MCP tool name triggers a state update, not just Bash', async () => {
      await rig.review('✅ Ready');
      assert.equal(rig.state.code_review.executed, true);
    });

    it('✅ Ready routes to code_review.passed = true', async () => {
      await rig.review('## Code Review\n\n### Merge Gate\n✅ Ready: No P0/P1, safe to merge');
      assert.equal(rig.state.code_review.passed, true);
      assert.equal(rig.state.doc_review.executed, false);
    });

    it('✅ Mergeable routes to doc_review.passed = true', async () => {
      await rig.review('✅ Mergeable');
      assert.equal(rig.state.doc_review.passed, true);
      assert.equal(rig.state.code_review.executed, false);
    });

    it('⛔ Blocked and ⛔ Needs revision route to passed = false', async () => {
      await rig.review('⛔ Blocked');
      await rig.review('⛔ Needs revision');
      assert.deepEqual([rig.state.code_review.executed, rig.state.code_review.passed], [true, false]);
      assert.deepEqual([rig.state.doc_review.executed, rig.state.doc_review.passed], [true, false]);
    });

    it('✅ All Pass routes to code_review', async () => {
      await rig.review('✅ All Pass');
      assert.equal(rig.state.code_review.passed, true);
    });

    it('A2 the MCP precommit pass and fail are both recorded', async () => {
      await rig.review('## Overall: ✅ PASS');
      assert.equal(rig.state.precommit.passed, true);
      await rig.review('## Overall: ⛔ FAIL');
      assert.equal(rig.state.precommit.passed, false);
    });

    it('the gate sentinel is extracted from the MCP content array format of tool_output', async () => {
      const content = [
        { type: 'image', data: '' },
        { type: 'text', text: 'Findings: none.' },
        { type: 'text', text: '✅ Ready' },
      ];
      await rig.hook(
        'PostToolUse',
        { tool_name: 'mcp__codex__codex-reply', tool_input: {}, tool_output: { content } },
        'review-state',
      );
      assert.equal(rig.state.code_review.passed, true);
    });

    it('jq-guard a plain string as tool_output is read', async () => {
      await rig.hook(
        'PostToolUse',
        { tool_name: 'mcp__codex__codex', tool_input: {}, tool_output: '✅ Mergeable' },
        'review-state',
      );
      assert.equal(rig.state.doc_review.passed, true);
    });

    it('an ambiguous ## Gate: ✅ alone does not update the state', async () => {
      await rig.review('## Gate: ✅');
      assert.equal(rig.hasState, false);
    });

    it('sec-collision a security review updates nothing', async () => {
      await rig.review('## Security Review\n✅ Mergeable: No P0');
      assert.equal(rig.hasState, false);
    });

    it('the reviewer of a plugin counts too', async () => {
      await rig.tool('mcp__plugin_review_codex__codex', {}, [{ type: 'text', text: '✅ Ready' }]);
      assert.equal(rig.state.code_review.passed, true);
    });

    it('another tool updates nothing', async () => {
      await rig.tool('mcp__notes__search', {}, [{ type: 'text', text: '✅ Ready' }]);
      await rig.tool('Read', { file_path: rig.at('x') }, '✅ Ready');
      assert.equal(rig.hasState, false);
    });

    it('existing Bash-based detection still works', async () => {
      await rig.bash('/codex-review-fast', '## Gate: ✅');
      await rig.bash('/codex-review-doc docs', '✅ Mergeable');
      await rig.bash('/precommit', '## Overall: ✅ PASS');
      assert.deepEqual(
        [rig.state.code_review.passed, rig.state.doc_review.passed, rig.state.precommit.passed],
        [true, true, true],
      );
    });

    it('writes the seed’s format: the three fields of the flag and updated_at', async () => {
      await rig.review('✅ Ready');
      assert.deepEqual(rig.state, {
        session_id: '',
        updated_at: '2026-11-18T12:00:01Z',
        has_code_change: false,
        has_doc_change: false,
        code_review: { executed: true, passed: true, last_run: '2026-11-18T12:00:01Z' },
        doc_review: { executed: false, passed: false, last_run: '' },
        precommit: { executed: false, passed: false, last_run: '' },
      });
    });

    it('says on stderr what the seed says, and nothing on stdout', async () => {
      const reply = await rig.review('✅ Ready');
      assert.equal(reply.stdout, '');
      assert.match(reply.stderr, /^\[Review State\] code_review updated \(MCP\): passed=true/);
      assert.equal(reply.exitCode, 0);
    });
  });

  describe('the seed-era faults', () => {
    it('8.1 the documented payload of a precommit that passed', async () => {
      await rig.bash('/precommit', 'ok\n## Overall: ✅ PASS\n');
      assert.equal(rig.state.precommit.passed, true);
    });

    it('8.2 a bare content array of MCP', async () => {
      await rig.tool('mcp__codex__codex', {}, [{ type: 'text', text: '✅ Ready' }]);
      assert.equal(rig.state.code_review.passed, true);
    });

    it('8.3 tool_output as {stdout}', async () => {
      const fields = {
        tool_name: 'Bash',
        tool_input: { command: '/precommit' },
        tool_output: { stdout: '## Overall: ✅ PASS' },
      };
      await rig.hook('PostToolUse', fields, 'review-state');
      assert.equal(rig.state.precommit.passed, true);
    });

    it('8.4 node scripts/precommit-runner.js', async () => {
      await rig.bash('node scripts/precommit-runner.js --fast', '## Overall: ✅ PASS');
      assert.equal(rig.state.precommit.passed, true);
    });

    it('8.5 ls skills/precommit after a real pass', async () => {
      await rig.bash('npm run precommit', '## Overall: ✅ PASS');
      await rig.bash('ls skills/precommit', 'SKILL.md');
      assert.equal(rig.state.precommit.passed, true);
    });

    it('8.6 printing a verdict beside a comment', async () => {
      await rig.bash(`printf '## Overall: ✅ PASS' # /precommit`, '## Overall: ✅ PASS');
      assert.equal(rig.hasState, false);
    });

    it('8.7 each review by its own words', async () => {
      await rig.bash('/codex-review-fast', '## Overall: ✅ PASS');
      assert.equal(rig.hasState, false);
      await rig.bash('/codex-review-fast', '✅ Ready');
      assert.equal(rig.state.code_review.passed, true);
    });

    it('8.9 a brainstorm is no review', async () => {
      await rig.review('We are nearly there.\n✅ Ready for QA');
      assert.equal(rig.hasState, false);
    });

    it('8.11 a fail after a pass', async () => {
      await rig.bash('/precommit', '## Overall: ✅ PASS\n## Overall: ❌ FAIL');
      assert.equal(rig.state.precommit.passed, false);
    });

    it('8.12 ⛔ Blocked at the top of a long report takes the old pass away', async () => {
      await rig.review('✅ Ready');
      await rig.review(`⛔ Blocked\n${'A finding, in words.\n'.repeat(20_000)}`);
      assert.equal(rig.state.code_review.passed, false);
    });

    it('8.21 from a sub-directory the state is the root’s', async () => {
      rig.write('src/deep/x.txt', '');
      await rig.hook(
        'PostToolUse',
        { cwd: rig.at('src/deep'), tool_name: 'mcp__codex__codex', tool_input: {}, tool_response: '✅ Ready' },
        'review-state',
      );
      assert.equal(rig.state.code_review.passed, true);
    });
  });

  describe('P0-6 where the state lies', () => {
    it('a linked worktree has a state of its own', async () => {
      rig.git('worktree', 'add', '-q', rig.at('../linked'));
      const cwd = rig.at('../linked');
      const fields = { cwd, tool_name: 'mcp__codex__codex', tool_input: {}, tool_response: '✅ Ready' };
      await rig.hook('PostToolUse', fields, 'review-state');
      assert.deepEqual([rig.hasState, existsSync(path.join(cwd, '.claude_review_state.json'))], [false, true]);
    });

    it('GIT_* variables of the parent process are ignored', async () => {
      Object.assign(rig.env, { GIT_DIR: '/nonexistent', GIT_WORK_TREE: '/nonexistent', GIT_INDEX_FILE: '/x' });
      await rig.review('✅ Ready');
      assert.equal(rig.state.code_review.passed, true);
    });

    it('nothing is written through a link, and the person hears of it', async () => {
      const target = rig.at('../elsewhere.json');
      symlinkSync(target, rig.at('.claude_review_state.json'));
      const reply = await rig.hook('PostToolUse', {
        tool_name: 'mcp__codex__codex',
        tool_input: {},
        tool_response: '✅ Ready',
      });
      assert.equal(existsSync(target), false);
      assert.match((JSON.parse(reply.stdout) as { systemMessage: string }).systemMessage, /did not record the review/);
    });

    it('git status does not show it', async () => {
      await rig.review('✅ Ready');
      assert.equal(rig.git('status', '--porcelain', '-uall'), '');
    });
  });

  describe('P0-8 the log says why', () => {
    it('which token won, and where', async () => {
      await rig.review('> ✅ Ready\n\nVerdict: ⛔ Blocked');
      assert.match(rig.log(), /1:3 ✅ Ready ignored: quote/);
      assert.match(rig.log(), /3:10 ⛔ Blocked won/);
    });

    it('what shape an answer had that could not be read, without its content', async () => {
      await rig.tool('mcp__codex__codex', {}, { thing: 'secret words' });
      const { gates } = JSON.parse(rig.log()) as { gates: { rulings: { reason: string }[] }[] };
      assert.equal(gates[0]!.rulings[0]!.reason, 'no text in the answer ({thing: string of 12})');
    });
  });

  describe('P0-2 none never overwrites', () => {
    for (const text of ['I am still looking.', '## Overall: ⚠️ NO CHECKS RUN', '✅ Ready / ⛔ Blocked', '']) {
      it(`${JSON.stringify(text)} leaves a pass alone`, async () => {
        await rig.review('✅ Ready');
        await rig.review(text);
        assert.equal(rig.state.code_review.passed, true);
      });
    }

    it('a precommit run that prints no verdict records nothing', async () => {
      await rig.bash('/precommit', 'no package.json here');
      assert.equal(rig.hasState, false);
    });
  });

  describe('exit status', () => {
    it('a failed precommit is a fail, also without a sentinel', async () => {
      await rig.failedBash('npm run precommit', 'Exit code 1\nlint: 3 errors');
      assert.deepEqual([rig.state.precommit.executed, rig.state.precommit.passed], [true, false]);
    });

    it('a fail sentinel of a failed command counts wherever the review stood in it', async () => {
      await rig.failedBash('npm run precommit | tail -5; exit 1', 'Exit code 1\n## Overall: ❌ FAIL');
      assert.equal(rig.state.precommit.passed, false);
    });

    it('a failed command earns no pass', async () => {
      await rig.failedBash('npm run precommit', 'Exit code 1\n## Overall: ✅ PASS');
      assert.equal(rig.state.precommit.passed, false);
    });

    it('when something else in the command failed, nothing is said about the review', async () => {
      await rig.failedBash('npm run precommit && git push', 'Exit code 1\nrejected');
      assert.equal(rig.hasState, false);
    });

    for (const code of [126, 127, 130, 137, 143]) {
      it(`exit code ${code} means that the review did not run to its end`, async () => {
        await rig.failedBash('npm run precommit', `Exit code ${code}\n`);
        assert.equal(rig.hasState, false);
      });
    }

    it('an interrupted run says nothing', async () => {
      await rig.tool('Bash', { command: '/precommit' }, { stdout: '## Overall: ✅ PASS', interrupted: true });
      assert.equal(rig.hasState, false);
    });

    it('a review tool that failed earns no pass, but may report a fail', async () => {
      const failed = (error: string) =>
        rig.hook('PostToolUseFailure', { tool_name: 'mcp__codex__codex', tool_input: {}, error }, 'review-state');
      await failed('✅ Ready');
      await failed('timed out after 60s');
      assert.equal(rig.hasState, false);
      await failed('⛔ Blocked');
      assert.equal(rig.state.code_review.executed, true);
    });
  });

  describe('P0-4 a review that files change under', () => {
    const reviewFor = (duration_ms: number, text = '✅ Ready') =>
      rig.hook('PostToolUse', { tool_name: 'mcp__codex__codex', tool_input: {}, tool_response: text, duration_ms });
    beforeEach(() => void (rig.now = Date.now()));

    it('passes nothing that it did not see, and says so', async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      await reviewFor(60_000);
      assert.equal(rig.hasState, false);
      assert.match(rig.log(), /files changed while the review ran/);
    });

    it('fails all the same', async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      await reviewFor(60_000, '⛔ Blocked');
      assert.equal(rig.state.code_review.executed, true);
    });

    it('passes when the change was there before, or is of the other plane', async () => {
      rig.write('src/app.js', 'export const a = 2;\n');
      rig.now = Date.now() + 120_000;
      const later = rig.now / 1000 - 30;
      rig.write('README.md', '# Later\n');
      utimesSync(rig.at('README.md'), later, later);
      await reviewFor(60_000);
      assert.equal(rig.state.code_review.passed, true);
    });
  });

  describe('which tools review is a setting', () => {
    const listed = (...tools: string[]) => JSON.stringify({ review: { tools } });
    const ask = (tool: string) =>
      rig.hook('PostToolUse', { tool_name: tool, tool_input: {}, tool_response: [{ type: 'text', text: '✅ Ready' }] });
    const person = (text: string) => rig.write('../home/.gatehouse/config.json', text);

    it('the person names others', async () => {
      person(listed('mcp__multi__*review'));
      await ask('mcp__codex__codex');
      assert.equal(rig.hasState, false);
      await ask('mcp__multi__codereview');
      assert.equal(rig.state.code_review.passed, true);
    });

    it('a name is the whole name, and its dots are dots', async () => {
      person(listed('mcp__a.b__review'));
      await ask('mcp__aXb__review');
      await ask('mcp__a.b__review2');
      assert.equal(rig.hasState, false);
    });

    it('the repository may take reviewers away and add none', async () => {
      rig.write('.claude/gatehouse.json', listed('mcp__evil__*', 'mcp__*codex*'));
      await ask('mcp__evil__yes');
      assert.equal(rig.hasState, false);
      rig.write('.claude/gatehouse.json', listed());
      await ask('mcp__codex__codex');
      assert.equal(rig.hasState, false);
    });
  });

  describe('a skill', () => {
    const skill = (name: string, response: unknown) => rig.tool('Skill', { skill: name }, response);

    it('that was only launched is no verdict', async () => {
      await skill('codex-review-fast', 'Launching skill: codex-review-fast');
      await skill('codex-review-fast', { success: true, commandName: 'codex-review-fast' });
      assert.equal(rig.hasState, false);
    });

    it('that answers by itself is heard as the review it is', async () => {
      // As clients give the answer of a skill that ran in a conversation of its own.
      const forked = { success: true, commandName: 'codex-review-doc', status: 'forked', agentId: 'a1' };
      await skill('sd0x-dev-flow:codex-review-doc', { ...forked, result: '## Gate: ✅' });
      assert.equal(rig.state.doc_review.passed, true);
      await skill('/precommit', { success: true, result: '## Overall: ⛔ FAIL' });
      assert.deepEqual([rig.state.precommit.executed, rig.state.precommit.passed], [true, false]);
    });

    it('of another name is no verdict', async () => {
      await skill('summary', { success: true, result: '✅ Ready' });
      await skill('review-of-codex-review-fast', { success: true, result: '✅ Ready' });
      await rig.tool('Skill', { skill: 7 }, '✅ Ready');
      assert.equal(rig.hasState, false);
    });
  });

  describe('bad input', () => {
    for (const [what, response] of [
      ['nothing', undefined],
      ['a number', 7],
      ['an empty object', {}],
      ['nested arrays', [[['✅ Ready']]]],
    ] as const) {
      it(`${what} as the response changes nothing`, async () => {
        const reply = await rig.tool('mcp__codex__codex', {}, response);
        assert.deepEqual([reply.stdout, reply.exitCode, rig.hasState], ['', 0, false]);
      });
    }

    it('a command that is no string changes nothing', async () => {
      await rig.tool('Bash', { command: ['/precommit'] }, { stdout: '## Overall: ✅ PASS' });
      assert.equal(rig.hasState, false);
    });
  });
});
