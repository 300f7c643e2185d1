import path from 'node:path';
import { gate, deny, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { configFiles } from '../../configuration/layers';
import { loadConfig } from '../../configuration/load-config';
import type { PreToolUse } from '../../protocol/call';
import { expression } from '../../project/pattern';
import { objection } from '../../workflow/machine';
import { workflowsOf, type Workflow, type WorkflowSite } from '../../workflow/workflow';
import { messageOf } from '../../project/text';

/** An agent of a workflow starts only in its phase; other agents are not affected. */
export const workflowGate = gate({
  id: 'workflow-gate',
  title: 'Workflow gate',
  summary:
    'Lets the agents and modifying tools of a configured workflow start only after the earlier phases are complete and the plan is approved.',
  events: ['PreToolUse'],
  tools: ['Agent', 'Task', 'mcp__*'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const objections: Ruling[] = [];
    const workflows = workflowsOf(withConfiguration(site));
    if (site.requestedByName && workflows.length === 0 && call.tool === 'Agent') {
      return message(
        `workflow-gate blocks nothing: ${configFileOf(site)} configures no workflow. 'gatehouse workflow init' writes one.`,
        'no workflow is configured',
      );
    }
    for (const workflow of workflows) objections.push(...(await checkStep(call, workflow, site)));
    return objections.length === 0 ? pass('no workflow objects') : objections;
  },
});

/** A gate that runs by name uses default options; this one needs its configuration. */
function withConfiguration(site: Site): WorkflowSite {
  if (!site.requestedByName) return site;
  const { root, place, home, clock, dry, env } = site;
  const config = loadConfig({ env, place, requestedByName: false });
  return { root, place, home, clock, ...(dry === undefined ? {} : { dry }), config, own: (...of) => site.own(...of) };
}

const configFileOf = ({ root }: Site): string => path.join(root, configFiles.project);

async function checkStep(call: PreToolUse, workflow: Workflow, site: Site): Promise<readonly Ruling[]> {
  const agent = call.tool === 'Agent' ? call.input.subagent_type : undefined;
  const role =
    typeof agent === 'string' ? workflow.roleOf(agent) : modifies(call.tool, workflow) ? 'execution' : undefined;
  if (role === undefined) return [];
  const { phase } = workflow.state();
  await workflow.settle().catch((error: unknown) => {
    // The phase files are only a copy of the state: failing to write one allows nothing.
    site.note(`the phase files of '${workflow.name}': ${messageOf(error)}`);
  });
  const reason = objection(role, phase);
  if (reason === undefined) return [];
  const what = typeof agent === 'string' ? `The agent '${agent}'` : `The tool ${call.tool}`;
  const why = `${what} belongs to the ${role} of the workflow '${workflow.name}', and ${reason}. It is at: ${phase}.`;
  return [deny('phase', why, { instead: ways[role] })];
}

const ways = {
  analysis: '',
  planning: 'Run the analysis agent first.',
  execution:
    "Show the plan to the person and ask for approval. They approve by saying 'approve the plan' in a prompt, in the editor, or with 'gatehouse workflow approve'; no agent can.",
  verification: 'Run the execution first.',
} as const;

function modifies(tool: string, { settings }: Workflow): boolean {
  return settings.tools.some((name) =>
    name.startsWith('/') ? expression(`^(?:${name.slice(1, -1)})$`)(tool) : name === tool,
  );
}
