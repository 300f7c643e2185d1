import path from 'node:path';
import { trySession } from '../../hooks/client/heartbeat';
import { isShellTool } from '../../hooks/protocol/tools';
import type { Trace } from '../../hooks/pipeline/trace';
import { age, duration, timeOfDay, t } from '../platform/text';
import type { CallRow, Session, SubAgent, Turn } from './grouping';
import { lookOf, type Outcome } from './outcome';
import { clipped } from '../../hooks/project/text';

const labelLimit = 80;

/** The text of a row: the name first, then what distinguishes it from other rows. */
export interface RowText {
  readonly label: string;
  readonly description: string;
}

const firstLine = (text: string): string => clipped(text.trimStart().split('\n', 1)[0] ?? '', labelLimit);

export function sessionName({ id, prompt }: Pick<Session, 'id' | 'prompt'>): string {
  if (id === trySession) return t('Try It');
  if (prompt !== undefined && prompt.trim() !== '') return firstLine(prompt);
  return id === '' ? t('No session') : t('Session {0}', id.slice(0, 8));
}

export function sessionText(session: Session, now: number): RowText {
  const blocked = session.blocked === 0 ? [] : [t('{0} blocked', session.blocked)];
  const client = session.client === undefined ? [] : [session.client];
  return { label: sessionName(session), description: [...blocked, ...client, age(session.at, now)].join(' · ') };
}

export function turnText({ prompt, calls }: Turn): RowText {
  const label = prompt === undefined || prompt.trim() === '' ? t('Turn') : firstLine(prompt);
  return { label, description: counted(calls) };
}

export const agentText = ({ type, agent, calls }: SubAgent): RowText => ({
  label: t('Sub-agent {0}', type ?? agent.slice(0, 8)),
  description: counted(calls.length),
});

const counted = (calls: number): string => (calls === 1 ? t('1 call') : t('{0} calls', calls));

/** The outcomes that need a word besides their icon. */
const worded: ReadonlySet<Outcome> = new Set<Outcome>(['overruled', 'unguarded', 'allowed-once']);

/** The file or command is the label; the description says where, which tool or gate, what came of it, how long, when. */
export function callText({ trace, after, verdict, failed, ranMs }: CallRow): RowText {
  const { label, where } = nameOf(trace);
  const word = worded.has(verdict) ? [lookOf(verdict).word] : [];
  const gate = trace.verdict.gate ?? after?.verdict.gate;
  const by = gate ?? (trace.tool === undefined || trace.tool === label ? undefined : trace.tool);
  const parts = [
    ...where,
    ...word,
    ...(by === undefined ? [] : [by]),
    ...(failed ? [t('failed')] : []),
    ...(ranMs === undefined || ranMs < 1_000 ? [] : [duration(ranMs)]),
    timeOfDay(trace.at),
  ];
  return { label, description: parts.join(' · ') };
}

interface Name {
  readonly label: string;
  readonly where: readonly string[];
}

/** The subject of a call, in a few words. */
export function nameOf(trace: Trace): Name {
  const { subject, event, tool, act } = trace;
  if (act !== undefined) return actName(act);
  const moment = moments[event]?.word;
  if (moment !== undefined) return { label: t(moment, firstLine(subject)), where: [] };
  if (subject.trim() === '') return { label: event === '' ? t('Unreadable call') : (tool ?? event), where: [] };
  if (tool !== undefined && !isShellTool(tool) && path.isAbsolute(subject) && !subject.includes('\n'))
    return fileName(subject, trace);
  return { label: firstLine(subject), where: [] };
}

/** What a person did. */
const acts: Readonly<Record<string, { readonly word: string }>> = {
  verify: { word: 'Work verified' },
  revoke: { word: 'Verification revoked' },
  accept: { word: 'Accepted: {0}' },
  clear: { word: 'Cleared: {0}' },
  reset: { word: 'Reset: {0}' },
  pause: { word: 'Paused: {0}' },
  resume: { word: 'Resumed: {0}' },
  'allow once': { word: 'Allowed once: {0}' },
  trust: { word: 'Trusted: {0}' },
  untrust: { word: 'No longer trusted: {0}' },
  workflow: { word: 'Workflow: {0}' },
  rule: { word: 'New rule: {0}' },
  scope: { word: 'Scope: {0}' },
  policy: { word: 'Policy: {0}' },
  level: { word: 'Level: {0}' },
  undo: { word: 'Undone: {0}' },
  restore: { word: 'Restored: {0}' },
  drop: { word: 'Dropped: {0}' },
};

/** Who did it, and where. */
export function actBy({ by, from }: NonNullable<Trace['act']>): string {
  switch (from) {
    case 'editor':
      return t('By {0} in the editor', by);
    case 'terminal':
      return t('By {0} in a terminal', by);
    default:
      return t('By {0} in a prompt', by);
  }
}

function actName({ act, target, by }: Pick<NonNullable<Trace['act']>, 'act' | 'target' | 'by'>): Name {
  if (act === 'undo') {
    // What was undone is recorded as its act and its target.
    const undone = Object.keys(acts).find((one) => target.startsWith(`${one} `));
    if (undone !== undefined) {
      const { label, where } = actName({ act: undone, target: target.slice(undone.length + 1), by });
      return { label: firstLine(t('Undone: {0}', label)), where };
    }
  }
  // An allowance names its gate before the call that it is about.
  const gate = act === 'allow once' ? /^([\w-]+): /.exec(target) : null;
  const what = gate === null ? target : target.slice(gate[0].length);
  return {
    label: firstLine(t(acts[act]?.word ?? '{0}', what)),
    where: [...(gate?.[1] === undefined ? [] : [gate[1]]), by],
  };
}

/** A file as its name, and its folder relative to the project. */
function fileName(file: string, { root }: Trace): Name {
  const relative = path.relative(root, file);
  const inside = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  const folder = path.dirname(inside ? relative : file);
  return { label: path.basename(file), where: folder === '.' ? [] : [folder] };
}

/** Events that are no tool call, in the words of people. */
const moments: Readonly<Record<string, { readonly word: string }>> = {
  SessionStart: { word: 'Session started' },
  SessionEnd: { word: 'Session ended' },
  UserPromptSubmit: { word: 'Prompt: {0}' },
  Stop: { word: 'Agent finished' },
  SubagentStart: { word: 'Sub-agent started' },
  SubagentStop: { word: 'Sub-agent finished' },
  PreCompact: { word: 'Conversation compacted' },
  ConfigChange: { word: 'Settings changed' },
  Notification: { word: 'Notification' },
};
