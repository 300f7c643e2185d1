import path from 'node:path';
import { phases, type WorkflowEvent } from '../../hooks/workflow/machine';
import type { PlanText, Workflow } from '../../hooks/workflow/workflow';
import { workflowNamed, workflowsIn } from '../flags/workflow';
import { noteAct, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import type { PreviewDocuments } from '../registration/preview-documents';
import type { Folder } from '../store/folder';
import {
  agreed,
  chosen,
  type Command,
  type CommandParts,
  currentFolder,
  Declined,
  flagFrom,
  HumanError,
} from './command';

interface Target {
  readonly folder: Folder;
  readonly workflow: Workflow;
}

/** What a person may do with a workflow. Each is confirmed by a modal and written down with who and when. */
export function workflowCommands(parts: CommandParts): readonly Command[] {
  const { flagModel, previews, person } = parts;
  const targetFrom = async (argument: unknown): Promise<Target> => {
    const folder = await currentFolder(argument, parts);
    const all = workflowsIn(folder);
    const flag = flagFrom(argument);
    const named = flag === undefined ? undefined : workflowNamed(flag);
    const [only, ...others] = all;
    if (named !== undefined) return { folder, workflow: chosen(all.find(({ name }) => name === named)) };
    if (only === undefined)
      throw new HumanError(
        t('No workflow is configured in {0}. Name one under workflow.workflows in gatehouse.json.', folder.name),
      );
    const choices = all.map((value) => ({ label: value.name, description: value.state().phase, value }));
    return { folder, workflow: others.length === 0 ? only : chosen(await person.pick(t('Which workflow?'), choices)) };
  };
  const move = async ({ folder, workflow }: Target, event: WorkflowEvent): Promise<void> => {
    const reached = await workflow.take(event, whoIsHere());
    if (reached !== undefined) noteAct(folder, 'workflow', `${workflow.name} to ${reached}`);
    await flagModel.refresh(folder);
    if (reached === undefined) {
      throw new HumanError(
        t('{0} has moved on in the meantime. It is now at: {1}.', workflow.name, workflow.state().phase),
      );
    }
  };
  return [
    {
      id: 'gatehouse.approvePlan',
      async run(argument) {
        const target = await targetFrom(argument);
        const { workflow } = target;
        const { name, settings } = workflow;
        const plan = planToApprove(workflow);
        await showChanges(workflow, plan, previews);
        const approve = t('Approve…');
        const text = t('{0} waits for you to approve {1}.', name, settings.plan);
        if ((await person.tell(text, approve)) !== approve) return;
        const question = t('Approve the version of {0} that you just reviewed?', settings.plan);
        const detail = t('{0} can then execute it. Any change to the plan withdraws your approval.', name);
        agreed(await person.confirm(question, detail, t('Approve')));
        if (workflow.planDigest() !== plan.digest) {
          throw new HumanError(
            t('{0} changed while you were reviewing it. Nothing was approved; review it again.', settings.plan),
          );
        }
        await move(target, { kind: 'approved', plan: plan.digest });
      },
    },
    {
      id: 'gatehouse.moveWorkflowBack',
      async run(argument) {
        const target = await targetFrom(argument);
        const { name } = target.workflow;
        const { phase } = target.workflow.state();
        const earlier = phases.slice(0, phases.indexOf(phase)).reverse();
        if (earlier.length === 0) throw new Declined(t('{0} has not started, so it has no earlier phase.', name));
        const choices = earlier.map((value) => ({ label: value, value }));
        const to = chosen(await person.pick(t('Return {0} from {1} to…', name, phase), choices));
        const question = t('Return {0} to {1}?', name, to);
        agreed(await person.confirm(question, t('The phases after it must be done again.'), t('Return')));
        await move(target, { kind: 'back', to });
      },
    },
    {
      id: 'gatehouse.abortWorkflow',
      async run(argument) {
        const target = await targetFrom(argument);
        const question = t('Abort {0}?', target.workflow.name);
        const detail = t(
          'The workflow starts over, without its analysis, plan and approval. Your files stay unchanged.',
        );
        agreed(await person.confirm(question, detail, t('Abort')));
        await move(target, { kind: 'reset' });
      },
    },
  ];
}

/** @throws {HumanError} if there is nothing to approve. */
function planToApprove(workflow: Workflow): PlanText {
  const { phase } = workflow.state();
  if (phase !== 'planned') {
    throw new HumanError(t('{0} is at: {1}. There is nothing to approve.', workflow.name, phase));
  }
  const plan = workflow.plan();
  if (plan === undefined) {
    throw new HumanError(t('There is no {0} to approve yet. The agent has to write it first.', workflow.settings.plan));
  }
  return plan;
}

/** The plan beside the one that was approved last, or beside nothing the first time. */
async function showChanges(workflow: Workflow, plan: PlanText, previews: PreviewDocuments): Promise<void> {
  const before = workflow.lastApproved();
  const name = path.basename(workflow.planFile);
  const title =
    before === undefined
      ? t('{0}: never approved ↔ now', name)
      : t('{0}: approved {1} ↔ now', name, new Date(before.at).toLocaleString());
  await previews.compare(workflow.planFile, before?.text ?? '', plan.text, title);
}
