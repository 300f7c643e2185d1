import type { Site } from '../../../pipeline/site';
import { effectsOf } from '../../../shell/effects';
import type { CommandReading } from '../../../shell/invocation';
import { mayLose } from './threats';

/** Rules that a snapshot, or nothing to lose, takes the reason from. */
export const rescuedRules: ReadonlySet<string> = new Set([
  'git-discard',
  'git-clean',
  'git-stash',
  'git-branch-delete',
  'git-worktree-remove',
]);

/** What is done before a loss. Existing setups expect refusals; so does a gate that runs by name. */
export function rescuePolicy({ config, requestedByName }: Site): 'snapshot-then-run' | 'refuse' | 'off' {
  const { policy } = config.settings.rescue;
  if (policy !== 'profile') return policy;
  return !requestedByName && config.profile === 'standard' ? 'snapshot-then-run' : 'off';
}

export const rescues = (site: Site): boolean => site.git !== undefined && rescuePolicy(site) !== 'off';

/** Could anything be taken away? Most commands cannot, and nothing more is loaded for them. */
export const couldLose = (reading: CommandReading): boolean =>
  effectsOf(reading).some(({ effect, invocation }) => !invocation.elsewhere && mayLose(effect));
