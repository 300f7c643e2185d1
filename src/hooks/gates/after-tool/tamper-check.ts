import { gate, type Gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { lookUnchanged } from './tamper-check/watched-files';

const level: Gate['level'] = { observe: 'observe', standard: 'enforce', harness: 'enforce' };

/** What the agent is judged by must be after a call as it was before. */
export const tamperCheck = gate({
  id: 'tamper-check',
  title: 'Tamper check',
  summary:
    'Looks after every tool call whether it changed evidence, the hooks’ registration or your configuration behind Gatehouse’s back: voids the evidence, puts the rest back and tells you; and keeps a session from losing its hooks while it runs.',
  events: ['PostToolUse', 'PostToolUseFailure', 'ConfigChange'],
  posture: 'open',
  level,
  cannotBeOff: true,
  async decide(call, site) {
    if (call.event !== 'ConfigChange' && lookUnchanged(site)) return pass('nothing that Gatehouse keeps was changed');
    const { lossDuringSession, settleChanges } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
    if (call.event === 'ConfigChange') return lossDuringSession(site);
    return settleChanges(call, site, site.config.level({ id: 'tamper-check', level }) === 'enforce');
  },
});
