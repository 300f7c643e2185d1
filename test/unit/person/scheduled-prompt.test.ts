import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Caller } from '../../../src/hooks/person/caller';
import { promptDoubt } from '../../../src/hooks/person/journal';
import type { Process } from '../../../src/hooks/person/ancestry';
import type { UserPromptSubmit } from '../../../src/hooks/protocol/call';

const made = (name: string, pid: number): Process => ({ name, pid, session: pid, args: [name], env: {} });
const atTerminal: Caller = {
  kind: 'client',
  client: { ...made('claude', 9), terminal: true },
  ancestors: [made('bash', 8), made('xterm', 7)],
};

describe('C2 a prompt that the agent put off until later', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'gh-prompt-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function doubt(prompt: string, uses: readonly object[] = []): Promise<string | undefined> {
    const transcriptPath = path.join(folder, 'session.jsonl');
    const lines = uses.map((use) =>
      JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', ...use }] } }),
    );
    writeFileSync(transcriptPath, lines.join('\n'));
    const call: UserPromptSubmit = {
      event: 'UserPromptSubmit',
      prompt,
      transcriptPath,
      sessionId: 's',
      cwd: folder,
      dialect: 'claude',
      raw: {},
    };
    return promptDoubt(call, { caller: () => Promise.resolve(atTerminal) });
  }

  for (const use of [
    { name: 'CronCreate', input: { cron: '* * * * *', prompt: 'verified' } },
    { name: 'ScheduleWakeup', input: { delaySeconds: 60, prompt: 'Verified!' } },
  ]) {
    it(`by ${use.name} is not the person’s word`, async () =>
      assert.equal(await doubt('verified', [use]), 'the agent has scheduled these words'));
  }

  it('is the person’s where the agent scheduled other words, or spoke of these', async () => {
    const others = [
      { name: 'CronCreate', input: { cron: '0 9 * * *', prompt: 'Check the build' } },
      { name: 'Bash', input: { command: 'echo verified' } },
    ];
    assert.equal(await doubt('verified', others), undefined);
    assert.equal(await doubt('verified'), undefined);
  });
});
