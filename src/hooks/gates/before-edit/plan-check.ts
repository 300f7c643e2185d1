import path from 'node:path';
import { gate, context, deny, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { lineCount } from '../../plan/annotation';
import { planFile } from '../../plan/plan';
import {
  churnTier,
  driftTier,
  findPlan,
  planCheckRating,
  stalenessOf,
  type Staleness,
  type StaleTier,
} from '../../plan/drift';
import { claudeHome } from '../../project/home';
import { editTools, shellTools } from '../../protocol/tools';
import { fileEdits, type FileEdit } from '../../source/file-edits';
import { isProductSource } from '../../source/file-kind';

/** A write of fewer lines is no new work. A line is taken to hold at most 120 characters, so that one endless line is not small. */
const smallLines = 20;
const lineLength = 120;

/** New source needs a plan that is up to date. */
export const planCheck = gate({
  ...planCheckRating,
  title: 'Plan check',
  summary: `Blocks larger source writes while there is no ${planFile}, or while the source no longer matches it.`,
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  async decide(call, site) {
    const edits = (await fileEdits(call, site)).filter((edit) => isProductSource(edit.kind));
    const large = edits.find((edit) => edit.texts === undefined || added(edit) >= smallLines);
    if (large === undefined) return small(edits);
    const there = site.at(path.dirname(large.kind.path));
    if (there.git === undefined) return pass('not in a repository');
    if (there.root === path.resolve(claudeHome(site.env))) return pass("the agent's own folder is not a project");
    return checkPlan(large, there);
  },
});

/** Lines that come in, beyond those that they take the place of. */
function added({ texts, replaced }: FileEdit): number {
  const lines = (pieces: readonly string[]) =>
    pieces.reduce((sum, text) => sum + Math.max(lineCount(text), Math.ceil(text.length / lineLength)), 0);
  return lines(texts ?? []) - lines(replaced);
}

function small(edits: readonly FileEdit[]): Ruling {
  const [write] = edits.filter((edit) => edit.extent === 'whole');
  if (write === undefined) return pass(edits.length === 0 ? 'no source file is written' : 'a scoped edit');
  const reason = `a write of fewer than ${smallLines} lines`;
  return context(`${write.kind.relative ?? write.kind.path} is ${reason}: it passes without a plan.`, reason);
}

async function checkPlan(edit: FileEdit, site: Site): Promise<Ruling> {
  const name = edit.kind.relative ?? edit.kind.path;
  const found = findPlan(site.root);
  if (found.kind === 'missing') {
    return deny('no-plan', `${name} is new work, and ${site.root} has no ${planFile}.`, {
      part: name,
      instead: `Write ${planFile} first: the original intent, phases with '**Status:** planned', the decisions to make. A planner agent can do it.`,
    });
  }
  const staleness = await stalenessOf(site, found);
  const findings = [churnFinding(staleness, site), driftFinding(staleness)];
  const worst = findings.some((finding) => finding.tier === 'deny') ? 'deny' : 'warn';
  const said = findings.filter((finding) => finding.tier !== 'fine').map((finding) => finding.text);
  if (said.length === 0) return pass(`the plan holds: ${findings.map((finding) => finding.text).join(', ')}`);
  const reason = `${planFile} no longer describes the code: ${said.join('; ')}.`;
  if (worst === 'warn') return context(`${reason} Bring it up to date soon.`, reason);
  return deny('plan-stale', reason, {
    part: name,
    instead: `Update ${planFile} (statuses, decisions, decision logs) and commit it, then write the file.`,
  });
}

interface PlanProblem {
  readonly tier: StaleTier;
  readonly text: string;
}

function churnFinding({ churn }: Staleness, site: Site): PlanProblem {
  if (churn === undefined) return { tier: 'fine', text: 'the plan has no history yet' };
  const text = `${churn.percent} % of the source (${churn.changed} of ${churn.total} files) changed since it was last committed`;
  return { tier: churnTier(churn.percent, site.env), text };
}

function driftFinding({ unplanned, unimplemented }: Staleness): PlanProblem {
  const count = unplanned + unimplemented;
  const text = `${count} decisions differ (${unplanned} in the code only, ${unimplemented} promised by completed phases only)`;
  return { tier: driftTier(count), text };
}
