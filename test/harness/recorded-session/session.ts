import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fire, heard } from '../client';
import { writeFiles } from '../sample-project';
import { review, shell, write, type Fields, type Moment } from './moment';

const basket = {
  plain: 'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price * item.count, 0);\n}\n',
  careless:
    'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price * (item.count - Math.floor(item.count / 3)), 0);\n}\n\nexport const rates = {};\n',
  careful:
    'const free = (count) => Math.floor(count / 3);\n\nexport function total(items) {\n  return items.reduce((sum, item) => sum + item.price * (item.count - free(item.count)), 0);\n}\n',
};

const discounts = {
  plain: '# Discounts\n\nThree of a kind: the cheapest is free.\n',
  precise: '# Discounts\n\nOf every three of a kind one is free. Items of different kinds do not add up.\n',
};

/**
 * An agent gives a till its discounts: it edits, is reviewed and found wanting, tries something it should not, mends,
 * and passes. After the last moment the files are as they were, so that the session can begin again.
 */
function session(project: string): readonly Moment[] {
  return [
    { about: 'a session starts', pauseMs: 500, after: { hook_event_name: 'SessionStart', source: 'startup' } },
    {
      about: 'a person asks for discounts',
      pauseMs: 1500,
      after: { hook_event_name: 'UserPromptSubmit', prompt: 'Of every three items of a kind one should be free.' },
    },
    shell('the agent looks around', 1500, 'git log --oneline -3 && ls src', 'basket.js\n'),
    shell('the agent wants to tidy up too much', 1500, 'rm -rf ~/', ''),
    write('the agent edits src/basket.js', 2500, project, 'src/basket.js', basket.careless),
    review(
      'a review finds a problem',
      3000,
      'Review the change of src/basket.js.',
      '## Code Review\n\n### Findings\n- P1 `rates` is exported and never used.\n\n## Gate\n\n⛔ Blocked\n',
    ),
    {
      about: 'the agent wants to stop',
      pauseMs: 2500,
      after: { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'The discounts are in.' },
    },
    shell('the agent wants to force its way', 2500, 'git push --force origin main', ''),
    write('the agent mends src/basket.js', 2500, project, 'src/basket.js', basket.careful),
    review(
      'the review passes',
      3000,
      'Review the change of src/basket.js again.',
      '## Code Review\n\nNo findings.\n\n## Gate\n\n✅ Ready\n',
    ),
    write('the agent edits docs/discounts.md', 2500, project, 'docs/discounts.md', discounts.precise),
    review(
      'the document review passes',
      3000,
      'Review docs/discounts.md.',
      '## Document Review\n\nClear and complete.\n\n### Gate\n\n✅ Mergeable\n',
    ),
    shell('precommit passes', 2500, '/precommit-fast', 'lint ok\ntypes ok\n\n## Overall: ✅ PASS\n'),
    {
      about: 'the agent stops',
      pauseMs: 2500,
      after: { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Reviewed and ready.' },
    },
    {
      about: 'the session ends',
      pauseMs: 4000,
      after: { hook_event_name: 'SessionEnd', reason: 'clear' },
      writes: { 'src/basket.js': basket.plain, 'docs/discounts.md': discounts.plain },
    },
  ];
}

interface Told {
  readonly about: string;
  readonly blocked: boolean;
  readonly text: string;
}

/**
 * Plays the recorded session in a project through the hooks that its settings register, and tells each moment.
 * `pace` stretches the pauses; 0 leaves them out. Ends early, without an error, when the signal says so.
 */
export async function play(
  project: string,
  env: Readonly<Record<string, string>>,
  { pace, signal, tell }: { pace: number; signal: AbortSignal; tell: (moment: Told) => void },
): Promise<void> {
  const id = randomUUID();
  const shared = {
    session_id: id,
    transcript_path: path.join(env.CLAUDE_CONFIG_DIR ?? '', 'projects', 'till', `${id}.jsonl`),
    cwd: project,
    prompt_id: randomUUID(),
    permission_mode: 'default',
  };
  const say = async (fields: Fields) => heard(await fire({ ...shared, ...fields }, env));
  for (const { about, pauseMs, before, writes, after } of session(project)) {
    await delay(pauseMs * pace, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const first = before === undefined ? undefined : await say(before);
    if (first?.blocked === true) {
      tell({ about, ...first });
      continue;
    }
    writeFiles(project, writes ?? {});
    const second = after === undefined ? undefined : await say(after);
    const text = [first?.text, second?.text].filter((part) => part !== undefined && part !== '').join(' · ');
    tell({ about, blocked: second?.blocked ?? false, text });
  }
}
