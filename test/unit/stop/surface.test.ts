import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Rig } from '../review/rig';
import { context, message } from '../session/wire';

describe('a stop, audited', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const stop = (more: object = {}) =>
    rig.hook('Stop', { stop_hook_active: false, last_assistant_message: 'ok', ...more }, 'surface');
  const changes = (...files: readonly string[]) =>
    rig.write('.claude/.session-changes-session-1', files.map((file) => `${rig.at(file)}\n`).join(''));
  const drift = (): Record<string, number> =>
    Object.fromEntries(
      rig
        .read('.claude/.plan-drift')
        .trim()
        .split('\n')
        .map((line) => line.split('='))
        .map(([key = '', value]) => [key, Number(value)]),
    );

  const annotated = (id: string) => `// Adds.\n// @decision ${id}\n// @rationale small\nlet a;\n`;
  const long = 'let a;\n'.repeat(60);

  describe('surface, in its own words', () => {
    it('plan and code that disagree', async () => {
      rig.write(
        'MASTER_PLAN.md',
        `# P
## Non-Goals
- REQ-NOGO-001: no mail
- REQ-NOGO-002: no print
## Requirements
- REQ-P0-001: add
- REQ-P0-002: remove
## Phase 1: Writer
**Status:** completed
- DEC-WRITE-001: one file - Addresses: REQ-P0-001
- DEC-WRITE-002: gone
`,
      );
      rig.write('src/a.ts', annotated('DEC-WRITE-001'));
      rig.write('src/b.ts', '// @decision DEC-OTHER-001\nlet a;\n');
      rig.write('src/c.ts', long);
      changes('src/a.ts', 'src/b.ts', 'src/c.ts', 'README.md');
      const reply = await stop();
      assert.equal(
        message(reply),
        [
          'Decision audit: 3 source files changed, 2 files with a @decision.',
          'No @decision in src/c.ts (50 lines and more).',
          'No @rationale in src/b.ts.',
          'Plan: 0/1 phases completed, 2 non-goals.',
          'Drift: unplanned (in the code only): DEC-OTHER-001; unimplemented (promised by a completed phase): DEC-WRITE-002.',
          'Unaddressed P0 requirements: REQ-P0-002.',
        ]
          .join('\n')
          .replace('0/1', '1/1'),
      );
      assert.equal(context(reply), '', 'context would make the agent go on');
      assert.equal(
        rig.read('.claude/.plan-drift'),
        `audit_epoch=${Math.floor(rig.now / 1000)}\nunplanned_count=1\nunimplemented_count=1\nmissing_decisions=1\ntotal_decisions=2\nsource_files_changed=3\nunaddressed_p0s=1\nnogo_count=2\n`,
      );
      assert.match(
        rig.read('.claude/.audit-log'),
        /\|decision_gap\|no @decision in src\/c\.ts\n.*\|plan_drift\|unplanned \(in the code only\): DEC-OTHER-001/,
      );
    });

    it('no plan', async () => {
      rig.write('src/a.ts', annotated('DEC-WRITE-001'));
      changes('src/a.ts');
      assert.equal(message(await stop()), 'Decision audit: 1 source file changed, 1 file with a @decision.');
    });
  });

  describe('surface', () => {
    it('SU-1 compares bare ids: a plan and five annotated files in agreement do not drift', async () => {
      const ids = [1, 2, 3, 4, 5].map((n) => `DEC-PART-00${n}`);
      rig.write(
        'MASTER_PLAN.md',
        `# P\n## Phase 1: A\n**Status:** completed\n${ids.map((id) => `- ${id}: x`).join('\n')}\n`,
      );
      ids.forEach((id, n) => rig.write(`src/p${n}.ts`, annotated(id)));
      changes('src/p0.ts');
      await stop();
      assert.deepEqual([drift().unplanned_count, drift().unimplemented_count, drift().total_decisions], [0, 0, 5]);
    });

    it('SU-2 owes nothing for the decisions of phases to come', async () => {
      const ids = [1, 2, 3, 4, 5].map((n) => `- DEC-PART-00${n}: x`).join('\n');
      rig.write(
        'MASTER_PLAN.md',
        `# P\n## Phase 1: A\n**Status:** in-progress\n${ids}\n## Phase 2: B\n**Status:** planned\n${ids}\n`,
      );
      rig.write('src/a.ts', 'let a;\n');
      changes('src/a.ts');
      await stop();
      assert.equal(drift().unimplemented_count, 0);
    });

    it('SU-3 leaves the list of changes to the gates after it', async () => {
      changes('src/app.js');
      await stop();
      assert.equal(rig.read('.claude/.session-changes-session-1'), `${rig.at('src/app.js')}\n`);
    });

    it('SU-4 reports requirements without any decision, and tells REQ-P0-001 from REQ-P0-0012', async () => {
      rig.write(
        'MASTER_PLAN.md',
        '# P\n## Requirements\n- REQ-P0-001: x\n## Phase 1: A\n**Status:** planned\n- Addresses: REQ-P0-0012\n',
      );
      changes('src/app.js');
      assert.match(message(await stop()), /^Unaddressed P0 requirements: REQ-P0-001\.$/m);
      assert.equal(drift().unaddressed_p0s, 1);
    });

    it('SU-5 tells the model with the next prompt what is missing, once', async () => {
      rig.write('src/b.ts', '// @decision DEC-OTHER-001\nlet a;\n');
      changes('src/b.ts');
      await rig.hook('UserPromptSubmit', { prompt: 'hello' }, 'prompt-submit');
      await stop();
      await stop();
      const ask = async () => context(await rig.hook('UserPromptSubmit', { prompt: 'go' }, 'prompt-submit'));
      assert.match(await ask(), /\| surface: @decision without @rationale in src\/b\.ts$/);
      assert.equal(await ask(), '');
    });

    it('SU-5 respects what the code calls deprecated', async () => {
      rig.write('MASTER_PLAN.md', '# P\n## Phase 1: A\n**Status:** completed\n- DEC-OLD-001: x\n');
      rig.write('src/a.ts', '// @decision DEC-GONE-001\n// @status deprecated\n// @rationale old\nlet a;\n');
      changes('src/a.ts');
      await stop();
      assert.deepEqual([drift().unplanned_count, drift().unimplemented_count], [0, 1]);
    });

    it('10.1 takes no other session’s changes for its own', async () => {
      rig.write('.claude/.session-changes-other', `${rig.at('src/app.js')}\n`);
      assert.equal((await stop()).stdout, '');
      assert.ok(!existsSync(rig.at('.claude/.plan-drift')));
    });

    it('reads the list without a session where there is no other', async () => {
      rig.write('.claude/.session-changes', 'src/app.js\n');
      await stop();
      assert.equal(drift().source_files_changed, 1);
    });

    it('is quiet without changed source, and when the agent goes on because of a hook', async () => {
      changes('README.md', 'test/a.test.ts', 'dist/x.js', '../outside.ts');
      assert.equal((await stop()).stdout, '');
      changes('src/app.js');
      assert.equal((await stop({ stop_hook_active: true })).stdout, '');
    });

    it('in the chain, audits again only when something changed', async () => {
      rig.write('.claude/gatehouse.local.json', '{"gates":{"surface":"enforce","stop-guard":"off"}}');
      rig.write('src/a.ts', annotated('DEC-A-001'));
      changes('src/a.ts');
      const chain = async () => message(await rig.hook('Stop', { stop_hook_active: false }));
      assert.match(await chain(), /^Decision audit/);
      assert.doesNotMatch(await chain(), /Decision audit/);
      rig.write('src/a.ts', annotated('DEC-AB-001'));
      assert.match(await chain(), /^Decision audit/);
    });

    it('keeps keys of other tools in .plan-drift', async () => {
      rig.write('.claude/.plan-drift', 'unplanned_count=9\nmine=1\n');
      changes('src/app.js');
      await stop();
      assert.match(rig.read('.claude/.plan-drift'), /^unplanned_count=0\nmine=1\n/);
    });
  });
});
