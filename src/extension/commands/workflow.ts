import path from 'node:path';
import { phases, type WorkflowEvent } from '../../hooks/workflow/machine';
import type { PlanText, Workflow } from '../../hooks/workflow/workflow';
import { workflowNamed, workflowsIn } from '../flags/workflow';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import type { PreviewDocuments } from '../registration/preview-documents';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, flagFrom, folderFrom, HumanError } from './command';

interface Target {
  readonly folder: Folder;
  readonly workflow: Workflow;
}

/** What a person may do with a workflow. Each is confirmed by a modal and written down with who and when. */
export function workflowCommands(
  folders: OpenFolders,
  flags: FlagModel,
  previews: PreviewDocuments,
  person: Person,
): readonly Command[] {
  const targetFrom = async (argument: unknown): Promise<Target | undefined> => {
    const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
    if (folder === undefined) return undefined;
    const all = workflowsIn(folder);
    const flag = flagFrom(argument);
    const named = flag === undefined ? undefined : workflowNamed(flag);
    const workflow = named === undefined ? await oneOf(all, folder, person) : all.find(({ name }) => name === named);
    return workflow === undefined ? undefined : { folder, workflow };
  };
  const move = async ({ folder, workflow }: Target, event: WorkflowEvent): Promise<void> => {
    const reached = await workflow.take(event, whoIsHere());
    if (reached !== undefined) noteAct(folder, 'workflow', `${workflow.name} to ${reached}`);
    await flags.refresh(folder);
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
        if (target === undefined) return;
        const { workflow } = target;
        const plan = planToApprove(workflow);
        await showChanges(workflow, plan, previews);
        const approve = t('Approve…');
        const text = t('{0} waits for you to approve {1}.', workflow.name, workflow.settings.plan);
        if ((await person.tell(text, approve)) !== approve) return;
        const sure = await person.confirm(
          t('Approve the version of {0} that you just reviewed?', workflow.settings.plan),
          t('{0} can then execute it. Any change to the plan withdraws your approval.', workflow.name),
          t('Approve'),
        );
        if (!sure) return;
        if (workflow.planDigest() !== plan.digest) {
          throw new HumanError(
            t(
              '{0} changed while you were reviewing it. Nothing was approved; review it again.',
              workflow.settings.plan,
            ),
          );
        }
        await move(target, { kind: 'approved', plan: plan.digest });
      },
    },
    {
      id: 'gatehouse.moveWorkflowBack',
      async run(argument) {
        const target = await targetFrom(argument);
        if (target === undefined) return;
        const { workflow } = target;
        const { phase } = workflow.state();
        const earlier = phases.slice(0, phases.indexOf(phase)).reverse();
        if (earlier.length === 0) {
          await person.tell(t('{0} has not started, so it has no earlier phase.', workflow.name));
          return;
        }
        const to = await person.pick(
          t('Return {0} from {1} to…', workflow.name, phase),
          earlier.map((value) => ({ label: value, value })),
        );
        if (to === undefined) return;
        const sure = await person.confirm(
          t('Return {0} to {1}?', workflow.name, to),
          t('The phases after it must be done again.'),
          t('Return'),
        );
        if (sure) await move(target, { kind: 'back', to });
      },
    },
    {
      id: 'gatehouse.abortWorkflow',
      async run(argument) {
        const target = await targetFrom(argument);
        if (target === undefined) return;
        const sure = await person.confirm(
          t('Abort {0}?', target.workflow.name),
          t('The workflow starts over, without its analysis, plan and approval. Your files stay unchanged.'),
          t('Abort'),
        );
        if (sure) await move(target, { kind: 'reset' });
      },
    },
  ];
}

async function oneOf(all: readonly Workflow[], folder: Folder, person: Person): Promise<Workflow | undefined> {
  const [only, ...others] = all;
  if (only === undefined)
    throw new HumanError(
      t('No workflow is configured in {0}. Name one under workflow.workflows in gatehouse.json.', folder.name),
    );
  if (others.length === 0) return only;
  return person.pick(
    t('Which workflow?'),
    all.map((value) => ({ label: value.name, description: value.state().phase, value })),
  );
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
