import path from 'node:path';
import type { Settings } from '../project/settings';
import type { Notification } from '../protocol/call';
import { inline } from '../project/inline';

/** That the agent waits for its person, in words that are safe to show. */
export interface AgentNotice {
  readonly title: string;
  readonly body: string;
  /** The agent cannot go on before the person has answered. */
  readonly urgent: boolean;
}

export type Announced =
  | { readonly kind: 'show'; readonly notice: AgentNotice; readonly problem?: string | undefined }
  | { readonly kind: 'quiet'; readonly why: string };

const urgentKinds: ReadonlySet<string> = new Set(['permission_prompt', 'elicitation_dialog', 'agent_needs_input']);

/** What a person wants to be told of a notification: the desktop and the editor ask here. */
export function announced(
  { notificationType, title, message }: Pick<Notification, 'notificationType' | 'title' | 'message'>,
  { muted, kinds, quietHours }: Settings['notify'],
  { root, now }: { readonly root: string; readonly now: number },
): Announced {
  if (!kinds.includes(notificationType))
    return { kind: 'quiet', why: `no notification for ${inline(notificationType)}` };
  if (muted) return { kind: 'quiet', why: 'this project is muted' };
  const quiet = quietHours === undefined ? false : isQuiet(quietHours, new Date(now));
  if (quiet === true) return { kind: 'quiet', why: 'quiet hours' };
  return {
    kind: 'show',
    notice: {
      title: `${inline(title) || 'Claude Code'} · ${inline(path.basename(root), 60)}`,
      body: inline(message, 300) || 'The agent waits for you.',
      urgent: urgentKinds.has(notificationType),
    },
    problem:
      quiet === undefined ? `notify.quietHours is not of the form 22:00-07:00: ${inline(quietHours ?? '')}` : undefined,
  };
}

/** `22:00-07:00` in local time; undefined where the text says no hours. */
export function isQuiet(hours: string, now: Date): boolean | undefined {
  const match = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(hours);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])];
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
