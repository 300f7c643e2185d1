import { gate } from '../../pipeline/gate';
import { context, message, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { SubagentStop, UserPromptSubmit } from '../../protocol/call';
import { auditVerdict, workflowsOf, type Workflow } from '../../workflow/workflow';

/** A phase is over when its agent has ended, and a plan is approved when a person says so. */
export const workflowProgress = gate({
  id: 'workflow-progress',
  title: 'Workflow progress',
  summary:
    'Moves a configured workflow on: when its agents end, when a person approves the plan, when an audit passes or fails.',
  events: ['SubagentStop', 'UserPromptSubmit'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const rulings: Ruling[] = [];
    for (const workflow of workflowsOf(site)) {
      const ruling = call.event === 'SubagentStop' ? await ended(call, workflow) : await prompted(call, workflow, site);
      if (ruling !== undefined) rulings.push(ruling);
    }
    return rulings.length === 0 ? pass('no workflow moves') : rulings;
  },
});

async function ended(call: SubagentStop, workflow: Workflow): Promise<Ruling | undefined> {
  // An agent that goes on because of a hook has not ended.
  const role = call.stopHookActive ? undefined : workflow.roleOf(call.agentType);
  if (role === undefined) return undefined;
  const by = `agent ${call.agentType}${call.agentId === undefined ? '' : ` (${call.agentId})`}`;
  if (role !== 'verification') return moved(workflow, await workflow.take({ kind: 'finished', role }, by));
  const verdict = auditVerdict(call.lastAssistantMessage);
  if (verdict === undefined)
    return message(
      `The audit of '${workflow.name}' gave no verdict (PASS or FAIL), so it stays where it is.`,
      'no verdict',
    );
  return moved(workflow, await workflow.take({ kind: 'audited', passed: verdict === 'pass' }, by));
}

const approves =
  /^\s*(?:\/approve-plan\b|(?:yes,?\s+)?(?:i\s+)?approve\s+(?:the\s+|this\s+)?plan\b|(?:the\s+)?plan\s+(?:is\s+)?approved\b)/i;
/** Prompts that no person typed come with another source. */
const typed: ReadonlySet<string | undefined> = new Set([undefined, 'user']);

async function prompted(call: UserPromptSubmit, workflow: Workflow, site: Site): Promise<Ruling | undefined> {
  if (call.agentId !== undefined || !typed.has(call.source) || !approves.test(call.prompt)) return undefined;
  const reached = await workflow.take({ kind: 'approved', plan: workflow.planDigest() }, 'a prompt');
  if (reached === undefined) {
    const { phase } = workflow.standing();
    site.note(`'${workflow.name}' stands at ${phase}: there is nothing to approve`);
    return undefined;
  }
  return context(
    `The person approved the plan of the workflow '${workflow.name}' as ${workflow.settings.plan} is now; a change of it voids the approval.`,
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
