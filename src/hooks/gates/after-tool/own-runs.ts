import { gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { shellCommand } from '../../protocol/tools';
import { mayRunKnown } from '../../runs/known-command';

/** What the agent's own runs of the project's checks show becomes evidence. */
export const ownRuns = gate({
  id: 'own-runs',
  title: 'Own runs',
  summary:
    'Records what the agent’s own test, lint, type-check and build runs show, for the content they ran on: a whole test run that passed makes the tests flag pass.',
  events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || !mayRunKnown(command)) return pass('no check of the project is named');
    const { beginRun, recordRun } = await import(/* webpackChunkName: "commands" */ './own-runs/recording');
    return call.event === 'PreToolUse' ? beginRun(command, call, site) : recordRun(command, call, site);
  },
});
