import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeWhole, publicIn } from '../state/atomic-file';
import type { Site } from '../pipeline/site';
import { configFiles } from '../configuration/layers';
import { readText } from '../project/read-file';
import { opensNext, phases, type WorkflowEvent } from '../workflow/machine';
import { templateAgents, withWorkflow } from '../workflow/template';
import { workflowsOf, type Workflow } from '../workflow/workflow';
import {
  type Command,
  Declined,
  exitCodes,
  noteAct,
  personAt,
  requireConfirmation,
  siteOf,
  type Terminal,
} from './command';
import { json, noMoreWords, printable, readWords, UsageError } from './words';
import { ago } from '../project/text';

const help = `
Usage: gatehouse workflow status [<name>] [--json]
       gatehouse workflow init [<name>]
       gatehouse workflow approve|reset <name>
       gatehouse workflow back <name> ${phases.join('|')}

Shows the phase of each configured workflow of this worktree, who moved it and when. init writes a commented workflow into
.claude/gatehouse.json (analysis, plan, your approval, execution, audit) and its four sub-agents into .claude/agents;
nothing that is there is changed. approve lets the current plan be
executed; back returns to an earlier phase; reset starts a workflow over. These three need a terminal,
where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or nothing to do, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'workflow',
  summary: 'the phase of each workflow; approve a plan, start over',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word = 'status', name, ...rest] = positionals;
    const [target] = rest;
    noMoreWords(word === 'back' ? rest.slice(1) : rest);
    const site = siteOf(terminal);
    const all = workflowsOf(site);
    if (word === 'init') return init(name ?? 'change', all, site, terminal);
    if (word === 'status') return status(all, name, asJson, terminal);
    if (word !== 'approve' && word !== 'back' && word !== 'reset')
      throw new UsageError('use status, init, approve, back or reset');
    const workflow = all.find((one) => one.name === name);
    if (workflow === undefined)
      throw new UsageError(
        `name one of the configured workflows: ${all.map((one) => one.name).join(', ') || 'there is none'}`,
      );
    return move(word, eventOf(word, workflow, target), workflow, terminal);
  },
};

function status(all: readonly Workflow[], name: string | undefined, asJson: boolean, terminal: Terminal): number {
  const shown = all.filter((workflow) => name === undefined || workflow.name === name);
  if (asJson) {
    json(
      terminal,
      shown.map((workflow) => ({ name: workflow.name, ...workflow.state() })),
    );
    return exitCodes.ok;
  }
  if (shown.length === 0)
    terminal.out(
      'No workflow is configured here (workflow.workflows in gatehouse.json). To write one: gatehouse workflow init\n',
    );
  for (const workflow of shown) {
    const { phase, retries, approval, history } = workflow.state();
    terminal.out(`${workflow.name}: ${phase}${retries > 0 ? `, sent back ${retries} times` : ''}\n`);
    terminal.out(`  next: ${printable(opensNext(phase, workflow.settings))}\n`);
    if (approval !== undefined)
      terminal.out(`  approved by ${printable(approval.by)}, ${ago(approval.at, Date.now())}\n`);
    for (const step of history.slice(-5).reverse()) {
      terminal.out(`  ${step.from} → ${step.to}  ${step.why}, by ${printable(step.by)}, ${ago(step.at, Date.now())}\n`);
    }
  }
  return exitCodes.ok;
}

function eventOf(word: 'approve' | 'back' | 'reset', workflow: Workflow, target: string | undefined): WorkflowEvent {
  if (word === 'approve') return { kind: 'approved', plan: workflow.planDigest() };
  if (word === 'reset') return { kind: 'reset' };
  const to = phases.find((phase) => phase === target);
  if (to === undefined) throw new UsageError(`name a phase: ${phases.join(', ')}`);
  return { kind: 'back', to };
}

async function move(word: string, event: WorkflowEvent, workflow: Workflow, terminal: Terminal): Promise<number> {
  const { phase } = workflow.state();
  await requireConfirmation(
    terminal,
    `workflow ${word}`,
    word,
    `Workflow ${workflow.name} is at: ${phase}. Its plan is ${printable(workflow.settings.plan)}.`,
  );
  const reached = await workflow.take(event, personAt(terminal));
  if (reached !== undefined) noteAct(terminal, siteOf(terminal), 'workflow', `${workflow.name} ${word}`);
  terminal.out(
    reached === undefined ? `Nothing to ${word}: it is at ${phase}.\n` : `${workflow.name} is now: ${reached}.\n`,
  );
  return reached === undefined ? exitCodes.no : exitCodes.ok;
}

function init(name: string, all: readonly Workflow[], site: Site, terminal: Terminal): number {
  if (!/^[\w-]{1,40}$/.test(name)) throw new UsageError('a workflow’s name has letters, digits, - and _, 40 at most');
  if (all.some((one) => one.name === name)) {
    throw new Declined(`There is a workflow '${name}' already. Nothing was changed.`);
  }
  const file = path.join(site.root, configFiles.project);
  const before = readText(file);
  if (before === undefined && existsSync(file)) {
    throw new Declined(`${file} cannot be read. Nothing was changed.`);
  }
  const text = withWorkflow(before ?? '', name);
  if (text === undefined) throw new Declined(`${file} is not a JSON object; correct it first (gatehouse config).`);
  const placement = publicIn(site.root, false);
  for (const { file: agent, text: definition } of templateAgents(name)) {
    const target = path.join(site.root, '.claude/agents', agent);
    if (existsSync(target)) continue;
    writeWhole(target, definition, placement, () => !existsSync(target));
    terminal.out(printable(`Wrote ${path.relative(site.root, target)}\n`));
  }
  writeWhole(file, text, placement, () => readText(file) === before);
  terminal.out(printable(`Wrote the workflow '${name}' into ${path.relative(site.root, file)}\n`));
  terminal.out(`It starts with the agent ${name}-analyzer. To see its phase: gatehouse workflow status ${name}\n`);
  return exitCodes.ok;
}
