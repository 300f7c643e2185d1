import { appendTrace } from '../pipeline/decision-log';
import { newId } from '../pipeline/trace';
import type { Site } from '../pipeline/site';
import { readText } from '../project/read-file';
import type { UserPromptSubmit } from '../protocol/call';

/** Something that only a person may do, and that a person did. */
export interface PersonAct {
  readonly act:
    | 'verify'
    | 'revoke'
    | 'accept'
    | 'clear'
    | 'reset'
    | 'pause'
    | 'resume'
    | 'allow once'
    | 'trust'
    | 'untrust'
    | 'workflow'
    | 'rule'
    | 'scope'
    | 'policy'
    | 'level'
    | 'undo'
    | 'restore'
    | 'drop';
  /** The flag, gate, file or workflow that it is about. */
  readonly target: string;
  readonly by: string;
  readonly from: 'editor' | 'terminal' | 'prompt';
}

export const personEvent = 'PersonAct';

/** Writes a person's act into the decision log, beside the decisions that it changes. */
export function personAct(
  { act, target, by, from }: PersonAct,
  { home, root, clock }: Pick<Site, 'home' | 'root' | 'clock'>,
): void {
  appendTrace(home, {
    v: 1,
    id: newId(),
    at: clock.now(),
    ms: 0,
    via: 'cold',
    event: personEvent,
    session: '',
    cwd: root,
    root,
    subject: `${by} (${from}): ${act} ${target}`,
    act: { act, target, by, from },
    gates: [],
    verdict: {},
  });
}

/** Why a prompt does not come from a person at the client's own terminal; undefined if it does. */
export async function promptDoubt(
  { source, prompt, transcriptPath }: UserPromptSubmit,
  site: Pick<Site, 'caller'>,
): Promise<string | undefined> {
  if (source !== undefined && source !== 'user') return `it was not typed (${source})`;
  if (wasScheduled(prompt, transcriptPath)) return 'the agent has scheduled these words';
  const { notTyped } = await import(/* webpackChunkName: "rest" */ './caller');
  return notTyped(await site.caller());
}

/** Some clients do not say where a prompt comes from, but list the prompts that the agent scheduled. */
function wasScheduled(prompt: string, transcript: string | undefined): boolean {
  const words = prompt
    .trim()
    .toLowerCase()
    .replace(/[\s.!]+$/, '');
  const text = transcript === undefined ? '' : (readText(transcript, { lastBytes: transcriptBytes }) ?? '');
  return text.split('\n').some((line) => schedules.test(line) && line.toLowerCase().includes(words));
}

const transcriptBytes = 16 * 1024 * 1024;
const schedules = /"name":\s*"(?:CronCreate|ScheduleWakeup|RemoteTrigger|SendMessage)"/;
