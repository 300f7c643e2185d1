import * as vscode from 'vscode';
import {
  churnFile,
  MeasuredChurn,
  churnTier,
  driftTier,
  findPlan,
  lastAudit,
  planCheckRating,
  type Churn,
  type StaleTier,
} from '../../hooks/plan/drift';
import { currentPhase, hasStatus, phasesAtWork, planFile, type Phase, type Plan } from '../../hooks/plan/plan';
import { problemsOf } from '../../hooks/plan/problems';
import type { Folder } from '../store/folder';
import { type Fact, type Flag, unset } from './flag';
import { holdOf } from './checks';

const { t } = vscode.l10n;

/** How far the plan is and whether the code still follows it, where the project has one. */
export const plan: Flag = {
  id: 'plan',
  title: t('Plan'),
  short: t('plan'),
  headlines: { stale: t('Plan outdated') },
  rootFile: planFile,
  read: (folder) => {
    const found = findPlan(folder.root);
    if (found.kind === 'missing') return { ...unset, reason: t('There is no plan.'), hidden: true };
    const phases = phasesAtWork(found.plan);
    const done = phases.filter((phase) => hasStatus(phase, 'completed')).length;
    const { tier, facts } = distance(folder, found.modifiedAt);
    return {
      ...unset,
      status: tier !== 'fine' ? 'stale' : phases.length > 0 && done === phases.length ? 'passed' : 'active',
      word: t('{0} of {1} phases', done, phases.length),
      reason: reasonOf(found.plan, tier),
      at: found.modifiedAt,
      hold: tier === 'deny' ? holdOf(folder.config.level(planCheckRating)) : 'none',
      facts: [...phases.slice(0, shownPhases).map(phaseFact), ...facts, ...problemFacts(found.plan)],
      actions: ['file'],
      file: found.file,
    };
  },
};

const shownPhases = 12;

function reasonOf(plan: Plan, tier: StaleTier): string {
  if (tier !== 'fine') return t('The code no longer matches the plan.');
  const current = currentPhase(plan);
  if (current === undefined) return t('No phase is under way.');
  const { number, title, initiative } = current;
  if (initiative === undefined) return t('Phase {0}: {1}', number, title);
  return t('Phase {0} of {1}: {2}', number, initiative.title, title);
}

interface Distance {
  readonly tier: StaleTier;
  readonly facts: readonly Fact[];
}

/** How far the code is from the plan, according to the last audit and measurement; scans nothing itself. */
function distance(folder: Folder, modifiedAt: number): Distance {
  const { place, home, services } = folder;
  const audit = lastAudit({ place, home }, modifiedAt);
  const churn = measured(folder, modifiedAt);
  const { unplanned_count: onlyCode = 0, unimplemented_count: onlyPlan = 0 } = audit ?? {};
  const tiers = [driftTier(onlyCode + onlyPlan), churnTier(churn?.percent ?? 0, services.env)];
  const facts: Fact[] = [];
  if (audit !== undefined) {
    const value = t('{0} in the code only, {1} in completed phases only', onlyCode, onlyPlan);
    facts.push({ label: t('Decisions that differ'), value });
  }
  if (churn !== undefined) {
    const value = t('{0} % ({1} of {2} files)', churn.percent, churn.changed, churn.total);
    facts.push({ label: t('Source changed since'), value });
  }
  return { tier: tiers.includes('deny') ? 'deny' : tiers.includes('warn') ? 'warn' : 'fine', facts };
}

/** Only for the current commit and plan, because the distance of others differs. */
function measured({ own, git }: Folder, modifiedAt: number): Churn | undefined {
  const reading = own(churnFile, MeasuredChurn).read();
  const of = `${git?.commit() ?? ''} ${modifiedAt}`;
  return reading.kind === 'ok' && reading.value.of === of ? (reading.value.churn ?? undefined) : undefined;
}

function phaseFact({ number, title, status }: Phase): Fact {
  const value = status.kind === 'ok' ? status.value : t('no status');
  return { label: t('Phase {0}', number), value: title === '' ? value : `${title} (${value})` };
}

function problemFacts(plan: Plan): readonly Fact[] {
  const problems = problemsOf(plan);
  if (problems.length === 0) return [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const value = t('{0} errors, {1} warnings', errors, problems.length - errors);
  return [{ label: t('Problems'), value }];
}
