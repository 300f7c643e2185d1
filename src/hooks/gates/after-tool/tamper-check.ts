import { gate, type Gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { lookUnchanged } from './tamper-check/watched-files';

const level: Gate['level'] = { observe: 'observe', standard: 'enforce', harness: 'enforce' };

/** What the agent is judged by must be after a call as it was before. */
export const tamperCheck = gate({
  id: 'tamper-check',
  title: 'Tamper check',
  summary:
    'Looks after every tool call whether it changed evidence, the hooks, their registration or your configuration behind Gatehouse’s back: voids the evidence, puts the rest back and tells you; and keeps a session from losing its hooks while it runs.',
  events: ['SessionStart', 'PostToolUse', 'PostToolUseFailure', 'ConfigChange'],
  posture: 'open',
  level,
  cannotBeOff: true,
  async decide(call, site) {
    if (call.event === 'SessionStart') {
      const { keepStart } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
      if (site.dry !== true) await keepStart(site, call.sessionId);
      return pass('what the session begins with is kept');
    }
    if (call.event === 'ConfigChange') {
      const { lossDuringSession } = await import(/* webpackChunkName: "rest" */ './tamper-check/registration');
      return lossDuringSession(site);
    }
    if (lookUnchanged(site)) return pass('nothing that Gatehouse keeps was changed');
    const { settleChanges } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
    return settleChanges(call, site, site.config.level({ id: 'tamper-check', level }) === 'enforce');
  },
});
