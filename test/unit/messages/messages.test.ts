import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silence, type Reply } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';

const plan = `# MASTER_PLAN: orders

## Original Intent
Add orders to the till.

## Goals & Non-Goals
- REQ-GOAL-001: nobody adds up by hand

## Requirements
- REQ-P0-001: the sum is right
- REQ-P0-002: an order can be taken back

## Phase 1: Writer
**Status:** completed
**Requirements:** REQ-P0-001
### Decision Log
- DEC-WRITE-001: one file per order - Addresses: REQ-P0-001

## Phase 2: Button
**Status:** in-progress
- task: the button
`;

type Scene = readonly [title: string, play: (rig: Rig) => Promise<Reply>];

/** What a project looks like in the middle of its work. */
function furnish(rig: Rig): void {
  rig.write('.claude/gatehouse.local.json', '{ "profile": "harness" }');
  rig.write('MASTER_PLAN.md', plan);
  rig.write(
    'src/write.js',
    '// Writes orders.\n// @decision DEC-WRITE-001\n// @rationale one file is enough\nlet a;\n',
  );
  rig.commit('Write orders');
  const at = new Date(rig.now - 3 * 86_400_000);
  utimesSync(rig.at('MASTER_PLAN.md'), at, at);
  rig.write('src/button.js', 'let b;\n'.repeat(60));
  rig.write('.claude/.session-changes-session-1', `${rig.at('src/button.js')}\n`);
  rig.write('.claude/.test-status', `fail|2|${Math.floor(rig.now / 1000) - 60}`);
}

const prompt = (text: string) => (rig: Rig) => rig.hook('UserPromptSubmit', { prompt: text });
const second = (text: string) => async (rig: Rig) => {
  await rig.hook('UserPromptSubmit', { prompt: 'Hello.' });
  return prompt(text)(rig);
};
const agent = (type: string) => (rig: Rig) => rig.hook('SubagentStart', { agent_id: 'a1', agent_type: type });
const ended = (type: string, answer: string) => (rig: Rig) =>
  rig.hook('SubagentStop', {
    agent_type: type,
    agent_id: 'a1',
    stop_hook_active: false,
    last_assistant_message: answer,
  });
const stop = (answer: string) => (rig: Rig) =>
  rig.hook('Stop', { stop_hook_active: false, last_assistant_message: answer });

const events: Readonly<Record<string, readonly Scene[]>> = {
  SessionStart: [
    ['A new session', (rig) => rig.hook('SessionStart', { source: 'startup' })],
    [
      'After a compaction',
      async (rig) => {
        await rig.hook('SessionStart', { source: 'startup' });
        await rig.hook('PreCompact', { trigger: 'auto' });
        return rig.hook('SessionStart', { source: 'compact' });
      },
    ],
  ],
  UserPromptSubmit: [
    ['The first prompt, where no session start was seen', prompt('Hello.')],
    ['A prompt about the plan', second('What is left in the plan?')],
    ['A prompt that names a file', second('Look at src/write.js again.')],
    ['A prompt that asks for a commit', second('Please commit this.')],
    ['A prompt that puts something off', second('Let us defer the export, we should do that later.')],
  ],
  PreCompact: [
    [
      'What is kept for the model after the compaction',
      async (rig) => {
        await rig.hook('PreCompact', { trigger: 'auto' });
        return { ...silence, stdout: JSON.stringify({ kept: rig.read('.claude/.preserved-context') }) };
      },
    ],
  ],
  SubagentStart: [
    ['The planner', agent('planner')],
    ['The implementer', agent('implementer')],
    ['The guardian', agent('guardian')],
    ['Any other', agent('reviewer')],
  ],
  SubagentStop: [
    ['The planner', ended('planner', 'The plan is written. Do you approve?')],
    ['The implementer', ended('implementer', 'I changed the button.')],
    ['The guardian', ended('guardian', 'Phase 2 is complete. Shall I merge?')],
  ],
  Stop: [
    ['With failing tests and no review', stop('Done.')],
    [
      'A second time, when the agent goes on because of the first',
      async (rig) => {
        await stop('Done.')(rig);
        return rig.hook('Stop', { stop_hook_active: true, last_assistant_message: 'Done.' });
      },
    ],
  ],
  SessionEnd: [['The end', (rig) => rig.hook('SessionEnd', { reason: 'other' })]],
};

const heads: Readonly<Record<string, string>> = {
  additionalContext: 'To the model',
  systemMessage: 'To the person',
  reason: 'Why the agent goes on',
  kept: 'In `.preserved-context`',
};

/** Every text of a reply under its addressee, with the places and commits of this run taken out. */
function shown(reply: Reply, rig: Rig): string {
  const texts: string[] = [];
  const collect = (value: object): void => {
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      const head = heads[key];
      if (typeof inner === 'object' && inner !== null) collect(inner);
      else if (head !== undefined && typeof inner === 'string')
        texts.push(`${head}:\n\n\`\`\`text\n${inner.trimEnd()}\n\`\`\``);
    }
  };
  if (reply.stdout !== '') collect(JSON.parse(reply.stdout) as object);
  if (reply.stderr !== '') texts.push(`On stderr:\n\n\`\`\`text\n${reply.stderr.trimEnd()}\n\`\`\``);
  return (texts.join('\n\n') || 'Nothing is said.')
    .replaceAll(rig.root, '/project')
    .replaceAll(rig.home, '/home/me')
    .replace(/\b[0-9a-f]{7,40}\b/g, 'abc1234');
}

/** `SNAPSHOTS=write` writes the pages again; read them before you commit them. */
const writing = process.env.SNAPSHOTS === 'write';

describe('the messages of each event', () => {
  for (const [event, scenes] of Object.entries(events)) {
    it(`${event} says what ${event}.md shows`, async () => {
      const parts = [`# ${event}`];
      for (const [title, play] of scenes) {
        const rig = new Rig();
        try {
          furnish(rig);
          parts.push(`## ${title}`, shown(await play(rig), rig));
        } finally {
          rig.clear();
        }
      }
      const page = `${parts.join('\n\n')}\n`;
      const file = path.join(__dirname, `${event}.md`);
      if (writing) writeFileSync(file, page);
      assert.equal(page, readFileSync(file, 'utf8'));
    });
  }
});
