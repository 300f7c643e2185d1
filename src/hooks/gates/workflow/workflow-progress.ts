import { gate, context, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import type { PostToolUse, SubagentStop, UserPromptSubmit } from '../../protocol/call';
import { answersIn, rememberedCall, type DecidedCall } from '../../questions/answers';
import { questionsOf } from '../../questions/question';
import {
  approvalIn,
  asksForApproval,
  auditVerdict,
  isMeant,
  saysYes,
  type Workflow,
  workflowsOf,
} from '../../workflow/workflow';

/** A phase is over when its agent has ended, and a plan is approved when a person says so. */
export const workflowProgress = gate({
  id: 'workflow-progress',
  title: 'Workflow progress',
  summary:
    'Moves a configured workflow to its next phase when its agents end, a person approves the plan, or an audit passes or fails.',
  events: ['SubagentStop', 'UserPromptSubmit', 'PostToolUse'],
  // Only the client's own tool surely carries a person's answer.
  tools: ['AskUserQuestion'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const rulings: Ruling[] = [];
    for (const workflow of workflowsOf(site)) {
      const ruling = await movedBy(call, workflow, site);
      if (ruling !== undefined) rulings.push(ruling);
    }
    return rulings.length === 0 ? pass('no workflow moves') : rulings;
  },
});

function movedBy(
  call: SubagentStop | UserPromptSubmit | PostToolUse,
  workflow: Workflow,
  site: Site,
): Promise<Ruling | undefined> {
  switch (call.event) {
    case 'SubagentStop':
      return ended(call, workflow);
    case 'UserPromptSubmit':
      return prompted(call, workflow, site);
    case 'PostToolUse':
      return answered(call, workflow, site);
  }
}

async function ended(call: SubagentStop, workflow: Workflow): Promise<Ruling | undefined> {
  // An agent that goes on because of a hook has not ended.
  const role = call.stopHookActive ? undefined : workflow.roleOf(call.agentType);
  if (role === undefined) return undefined;
  const by = `agent ${call.agentType}${call.agentId === undefined ? '' : ` (${call.agentId})`}`;
  if (role !== 'verification') return moved(workflow, await workflow.take({ kind: 'finished', role }, by));
  const verdict = auditVerdict(call.lastAssistantMessage);
  if (verdict === undefined)
    return message(
      `The audit of '${workflow.name}' gave no verdict (PASS or FAIL), so the workflow stays in its phase.`,
      'no verdict',
    );
  return moved(workflow, await workflow.take({ kind: 'audited', passed: verdict === 'pass' }, by));
}

/** Prompts that no person typed come with another source. */
const typed: ReadonlySet<string | undefined> = new Set([undefined, 'user']);

async function prompted(call: UserPromptSubmit, workflow: Workflow, site: Site): Promise<Ruling | undefined> {
  const approval = approvalIn(call.prompt);
  if (approval === 'none' || call.agentId !== undefined || !typed.has(call.source)) return undefined;
  if (!isMeant(workflow.name, namesAt(site), call.prompt)) return undefined;
  if (approval === 'plain') return approved(workflow, 'a prompt', site);
  if (workflow.state().phase !== 'planned') return undefined;
  return message(
    `That does not approve the plan of '${workflow.name}', because it asks a question or sets a condition. To approve the current plan, say only 'approve the plan'.`,
    'a conditional approval',
  );
}

/** A person's own answer to the question whether the plan is approved. */
async function answered(call: PostToolUse, workflow: Workflow, site: Site): Promise<Ruling | undefined> {
  const questions = questionsOf(call.input) ?? [];
  const answers = answersIn(call.response, questions);
  const names = namesAt(site);
  const yes = questions.find((question, index) => {
    const answer = answers[index];
    const meant = isMeant(workflow.name, names, question.text);
    return meant && asksForApproval(question) && answer !== undefined && saysYes(answer);
  });
  if (yes === undefined) return undefined;
  const before = rememberedCall(site, call);
  const doubt = doubtAbout(before);
  if (doubt !== undefined) {
    if (workflow.state().phase !== 'planned') return undefined;
    return message(
      `The answer does not approve the plan of '${workflow.name}': ${doubt}. To approve it, say 'approve the plan' in a prompt, or approve it in the editor.`,
      `the answer approves nothing: ${doubt}`,
    );
  }
  if (before?.plans?.[workflow.name] === (workflow.planDigest() ?? '')) return approved(workflow, 'an answer', site);
  return context(
    `${workflow.settings.plan} changed while the person was asked about it, so the plan of the workflow '${workflow.name}' is not approved. Show the current plan and ask again.`,
    'the plan changed during the question',
  );
}

/** Why the answer may not be the person's; undefined if the question was seen going to them. */
function doubtAbout(before: DecidedCall | undefined): string | undefined {
  if (before === undefined) return 'it is unknown who answered';
  if (before.prefilled) return 'the model filled it in';
  return before.plans === undefined ? 'a preference answered it' : undefined;
}

const namesAt = (site: Site): readonly string[] => workflowsOf(site).map(({ name }) => name);

async function approved(workflow: Workflow, by: string, site: Site): Promise<Ruling | undefined> {
  const reached = await workflow.take({ kind: 'approved', plan: workflow.planDigest() }, by);
  if (reached === undefined) {
    const { phase } = workflow.state();
    site.note(`'${workflow.name}' is at ${phase}: there is nothing to approve`);
    return undefined;
  }
  return context(
    `The person approved the plan of the workflow '${workflow.name}' in its current version (${workflow.settings.plan}). Any change to it voids the approval.`,
    'approved',
  );
}

function moved(workflow: Workflow, reached: string | undefined): Ruling | undefined {
  if (reached === undefined) return undefined;
  const text =
    reached === 'start'
      ? `The workflow '${workflow.name}' is complete.`
      : `The workflow '${workflow.name}' is now: ${reached}.`;
  return message(text, text);
}
