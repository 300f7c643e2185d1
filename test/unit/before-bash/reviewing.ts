import { autoReview } from '../../../src/hooks/gates/before-bash/auto-review';
import type { Ruling } from '../../../src/hooks/pipeline/gate';
import { defaultSettings, type Settings } from '../../../src/hooks/configuration/settings';
import type { ToolInput } from '../../../src/hooks/protocol/call';
import { assumedSite, type Assumptions } from '../../../bench/corpus-site';
import { callOf } from './judging';

export const autoReviewSettings = (given: Partial<Settings['autoReview']>): Assumptions => ({
  settings: { autoReview: { ...defaultSettings().autoReview, ...given } },
});

/** What auto-review says to an input in the assumed place. */
export function reviewOf(input: ToolInput, assumed: Assumptions = {}, tool = 'Bash', permissionMode?: string): Ruling {
  const site = assumedSite(assumed);
  const answer = autoReview.decide({ ...callOf(input, site.cwd, tool), permissionMode }, site);
  if (answer instanceof Promise || !('kind' in answer)) throw new Error('auto-review answers at once, with one ruling');
  return answer;
}

export type Reach = 'strict' | 'standard' | 'never';

/** The level from which on a command is approved. */
export function reachOf(command: string): Reach {
  const at = (level: 'strict' | 'standard') => reviewOf({ command }, autoReviewSettings({ level })).kind === 'allow';
  return at('strict') ? 'strict' : at('standard') ? 'standard' : 'never';
}
