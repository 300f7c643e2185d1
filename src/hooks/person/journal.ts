import { appendTrace } from '../pipeline/decision-log';
import { newId } from '../pipeline/record';
import type { Site } from '../pipeline/site';
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

/** Why a prompt is not the word of a person at the client's own terminal; undefined where it is. */
export async function promptDoubt({ source }: UserPromptSubmit, site: Site): Promise<string | undefined> {
  if (source !== undefined && source !== 'user') return `it was not typed (${source})`;
  const { notTyped } = await import(/* webpackChunkName: "rest" */ './caller');
  return notTyped(await site.caller());
}
