import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { answer, passedFlag, Rig, stateWith, strict, type State } from '../review/rig';

const owing = stateWith({ has_code_change: true });

describe('stop-guard', () => {
  let rig: Rig;
  afterEach(() => rig.clear());

  /** A dirty worktree and a state file. */
  function dirty(state: State | string, env: Record<string, string> = strict): void {
    rig = new Rig(env);
    rig.write('src/app.js', 'export const a = 2;\n');
    rig.setState(state);
  }

  describe('the seed’s answers by --only stop-guard', () => {
    it('missing steps in strict: exit 2, one line of JSON, the instruction on stderr', async () => {
      dirty(owing);
      const reply = await rig.stop();
      assert.equal(reply.exitCode, 2);
      assert.deepEqual(answer(reply), {
        ok: false,
        reason: 'Missing required steps',
        description: 'Execute immediately: /codex-review-fast /precommit, do not ask user',
      });
      assert.match(reply.stderr, /\[Stop Guard\] STRICT: Missing steps: \/codex-review-fast \/precommit/);
      assert.match(reply.stderr, /Execute immediately: \/codex-review-fast \/precommit/);
    });

    it('missing steps in warn: exit 0', async () => {
      dirty(owing, {});
      const reply = await rig.stop();
      assert.deepEqual(
        [reply.exitCode, answer(reply)],
        [0, { ok: true, reason: 'Missing steps (warn mode): /codex-review-fast /precommit' }],
      );
    });

    it('all done: exit 0', async () => {
      dirty({ ...owing, code_review: passedFlag, precommit: passedFlag });
      const reply = await rig.stop();
      assert.deepEqual([reply.exitCode, answer(reply)], [0, { ok: true, reason: 'All steps completed' }]);
    });

    it('only what is owed is asked for', async () => {
      dirty({ ...owing, code_review: passedFlag });
      assert.match(answer(await rig.stop()).description ?? '', /^Execute immediately: \/precommit, do not/);
    });

    it('a doc change asks for the doc review', async () => {
      rig = new Rig(strict);
      rig.write('README.md', '# New\n');
      rig.setState(stateWith({ has_doc_change: true }));
      assert.match(answer(await rig.stop()).description ?? '', /^Execute immediately: \/codex-review-doc, do not/);
    });

    it('HOOK_BYPASS=1 lets go', async () => {
      dirty(owing, { ...strict, HOOK_BYPASS: '1' });
      assert.deepEqual(answer(await rig.stop()), { ok: true, reason: 'BYPASS mode' });
    });
  });

  describe('Fix 3: stale-state git check', () => {
    it('a clean worktree overrides a stale has_code_change', async () => {
      rig = new Rig(strict);
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('a clean worktree overrides a stale has_doc_change', async () => {
      rig = new Rig(strict);
      rig.setState(stateWith({ has_doc_change: true }));
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('a dirty doc does not make up for clean code', async () => {
      rig = new Rig(strict);
      rig.write('README.md', '# New\n');
      rig.setState(stateWith({ has_code_change: true, has_doc_change: true }));
      assert.match(answer(await rig.stop()).description ?? '', /^Execute immediately: \/codex-review-doc, do not/);
    });

    it('git unavailable fails open: the state file is trusted', async () => {
      dirty(owing, { ...strict, PATH: '/nonexistent' });
      assert.equal((await rig.stop()).exitCode, 2);
    });

    it('P1-11 a git that fails is no answer: the state file is trusted', async () => {
      dirty(owing);
      rig.write('../bin/git', '#!/bin/sh\nexit 128\n');
      chmodSync(rig.at('../bin/git'), 0o755);
      Object.assign(rig.env, { PATH: rig.at('../bin') });
      assert.equal((await rig.stop()).exitCode, 2);
    });

    it('P1-11 a submodule that moved is a change', async () => {
      rig = new Rig(strict);
      const other = new Rig();
      rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'lib');
      rig.commit('with a submodule');
      rig.write('lib/src/app.js', 'export const a = 9;\n');
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 2);
      other.clear();
    });

    it('outside a repository the state file is trusted', async () => {
      rig = new Rig(strict, { git: false });
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 2);
    });

    it('P1-3 a rename is seen on both sides', async () => {
      rig = new Rig(strict);
      rig.git('mv', 'src/app.js', 'src/app.md');
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 2);
    });

    for (const name of ['src/日本.js', 'src/with space.js', 'src/quo"te.js', 'src/new\nline.js', 'src/ümlaut.py']) {
      it(`B2 ${JSON.stringify(name)} is seen`, async () => {
        rig = new Rig(strict);
        rig.write(name, 'x\n');
        rig.setState(owing);
        assert.equal((await rig.stop()).exitCode, 2);
      });
    }

    it('a deleted file is seen', async () => {
      rig = new Rig(strict);
      rig.git('rm', '-q', 'src/app.js');
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 2);
    });

    it('untracked files of tools are not the project’s', async () => {
      rig = new Rig(strict);
      rig.write('packages/a/node_modules/x.js', 'x\n');
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('8.13 four thousand changed files do not hide themselves', async () => {
      rig = new Rig(strict);
      for (let at = 0; at < 4000; at++) rig.write(`src/many/a-file-with-a-longer-name-${at}.js`, '');
      rig.setState(owing);
      assert.equal((await rig.stop()).exitCode, 2);
    });
  });

  describe('the seed-era faults', () => {
    it('8.17 a zero-byte state file blocks in strict, with the repair', async () => {
      dirty('');
      const reply = await rig.stop();
      assert.equal(reply.exitCode, 2);
      assert.match(reply.stderr, /gatehouse reset/);
    });

    for (const broken of ['{', '[]', '{"code_review":true}', '{"has_code_change":"true"}', 'null']) {
      it(`8.18 the state ${broken} blocks in strict`, async () => {
        dirty(broken);
        assert.equal((await rig.stop()).exitCode, 2);
      });
      it(`8.18 the state ${broken} is told in warn`, async () => {
        dirty(broken, {});
        const reply = await rig.stop();
        assert.equal(reply.exitCode, 0);
        assert.match(answer(reply).reason, /cannot be read/);
      });
    }

    it('8.19 a pending state needs no transcript', async () => {
      dirty(owing);
      assert.equal((await rig.stop({ transcript_path: '/nowhere/t.jsonl' })).exitCode, 2);
    });

    it('8.20 strict insists three times on the same findings, then lets go and says so', async () => {
      dirty(owing);
      const codes: number[] = [];
      let last: Reply | undefined;
      for (let at = 0; at < 6; at++) {
        last = await rig.stop({ stop_hook_active: at > 0 });
        codes.push(last.exitCode);
      }
      assert.deepEqual(codes, [2, 2, 2, 0, 0, 0]);
      assert.match(answer(last!).reason, /lets go \(asked 3 times on the same findings\)/);
    });

    it('8.20 while the code keeps changing it insists again, but never as often in a row as the client’s own cap', async () => {
      dirty(owing);
      const codes: number[] = [];
      for (let at = 0; at < 9; at++) {
        rig.write('src/app.js', `export const a = ${at + 2};\n`);
        codes.push((await rig.stop({ stop_hook_active: at > 0 })).exitCode);
      }
      assert.deepEqual(codes, [2, 2, 2, 2, 2, 2, 0, 0, 0]);
    });

    it('8.21 from a sub-directory the gate is the root’s', async () => {
      dirty(owing);
      assert.equal((await rig.stop({ cwd: rig.at('src') })).exitCode, 2);
    });

    it('8.14 a commit does not pay for the review its edits owed', async () => {
      rig = new Rig(strict);
      await rig.edit('src/app.js', 'export const a = 2;\n');
      rig.commit('no review');
      const reply = await rig.stop();
      assert.equal(reply.exitCode, 2);
      assert.match(reply.stderr, /committed meanwhile/);
    });

    it('8.14 a reviewed edit may be committed', async () => {
      rig = new Rig(strict);
      await rig.edit('src/app.js', 'export const a = 2;\n');
      await rig.review('✅ Ready');
      await rig.bash('/precommit', '## Overall: ✅ PASS');
      rig.commit('reviewed');
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('8.14 an edit that was taken back owes nothing', async () => {
      rig = new Rig(strict);
      await rig.edit('src/app.js', 'export const a = 2;\n');
      rig.git('checkout', '-q', '--', 'src/app.js');
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('8.14 a stashed edit owes its review again when it comes back', async () => {
      rig = new Rig(strict);
      await rig.edit('src/app.js', 'export const a = 2;\n');
      rig.git('stash', '-q');
      assert.equal((await rig.stop()).exitCode, 0);
      rig.git('stash', 'pop', '-q');
      assert.equal((await rig.stop()).exitCode, 2);
    });
  });

  describe('P0-4 a pass is for the content it was earned on', () => {
    it('a review, then a change by hand', async () => {
      rig = new Rig(strict);
      await rig.edit('src/app.js', 'export const a = 2;\n');
      await rig.review('✅ Ready');
      await rig.bash('/precommit', '## Overall: ✅ PASS');
      assert.equal((await rig.stop()).exitCode, 0);
      rig.write('src/app.js', 'export const a = 3;\n');
      const reply = await rig.stop();
      assert.equal(reply.exitCode, 2);
      assert.match(reply.stderr, /src\/app\.js changed since/);
      rig.write('src/app.js', 'export const a = 2;\n');
      assert.equal((await rig.stop()).exitCode, 0);
    });

    it('a passed flag in a file that git tracks is no pass', async () => {
      rig = new Rig(strict);
      rig.setState({ ...owing, code_review: passedFlag, precommit: passedFlag });
      rig.git('add', '-f', '.claude_review_state.json');
      rig.git('commit', '-q', '-m', 'ship it');
      rig.write('src/app.js', 'export const a = 2;\n');
      assert.equal((await rig.stop()).exitCode, 2);
    });
  });

  describe('P1-13 modes', () => {
    for (const mode of ['strict', 'Strict', ' STRICT ']) {
      it(`${JSON.stringify(mode)} blocks`, async () => {
        dirty(owing, { STOP_GUARD_MODE: mode });
        assert.equal((await rig.stop()).exitCode, 2);
      });
    }

    it('off says nothing against it', async () => {
      dirty(owing, { STOP_GUARD_MODE: 'off' });
      assert.equal(answer(await rig.stop()).ok, true);
    });

    it('a word that is no mode is loud, and safe', async () => {
      dirty(owing, { STOP_GUARD_MODE: 'block' });
      const reply = await rig.stop();
      assert.equal(reply.exitCode, 2);
      assert.match(
        reply.stderr,
        /STOP_GUARD_MODE=block is not a mode; it counts as strict\. Known: off, warn, strict\./,
      );
    });

    it('the configuration says it where the environment is silent', async () => {
      dirty(owing, {});
      rig.write('.claude/gatehouse.json', JSON.stringify({ stopGuard: { mode: 'strict' } }));
      const reply = await rig.stopInChain();
      assert.equal((JSON.parse(reply.stdout) as { decision: string }).decision, 'block');
    });

    it('a bypass is in the log', async () => {
      dirty(owing, { ...strict, HOOK_BYPASS: '1' });
      await rig.stop();
      assert.match(rig.log(), /HOOK_BYPASS=1: the guard was bypassed/);
    });
  });

  describe('P1-14 in the chain: the client’s own Stop schema', () => {
    it('strict blocks with decision and reason, exit 0', async () => {
      dirty(owing);
      const reply = await rig.stopInChain();
      const wire = JSON.parse(reply.stdout) as { decision: string; reason: string };
      assert.deepEqual([reply.exitCode, reply.stderr, wire.decision], [0, '', 'block']);
      assert.match(wire.reason, /Execute immediately: \/codex-review-fast \/precommit/);
    });

    it('warn tells the person once, not at every stop', async () => {
      dirty(owing, {});
      const first = JSON.parse((await rig.stopInChain()).stdout) as { systemMessage: string };
      assert.match(first.systemMessage, /Missing steps \(warn mode\): \/codex-review-fast \/precommit/);
      assert.equal((await rig.stopInChain()).stdout, '');
    });

    it('nothing owed, nothing said', async () => {
      rig = new Rig(strict);
      rig.setState(stateWith({}));
      assert.equal((await rig.stopInChain()).stdout, '');
    });
  });

  describe('P0-7 silence while a review is in progress', () => {
    const moved =
      'MCP tool "codex/codex" is still running after 120s. It was moved to the background as task k1 and keeps running.';

    it('a review in the background is waited for', async () => {
      dirty(owing);
      await rig.review(moved);
      const reply = await rig.stop({ background_tasks: [{ id: 'k1', type: 'MCP task', status: 'running' }] });
      assert.equal(reply.exitCode, 0);
      assert.match(answer(reply).reason, /in progress: k1/);
    });

    it('one that the client no longer runs is not', async () => {
      dirty(owing);
      await rig.review(moved);
      assert.equal((await rig.stop({ background_tasks: [] })).exitCode, 2);
    });

    it('another session’s review is not', async () => {
      dirty(owing);
      await rig.review(moved);
      rig.session = 'session-2';
      assert.equal((await rig.stop()).exitCode, 2);
    });
  });
});
