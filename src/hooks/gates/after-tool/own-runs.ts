import { gate, pass } from '../../pipeline/gate';
import { shellCommand } from '../../protocol/tools';
import { mayRunCheck } from '../../agent-runs/quick-check';

/** Records evidence from the agent's own runs of the project's checks. */
export const ownRuns = gate({
  id: 'own-runs',
  title: 'Own runs',
  summary:
    'Records the results of the agent’s own test, lint, type-check and build runs for the content they ran on: a full test run that passed sets the tests flag.',
  events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || !mayRunCheck(command)) return pass('the command names no check of the project');
    const { beginRun, recordRun } = await import(/* webpackChunkName: "commands" */ './own-runs/recording');
    return call.event === 'PreToolUse' ? beginRun(command, call, site) : recordRun(command, call, site);
  },
});
