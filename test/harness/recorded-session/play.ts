import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fire, heard } from '../client';
import { writeFiles } from '../sample-project';
import type { Fields } from './moment';
import { session } from './session';

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
