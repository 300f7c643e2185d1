import { gate, type Gate } from '../../pipeline/gate';
import { pass } from '../../pipeline/ruling';
import { lookUnchanged } from './tamper-check/watched-files';

const level: Gate['level'] = { observe: 'observe', standard: 'enforce', harness: 'enforce' };

/** Detects and undoes changes that a call made to evidence, configuration, hooks and the installation. */
export const tamperCheck = gate({
  id: 'tamper-check',
  title: 'Tamper check',
  summary:
    'Checks after every tool call whether it tampered with evidence, the hooks, their registration or your configuration: voids the evidence, restores the rest and tells you. Also keeps a running session from losing its hooks.',
  events: ['SessionStart', 'PostToolUse', 'PostToolUseFailure', 'ConfigChange'],
  posture: 'open',
  level,
  cannotBeOff: true,
  async decide(call, site) {
    if (call.event === 'SessionStart') {
      const { keepStart } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
      if (site.dry !== true) await keepStart(site, call.sessionId);
      return pass('recorded the state at the start of the session');
    }
    if (call.event === 'ConfigChange') {
      const { lossDuringSession } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
      return lossDuringSession(site);
    }
    if (lookUnchanged(site)) return pass('nothing that Gatehouse protects was changed');
    const { settleChanges } = await import(/* webpackChunkName: "rest" */ './tamper-check/settle');
    return settleChanges(call, site, site.config.level({ id: 'tamper-check', level }) === 'enforce');
  },
});
