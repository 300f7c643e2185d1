import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { opensNext, type Phase, type WorkflowState } from '../../hooks/workflow/machine';
import { workflowsOf, type Workflow } from '../../hooks/workflow/workflow';
import type { Folder } from '../store/folder';
import { type Fact, type Flag, type FlagAction, type FlagState, unset } from './flag';
import { holdOf } from './checks';

const { t } = vscode.l10n;

/** The workflows that are configured for a folder, as the hooks see them. */
export function workflowsIn(folder: Folder): readonly Workflow[] {
  const { root, place, home, config, services } = folder;
  return workflowsOf({ root, place, home, config, clock: services.clock, own: folder.own });
}

const known = new Map<string, Flag>();
const prefix = 'workflow-';

/** One flag for each workflow. The same name is the same flag, in every folder and at any time. */
export function workflowFlags(folder: Folder): readonly Flag[] {
  return workflowsIn(folder).map(({ name }) => {
    const flag = known.get(name) ?? workflowFlag(name);
    known.set(name, flag);
    return flag;
  });
}

/** The name of the workflow that a flag is about; undefined for any other flag. */
export const workflowNamed = ({ id }: Pick<Flag, 'id'>): string | undefined =>
  id.startsWith(prefix) ? id.slice(prefix.length) : undefined;

function workflowFlag(name: string): Flag {
  return {
    id: `${prefix}${name}`,
    family: 'workflow',
    title: name,
    short: name,
    read: async (folder) => {
      const workflow = workflowsIn(folder).find((one) => one.name === name);
      if (workflow === undefined) {
        return { ...unset, reason: t('This workflow is no longer configured here.'), hidden: true };
      }
      return stateOf(workflow, holdOf(await folder.level('workflow-gate')));
    },
  };
}

const words: Readonly<Record<Phase, string>> = {
  start: t('not started'),
  analysed: t('analysed'),
  planned: t('plan waits for you'),
  approved: t('plan approved'),
  executed: t('executed'),
};

const reasons: Readonly<Record<Phase, string>> = {
  start: t('The workflow has not started.'),
  analysed: t('The analysis is done; the plan comes next.'),
  planned: t('The plan is written. Nothing is executed until you approve it.'),
  approved: t('The plan is approved. Execution can start.'),
  executed: t('The execution is done; the audit comes next.'),
};

const actions: Readonly<Record<Phase, readonly FlagAction[]>> = {
  start: [],
  analysed: ['back', 'abort'],
  planned: ['approve', 'back', 'abort'],
  approved: ['back', 'abort'],
  executed: ['back', 'abort'],
};

function stateOf(workflow: Workflow, hold: FlagState['hold']): FlagState {
  const state = workflow.state();
  const { phase } = state;
  const file = existsSync(workflow.planFile) ? workflow.planFile : undefined;
  return {
    status: phase === 'start' ? 'missing' : 'active',
    word: words[phase],
    reason: reasons[phase],
    at: state.history.at(-1)?.at,
    hold: phase === 'planned' ? hold : 'none',
    // A change of the plan voids the approval, wherever the plan is stored.
    dependsOnFiles: phase === 'approved' || phase === 'executed',
    facts: factsOf(state, workflow),
    actions: [...actions[phase], ...(file === undefined ? [] : (['file'] as const))],
    file,
  };
}

const shownSteps = 8;

function factsOf({ phase, retries, approval, history }: WorkflowState, { settings }: Workflow): readonly Fact[] {
  const steps = history.slice(-shownSteps).reverse();
  return [
    { label: t('Phase'), value: words[phase] },
    { label: t('Next phase starts when'), value: opensNext(phase, settings) },
    { label: t('Plan'), value: settings.plan },
    ...(approval === undefined
      ? []
      : [{ label: t('Approved'), value: t('by {0}, {1}', approval.by, time(approval.at)) }]),
    ...(retries === 0 ? [] : [{ label: t('Sent back'), value: t('{0} of {1} times', retries, settings.retries) }]),
    ...steps.map(({ at, from, to, why, by }) => ({
      label: time(at),
      value: t('{0} → {1}: {2}, by {3}', from, to, why, by),
    })),
  ];
}

const time = (at: number): string => new Date(at).toLocaleString();
