import type { Site } from '../../../pipeline/site';
import { effectsOf } from '../../../shell/effects';
import type { CommandReading } from '../../../shell/invocation';
import { mayLose } from './threats';

/** Rules that do not apply if a snapshot exists or nothing would be lost. */
export const rescuedRules: ReadonlySet<string> = new Set([
  'git-discard',
  'git-clean',
  'git-stash',
  'git-branch-delete',
  'git-worktree-remove',
]);

/** What to do before a command that loses work. Gates that run by name and the harness refuse it, like the original hooks. */
export function rescuePolicy({ config, requestedByName }: Site): 'snapshot-then-run' | 'refuse' | 'off' {
  const { policy } = config.settings.rescue;
  if (policy !== 'profile') return policy;
  return !requestedByName && config.profile === 'standard' ? 'snapshot-then-run' : 'off';
}

export const rescues = (site: Site): boolean => site.git !== undefined && rescuePolicy(site) !== 'off';

/** Could the command remove anything? Most cannot, and need nothing loaded. */
export const couldLose = (reading: CommandReading): boolean =>
  effectsOf(reading).some(({ effect, invocation }) => !invocation.elsewhere && mayLose(effect));
