import { currentPhase, phasesIn, planFile } from '../../hooks/plan/plan';
import { findPlan } from '../../hooks/plan/staleness';
import type { Flag } from './flag';

/** How far the plan is, where the project has one. */
export const plan: Flag = {
  id: 'plan',
  title: 'Plan',
  short: 'plan',
  rootFile: planFile,
  read: (folder) => {
    const found = findPlan(folder.root);
    const base = { hold: 'none', bound: false } as const;
    if (found.kind === 'missing') {
      return Promise.resolve({
        ...base,
        status: 'missing',
        reason: 'There is no plan.',
        hidden: true,
        facts: [],
        actions: [],
      });
    }
    const { phases } = found.plan;
    const done = phasesIn(found.plan, 'completed').length;
    const current = currentPhase(found.plan);
    return Promise.resolve({
      ...base,
      status: phases.length > 0 && done === phases.length ? 'passed' : 'active',
      word: `${done} of ${phases.length} phases`,
      reason: current === undefined ? 'No phase is under way.' : `Phase ${current.number}: ${current.title}`,
      at: found.modifiedAt,
      facts: [],
      actions: ['file'],
      file: found.file,
    });
  },
};
