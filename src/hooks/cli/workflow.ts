import { workflowsOf, type Workflow } from '../workflow/workflow';
import { exitCodes, type Command, type Terminal } from './command';
import { siteOf } from './site';
import { ago, json, noMoreWords, personAt, personSays, printable, readWords, UsageError } from './words';

const help = `
Usage: gatehouse workflow status [<name>] [--json]
       gatehouse workflow approve|reset <name>

Where the configured workflows of this worktree stand, who moved them and when. approve gives your word that the plan as
it is now may be executed; reset starts a workflow over. Both need a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or nothing to approve, 64 wrong words, 70 could not be done.
`;

export const command: Command = {
  name: 'workflow',
  summary: 'where the workflows stand; approve a plan, start over',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, { json: { type: 'boolean' } });
    const [word = 'status', name, ...more] = positionals;
    noMoreWords(more);
    const all = workflowsOf(siteOf(terminal));
    if (word === 'status') return status(all, name, values.json === true, terminal);
    if (word !== 'approve' && word !== 'reset') throw new UsageError('say status, approve or reset');
    const workflow = all.find((one) => one.name === name);
    if (workflow === undefined)
      throw new UsageError(
        `name one of the configured workflows: ${all.map((one) => one.name).join(', ') || 'there is none'}`,
      );
    return move(word, workflow, terminal);
  },
};

function status(all: readonly Workflow[], name: string | undefined, asJson: boolean, terminal: Terminal): number {
  const shown = all.filter((workflow) => name === undefined || workflow.name === name);
  if (asJson) {
    json(
      terminal,
      shown.map((workflow) => ({ name: workflow.name, ...workflow.standing() })),
    );
    return exitCodes.ok;
  }
  if (shown.length === 0) terminal.out('No workflow is configured here (workflow.workflows in gatehouse.json).\n');
  for (const workflow of shown) {
    const { phase, retries, history } = workflow.standing();
    terminal.out(`${workflow.name}: ${phase}${retries > 0 ? `, sent back ${retries} times` : ''}\n`);
    for (const step of history.slice(-5).reverse()) {
      terminal.out(`  ${step.from} → ${step.to}  ${step.why}, by ${printable(step.by)}, ${ago(step.at, Date.now())}\n`);
    }
  }
  return exitCodes.ok;
}

async function move(word: 'approve' | 'reset', workflow: Workflow, terminal: Terminal): Promise<number> {
  const { phase } = workflow.standing();
  const stop = await personSays(
    terminal,
    `workflow ${word}`,
    word,
    `Workflow ${workflow.name} stands at: ${phase}. Its plan is ${printable(workflow.settings.plan)}.`,
  );
  if (stop !== undefined) return stop;
  const happening =
    word === 'approve' ? { kind: 'approved' as const, plan: workflow.planDigest() } : { kind: 'reset' as const };
  const reached = await workflow.take(happening, personAt(terminal));
  terminal.out(
    reached === undefined ? `Nothing to ${word}: it stands at ${phase}.\n` : `${workflow.name} is now: ${reached}.\n`,
  );
  return reached === undefined ? exitCodes.no : exitCodes.ok;
}
