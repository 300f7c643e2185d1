import assert from 'node:assert/strict';
import path from 'node:path';
import { Rig } from '../review/rig';
import { context } from '../session/wire';

describe('the start of a sub-agent', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const start = async (type: string, more: object = {}) =>
    context(await rig.hook('SubagentStart', { agent_id: 'a1', agent_type: type, ...more }, 'subagent-start'));

  const git = 'Git: branch main, clean.';
  const noPlan = 'Plan: no MASTER_PLAN.md here (not found).';
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['Explore', [git]],
    ['Bash', [git]],
    ['reviewer', [git, noPlan, 'Agent type: reviewer.']],
    [
      'Plan',
      [
        git,
        noPlan,
        'Part: planner. The result is MASTER_PLAN.md, before any source: the original intent, phases with a status, each decision (DEC-…) with its rationale, issues or tasks per phase, and the worktree each phase is worked in.',
        'Research log: nothing in .claude/research-log.md yet; findings about the options belong there.',
      ],
    ],
    [
      'implementer',
      [
        git,
        noPlan,
        'Part: implementer. Tests come first; the work stays in a worktree with a branch of its own, never on a protected branch; source files of 50 lines and more carry a @decision with its rationale.',
        'No linked worktree exists: source waits until there is one (git worktree add <folder> -b <branch>).',
        'Before a commit, the tests must pass on exactly that content, and a person must confirm that the feature works.',
      ],
    ],
    [
      'guardian',
      [
        git,
        noPlan,
        'Part: guardian. MASTER_PLAN.md changes at phase boundaries only (status and Decision Log); anything else becomes an issue. Before a commit or merge: decisions are annotated, no secrets are in the change, the tests pass, and the person approved.',
      ],
    ],
  ];

  describe('subagent-start, in its own words', () => {
    for (const [type, lines] of table) {
      it(type, async () => assert.equal(await start(type), lines.join('\n')));
    }

    it('in the default profile, no agent is given a part', async () => {
      const reply = await rig.hook('SubagentStart', { agent_id: 'a1', agent_type: 'implementer' });
      assert.equal(context(reply), git);
    });
  });

  describe('subagent-start', () => {
    it('D-5 reads the name that the seed gives the field, too', async () => {
      assert.match(await start('', { agent_type: undefined, subagent_type: 'guardian' }), /Part: guardian/);
    });

    it('12.1 orders no second worktree inside one, and writes no escapes', async () => {
      rig.git('worktree', 'add', '-q', '../tree', '-b', 'feature');
      const text = await start('implementer', { cwd: path.join(rig.root, '../tree') });
      assert.match(text, /^Git: branch feature, clean, 1 linked worktree \(this folder is one of them\)\.$/m);
      assert.doesNotMatch(text, /No linked worktree|\\</);
      assert.match(await start('implementer'), /work belongs in one of the worktrees above/);
    });

    it('tells implementer and guardian of failing tests', async () => {
      rig.write('.claude/.test-status', `fail|3|${Math.floor(rig.now / 1000)}`);
      for (const type of ['implementer', 'guardian'])
        assert.match(await start(type), /the last run failed \(3 failing\)/);
    });

    it('plays the parts of other agent types that the person names', async () => {
      rig.write('.claude/gatehouse.local.json', '{"agents":{"guardian":["release-captain"]},"profile":"harness"}');
      const reply = await rig.hook('SubagentStart', { agent_id: 'a1', agent_type: 'release-captain' });
      assert.match(context(reply), /Part: guardian/);
    });

    it('keeps the tracker: a start is ACTIVE, its end DONE, of any type and once', async () => {
      await start('Plan');
      const at = Math.floor(rig.now / 1000);
      assert.equal(rig.read('.claude/.subagent-tracker'), `ACTIVE|Plan|${at}\n`);
      await start('Plan', { agent_id: 'a2' });
      for (let time = 0; time < 2; time++) {
        await rig.hook('SubagentStop', { agent_id: 'a1', agent_type: 'Plan', last_assistant_message: 'ok' });
      }
      assert.equal(rig.read('.claude/.subagent-tracker'), `ACTIVE|Plan|${at + 1}\nDONE|Plan|${at}|2\n`);
    });
  });
});
