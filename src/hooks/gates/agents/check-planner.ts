import { gate } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { planFile, type Plan } from '../../plan/plan';
import { problemsOf } from '../../plan/problems';
import { findPlan } from '../../plan/drift';
import { checkedAgent, endsAsking } from '../../session/agent-check';
import { planLine } from '../../session/facts';

/** Checks that a planner left a usable plan. */
export const checkPlanner = gate({
  id: 'check-planner',
  title: 'Planner check',
  summary: `When a planner ends, checks that ${planFile} has phases, the intent, tasks and requirements, and that the agent did more than ask for approval.`,
  events: ['SubagentStop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  decide: (call, site) =>
    checkedAgent(
      'planner',
      call,
      site,
      (answer) => Promise.resolve(issuesOf(answer, site)),
      () => Promise.resolve(planLine(site) ?? ''),
    ),
});

function issuesOf(answer: string, site: Site): readonly string[] {
  const found = findPlan(site.root);
  const plan =
    found.kind === 'ok' ? planIssues(found.plan) : [`${planFile} was not found: the planner did not write it`];
  const asks = endsAsking(answer, question, carriedOut)
    ? ['the planner ended by asking for approval, without a finished plan']
    : [];
  return [...plan, ...asks];
}

const otherIntent = /^(?:purpose|problem|overview|goals?|what|why|background|summary)\b/i;
const tasks = /\b(?:issues?|tasks?|todos?|work items?)\b|^\s*[-*] \[[ x]\]/i;

function planIssues(plan: Plan): readonly string[] {
  const problems = problemsOf(plan);
  const rules = new Set(problems.map(({ rule }) => rule));
  const issues: string[] = [];
  const near = problems
    .filter(({ rule }) => rule === 'near-phase')
    .map(({ line, message }) => `line ${line}: ${message}`);
  if (plan.phases.length === 0 && near.length === 0) issues.push(`${planFile} has no phases ('## Phase 1: …')`);
  issues.push(...near);
  const otherwise = plan.headings.some((heading) => heading.level === 2 && otherIntent.test(heading.text));
  if (rules.has('intent') && !otherwise) {
    issues.push(`${planFile} has no section on the original intent or vision`);
  }
  if (!plan.lines.some((line) => !line.fenced && tasks.test(line.content))) {
    issues.push(`${planFile} names no issues or tasks`);
  }
  if (plan.phases.length > 1) {
    const missing = [
      ...(rules.has('goals') ? ["'## Goals & Non-Goals'"] : []),
      ...(rules.has('requirements') ? ["'## Requirements' with P0 requirements"] : []),
    ];
    if (missing.length > 0) issues.push(`a plan of several phases lacks ${missing.join(' and ')}`);
  }
  return issues;
}

const question =
  /\b(?:do you (?:approve|confirm|want me to (?:proceed|continue|write))|(?:shall|should|may|can) i (?:proceed|continue|write|go ahead|create)|would you like me to (?:proceed|continue|write)|ready to (?:begin|start|implement|proceed))\b[^?\n]*\?/i;
const carriedOut =
  /\bplan (?:is |was )?(?:now )?(?:complete|ready|written|created|finished)\b|\bMASTER_PLAN(?:\.md)? (?:is |was |has been )?(?:created|written|updated|complete|ready)\b|\b(?:wrote|created|updated) (?:the )?(?:plan|MASTER_PLAN)|\bcreated \d* ?(?:github )?issues\b|\bphases (?:are )?defined\b/i;
