import * as z from 'zod/mini';
import { noteAudit } from '../evidence/files/session';
import { subagentTracker } from '../evidence/files/caches';
import { message, pass, type Ruling } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import type { SubagentStop, SubagentStart } from '../protocol/call';
import { addFinding } from './findings';

export const agentRoles = ['planner', 'implementer', 'guardian'] as const;
export type AgentRole = (typeof agentRoles)[number];

/** The agent's role. A script that runs the gate by name may leave the type out; then the gate's own role is meant. */
export function playsRole(role: AgentRole, agentType: string, site: Site): boolean {
  if (agentType === '') return site.requestedByName;
  return site.config.settings.agents[role].some((name) => name.toLowerCase() === agentType.toLowerCase());
}

/** Advice only; the sub-agent still ends. The person reads it now, the model with the next prompt. */
export async function checkedAgent(
  role: AgentRole,
  call: SubagentStop,
  site: Site,
  issuesOf: (answer: string) => Promise<readonly string[]>,
  fine: () => Promise<string>,
): Promise<Ruling> {
  if (!playsRole(role, call.agentType, site)) return pass(`not a ${role}`);
  // Otherwise another gate notes the end of every agent.
  if (site.requestedByName) await agentEnded({ ...call, agentType: call.agentType || role }, site);
  // Some are whole sentences; here they become parts of one.
  const issues = (await issuesOf(call.lastAssistantMessage)).map((issue) => issue.replace(/\.$/, ''));
  if (issues.length === 0) {
    const text = await fine();
    return message(text, 'the checks found nothing');
  }
  const said = issues.join('; ');
  await addFinding(site, call.sessionId, { agent: role, issues });
  await noteAudit(site, `agent_${role}`, said);
  return message(`The ${role} ended with open points: ${said}.`, `findings: ${said}`);
}

/** The agent ended with a question whether it may do its task. */
export function endsAsking(answer: string, question: RegExp, carriedOut: RegExp): boolean {
  const end = proseOf(answer).slice(-600);
  return question.test(end) && !statements(proseOf(answer)).some((statement) => carriedOut.test(statement));
}

/** The statements of the answer, without questions, negations and conditions. */
export function statements(answer: string): readonly string[] {
  return proseOf(answer)
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => !sentence.trim().endsWith('?'))
    .filter(
      (sentence) =>
        !/\b(?:not|never|n't|once|when|after|until|before|if|unless|will|would|should|to be|need(?:s|ed)? to)\b/i.test(
          sentence.replace(/n’t/g, "n't"),
        ),
    );
}

const proseOf = (answer: string): string => answer.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`[^`\n]*`/g, ' ');

/** Agents that run, by the id that the client gives them: their end may be reported more than once. */
const Running = lazyObject(() => ({ v: z.literal(1), ended: z.array(z.string()) }));
const remembered = 200;
const keptLines = 200;

export async function agentStarted(call: SubagentStart, site: Site): Promise<void> {
  const start = Math.floor(site.clock.now() / 1000);
  await subagentTracker(site).update((now) => [
    ...(now ?? []).slice(-keptLines),
    { state: 'active', type: call.agentType || 'unknown', start },
  ]);
}

/** The oldest running agent of the type is the one that ended. */
export async function agentEnded(call: SubagentStop, site: Site): Promise<void> {
  if (subagentTracker(site).read().kind !== 'ok') return;
  const { agentId } = call;
  if (agentId !== undefined && !(await isNews(agentId, site))) return;
  const type = call.agentType || 'unknown';
  const at = Math.floor(site.clock.now() / 1000);
  await subagentTracker(site).update((now) => {
    const agents = now ?? [];
    const ended = agents.find((agent) => agent.state === 'active' && agent.type === type);
    if (ended === undefined) return undefined;
    const seconds = Math.max(0, at - ended.start);
    return agents.map((agent) => (agent === ended ? { state: 'done', type, start: ended.start, seconds } : agent));
  });
}

async function isNews(agentId: string, site: Site): Promise<boolean> {
  const news = { is: false };
  await site.own('ended-agents.json', Running).update((now) => {
    const ended = now?.ended ?? [];
    news.is = !ended.includes(agentId);
    return news.is ? { v: 1, ended: [...ended, agentId].slice(-remembered) } : undefined;
  });
  return news.is;
}
