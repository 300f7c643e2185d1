import { gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { agentTools, editTools, shellTools } from '../../protocol/tools';
import { findTrace, linesWith, traceIn } from '../../pipeline/decision-log';
import { surelyRanAsJudged } from './call-check/as-judged';

/** Checks after each call that it ran as it was decided. */
export const callCheck = gate({
  id: 'call-check',
  title: 'Call check',
  summary:
    'Raises an alarm when a call ran although it was refused, was never checked by a gate, or ran with different input than was checked: a mod, a plugin or another hook overrode Gatehouse.',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: [...shellTools, ...editTools, ...agentTools, 'mcp__*'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const { toolUseId } = call;
    if (toolUseId === undefined) return pass('the client does not number its calls');
    const texts = ['"event":"PreToolUse"', `"toolUseId":${JSON.stringify(toolUseId)}`];
    const [line] = linesWith(site.home, texts);
    if (line !== undefined && surelyRanAsJudged(call, line)) return pass('ran as decided');
    const judged = line === undefined ? undefined : (traceIn(line) ?? findTrace(site.home, ...texts));
    const { judgedCall, unseenCall } = await import(/* webpackChunkName: "rest" */ './call-check/alarms');
    return judged === undefined ? unseenCall(call, site) : judgedCall(call, judged, site);
  },
});
