import { auditLog, planDrift, type PlanDrift } from '../../evidence/files/session';
import { gate, message, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { annotationsOf, lineCount, scanDecisions, type ScannedFile } from '../../plan/annotation';
import { driftOf, findPlan, type Drift } from '../../plan/drift';
import { planFile, type Plan } from '../../plan/plan';
import { changedFiles, isTold, markTold, workStamp, type ChangedFile } from '../../session/changes';
import { addFinding } from '../../session/findings';
import { phaseCounts } from '../../session/facts';
import { isProductSource } from '../../source/file-kind';
import { readText } from '../../project/read-file';
import { inline, counted } from '../../project/text';

const longFile = 50;

/** Compares the decisions in changed code with the plan. */
export const surface = gate({
  id: 'surface',
  title: 'Decision audit',
  summary: `When the agent stops, compares the decisions in the code with ${planFile}, writes .plan-drift and reports what is missing.`,
  events: ['Stop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  deadlineMs: 20_000,
  async decide(call, site) {
    if (call.stopHookActive) return pass('a hook already made the agent continue');
    const changed = changedFiles(site, call.sessionId).filter(isProductSource);
    if (changed.length === 0) return pass('no source was changed in this session');
    const stamp = workStamp(site, changed);
    if (isTold(site, 'surface', call.sessionId, stamp)) return pass('nothing changed since the last audit');
    const audit = await auditOf(site, changed);
    const at = site.clock.now();
    await planDrift(site).update(() => driftValues(audit, Math.floor(at / 1000)));
    await logAudit(site, audit, at);
    const open = openPoints(audit);
    if (open.length > 0) await addFinding(site, call.sessionId, { agent: 'surface', issues: open });
    await markTold(site, 'surface', call.sessionId, stamp);
    return message(reportOf(audit), open.length === 0 ? 'audited' : open.join('; '));
  },
});

interface Audit {
  readonly changed: readonly ChangedFile[];
  /** Changed files of 50 lines and more that decide nothing. */
  readonly missing: readonly string[];
  /** Changed files with a decision that gives no reason. */
  readonly unreasoned: readonly string[];
  /** Files of the project that name a decision. */
  readonly decided: number;
  readonly plan: { readonly plan: Plan; readonly drift: Drift } | undefined;
}

async function auditOf(site: Site, changed: readonly ChangedFile[]): Promise<Audit> {
  const scanned = await scanDecisions(site).catch(() => []);
  const files = site.git === undefined ? changed.flatMap((file) => readAlone(file) ?? []) : scanned;
  const names = new Set(changed.map(({ relative }) => relative));
  const own = files.filter(({ relative }) => names.has(relative));
  const found = findPlan(site.root);
  return {
    changed,
    missing: own.filter(({ lines, annotations }) => lines >= longFile && annotations.length === 0).map(nameOf),
    unreasoned: own.filter(({ annotations }) => annotations.some(({ rationale }) => !rationale)).map(nameOf),
    decided: files.filter(({ annotations }) => annotations.length > 0).length,
    plan: found.kind === 'ok' ? { plan: found.plan, drift: driftOf(found.plan, files) } : undefined,
  };
}

const nameOf = ({ relative }: ScannedFile): string => inline(relative);

/** Outside a repository there is no list of files; only the changed ones are known. */
function readAlone({ path, relative, language }: ChangedFile): ScannedFile | undefined {
  if (language === undefined) return undefined;
  const text = readText(path);
  if (text === undefined) return undefined;
  return { relative, lines: lineCount(text), annotations: annotationsOf(text, language) };
}

function driftValues({ changed, missing, decided, plan }: Audit, epoch: number): PlanDrift {
  const drift = plan?.drift;
  return {
    audit_epoch: epoch,
    unplanned_count: drift?.unplanned.length ?? 0,
    unimplemented_count: drift?.unimplemented.length ?? 0,
    missing_decisions: missing.length,
    total_decisions: decided,
    source_files_changed: changed.length,
    unaddressed_p0s: drift?.unaddressedP0.length ?? 0,
    nogo_count: drift?.nonGoals.length ?? 0,
  };
}

async function logAudit(site: Site, { missing, plan }: Audit, now: number): Promise<void> {
  const at = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const entries = [
    ...(missing.length === 0 ? [] : [{ at, event: 'decision_gap', detail: `no @decision in ${firstNames(missing)}` }]),
    ...(plan === undefined || differences(plan.drift) === 0
      ? []
      : [{ at, event: 'plan_drift', detail: driftText(plan.drift) }]),
  ];
  if (entries.length > 0) await auditLog(site).update((log) => [...(log ?? []), ...entries]);
}

const differences = (drift: Drift): number => drift.unplanned.length + drift.unimplemented.length;

function driftText({ unplanned, unimplemented }: Drift): string {
  return [
    ...(unplanned.length === 0 ? [] : [`unplanned (in the code only): ${firstNames(unplanned)}`]),
    ...(unimplemented.length === 0
      ? []
      : [`unimplemented (promised by a completed phase): ${firstNames(unimplemented)}`]),
  ].join('; ');
}

/** What the model hears with its next prompt: a message of this moment reaches the person alone. */
function openPoints({ missing, unreasoned, plan }: Audit): readonly string[] {
  const drift = plan?.drift;
  return [
    ...(missing.length === 0 ? [] : [`no @decision in ${firstNames(missing)}`]),
    ...(unreasoned.length === 0 ? [] : [`@decision without @rationale in ${firstNames(unreasoned)}`]),
    ...(drift === undefined || differences(drift) === 0 ? [] : [driftText(drift)]),
    ...(drift === undefined || drift.unaddressedP0.length === 0
      ? []
      : [`no decision addresses ${firstNames(drift.unaddressedP0)}`]),
  ].map((issue) => issue.replaceAll(';', ','));
}

function reportOf(audit: Audit): string {
  const { changed, missing, unreasoned, decided, plan } = audit;
  const lines = [
    `Decision audit: ${counted(changed.length, 'source file')} changed, ${counted(decided, 'file')} with a @decision.`,
    ...(missing.length === 0 ? [] : [`No @decision in ${firstNames(missing)} (${longFile} lines and more).`]),
    ...(unreasoned.length === 0 ? [] : [`No @rationale in ${firstNames(unreasoned)}.`]),
  ];
  if (plan === undefined) return lines.join('\n');
  const { drift } = plan;
  const { total, completed } = phaseCounts(plan.plan);
  lines.push(`Plan: ${completed}/${total} phases completed, ${counted(drift.nonGoals.length, 'non-goal')}.`);
  lines.push(
    differences(drift) === 0 ? 'The plan and the code list the same decisions.' : `Drift: ${driftText(drift)}.`,
  );
  if (drift.unaddressedP0.length > 0) lines.push(`Unaddressed P0 requirements: ${firstNames(drift.unaddressedP0)}.`);
  return lines.join('\n');
}

const shown = 8;

function firstNames(names: readonly string[]): string {
  const rest = names.length - shown;
  return `${names.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
