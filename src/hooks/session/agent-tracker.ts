import * as z from 'zod/mini';
import { subagentTracker } from '../evidence/files';
import type { Site } from '../pipeline/site';
import { lazySchema } from '../project/lazy-schema';
import type { SubagentStart, SubagentStop } from '../protocol/call';

/** Agents that run, by the id that the client gives them: their end may be reported more than once. */
const Running = lazySchema(() => z.object({ v: z.literal(1), ended: z.array(z.string()) }));
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
