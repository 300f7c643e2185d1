import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Rig } from '../review/rig';
import { context } from './wire';

/** 200 rounds in the long run. */
const rounds = process.env.GATEHOUSE_STRESS === '1' ? 200 : 6;

interface Session {
  readonly id: string;
  readonly cwd: string;
  prompts: number;
  /** Findings of this session that are not reported yet. */
  owed: number;
  heard: number;
}

describe('many sessions in one repository', () => {
  const rig = new Rig();
  after(() => rig.clear());

  it(`give each session its own context, counters and findings (${rounds} events each)`, async () => {
    rig.write('MASTER_PLAN.md', '# P\n## Original Intent\nx\n## Phase 1: A\n- task\n');
    rig.commit('plan');
    const trees = ['one', 'two'].map((name) => path.join(rig.root, '..', name));
    trees.forEach((tree, n) => rig.git('worktree', 'add', '-q', tree, '-b', `tree-${n}`));
    const sessions: Session[] = [...Array.from({ length: 8 }, () => rig.root), ...trees].map((cwd, n) => ({
      id: `s${n}`,
      cwd,
      prompts: 0,
      owed: 0,
      heard: 0,
    }));
    const send = async (session: Session, event: string, only: string, fields: object) =>
      context(await rig.hook(event, { session_id: session.id, cwd: session.cwd, ...fields }, only));

    const listen = (session: Session, text: string) => {
      const mine = [...text.matchAll(/\| planner: (?:[^\n]*; )?the planner ended[^\n]*/g)].length;
      session.heard += mine;
      for (const other of text.matchAll(/changed: \S*\/(s\d+)-\d+\.js/g)) assert.equal(other[1], session.id);
    };
    const turn = async (session: Session, round: number) => {
      switch (round % 4) {
        case 0:
          session.prompts++;
          listen(session, await send(session, 'UserPromptSubmit', 'prompt-submit', { prompt: 'go on' }));
          break;
        case 1: {
          const file = path.join(session.cwd, 'src', `${session.id}-${round}.js`);
          const call = { tool_name: 'Write', tool_input: { file_path: file, content: '' }, tool_response: {} };
          await send(session, 'PostToolUse', 'track', call);
          break;
        }
        case 2:
          if (session.heard === session.owed) session.owed++;
          await send(session, 'SubagentStop', 'check-planner', {
            agent_type: 'planner',
            last_assistant_message: 'Shall I proceed?',
          });
          break;
        case 3:
          await send(session, 'PreCompact', 'compact-preserve', {});
          // The session's counter starts again, as after any start.
          listen(session, await send(session, 'SessionStart', 'session-init', { source: 'compact' }));
          session.prompts = 0;
          break;
      }
    };
    for (let round = 0; round < rounds; round++) {
      await Promise.all(sessions.map((session, n) => turn(session, round + n)));
    }
    for (const [start, session] of sessions.entries()) {
      const state = (name: string) => {
        try {
          return readFileSync(path.join(session.cwd, '.claude', name), 'utf8');
        } catch {
          return '';
        }
      };
      assert.equal(Number(state(`.prompt-count-${session.id}`)), session.prompts, `prompts of ${session.id}`);
      const changes = state(`.session-changes-${session.id}`).trim().split('\n');
      const writes = Array.from({ length: rounds }, (_, n) => n + start).filter((n) => n % 4 === 1);
      assert.equal(changes.length, writes.length);
      assert.ok(changes.every((name) => path.basename(name).startsWith(`${session.id}-`)));
      listen(session, await send(session, 'UserPromptSubmit', 'prompt-submit', { prompt: 'go on' }));
      assert.equal(session.heard, session.owed, `findings of ${session.id}`);
    }
  });
});
