import * as z from 'zod/mini';
import { agentFindings, type AgentFinding, agentFindingsFormat } from '../evidence/files/flags';
import { untrusted } from '../project/text';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';

/*
 * `.agent-findings` has no field for a session, so our own state keeps the sessions. A session gets its own findings, and
 * the first session that asks gets those of other tools. Each finding is told once.
 */

const Owned = lazyObject(() => ({ session: z.string(), line: z.string(), at: z.number() }));
const FindingList = lazyObject(() => ({ v: z.literal(1), findings: z.array(Owned) }));
type Owned = z.infer<typeof Owned>;

const keptFindings = 200;
const keptMs = 24 * 60 * 60_000;

const findingsFile = (site: Site) => site.own('agent-findings.json', FindingList);

const lineOf = (finding: AgentFinding): string => agentFindingsFormat.print([finding], undefined).trim();

function findingOf(line: string): readonly AgentFinding[] {
  const read = agentFindingsFormat.parse(line, 0);
  return read.ok ? read.value : [];
}

/** Keeps a finding for the session's next prompt, unless it is already waiting. */
export async function addFinding(site: Site, session: string, finding: AgentFinding): Promise<void> {
  const line = lineOf(finding);
  const kept = { isNew: false };
  await findingsFile(site).update((now) => {
    const findings = now?.findings ?? [];
    kept.isNew = !findings.some((known) => known.session === session && known.line === line);
    if (!kept.isNew) return undefined;
    return { v: 1, findings: [...findings, { session, line, at: site.clock.now() }].slice(-keptFindings) };
  });
  if (kept.isNew) await agentFindings(site).update((now) => [...(now ?? []), finding]);
}

/** The findings for this session; they stay. */
export function waitingFindings(site: Site, session: string): readonly AgentFinding[] {
  const reading = agentFindings(site).read();
  const { mine, others } = shares(site, session);
  const open = reading.kind === 'ok' ? unowned(reading.value, [...mine, ...others]) : [];
  return [...mine.flatMap(({ line }) => findingOf(line)), ...open];
}

/** Takes the findings for this session; a later caller gets none of them. */
export async function takeFindings(site: Site, session: string): Promise<readonly AgentFinding[]> {
  const publicFile = agentFindings(site);
  const { mine, others } = shares(site, session);
  if (mine.length === 0 && publicFile.read().kind !== 'ok') return [];
  let own: readonly Owned[] = [];
  if (mine.length > 0) {
    await findingsFile(site).update((now) => {
      const findings = now?.findings ?? [];
      own = findings.filter((known) => known.session === session);
      return { v: 1, findings: findings.filter((known) => known.session !== session) };
    });
  }
  let open: readonly AgentFinding[] = [];
  const left = await publicFile.update((now) => {
    if (now === undefined) return undefined;
    open = unowned(now, [...own, ...others]);
    return unmatched(now, [...own.map(({ line }) => line), ...open.map(lineOf)]);
  });
  if (left?.length === 0) await publicFile.remove();
  return [...own.flatMap(({ line }) => findingOf(line)), ...open];
}

/** The session is over: its untold findings go to the next one. */
export async function releaseFindings(site: Site, session: string): Promise<void> {
  if (shares(site, session).mine.length === 0) return;
  await findingsFile(site).update((now) => ({
    v: 1,
    findings: (now?.findings ?? []).filter((known) => known.session !== session),
  }));
}

function shares(site: Site, session: string): { mine: readonly Owned[]; others: readonly Owned[] } {
  const all = findingsFile(site).value()?.findings ?? [];
  const mine = all.filter((known) => known.session === session);
  // A session killed days ago will not ask again.
  const others = all.filter((known) => known.session !== session && site.clock.now() - known.at < keptMs);
  return { mine, others };
}

function unowned(findings: readonly AgentFinding[], owned: readonly Owned[]): AgentFinding[] {
  return unmatched(
    findings,
    owned.map(({ line }) => line),
  );
}

/** The findings without one for each of these lines. */
function unmatched(findings: readonly AgentFinding[], lines: readonly string[]): AgentFinding[] {
  const taken = new Map<string, number>();
  for (const line of lines) taken.set(line, (taken.get(line) ?? 0) + 1);
  return findings.filter((finding) => {
    const line = lineOf(finding);
    const count = taken.get(line) ?? 0;
    if (count > 0) taken.set(line, count - 1);
    return count === 0;
  });
}

export function findingLines(findings: readonly AgentFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const lines = findings.map(({ agent, issues }) => `${agent}: ${issues.join('; ')}`);
  return [untrusted('unresolved findings of checks on sub-agents', lines)];
}
