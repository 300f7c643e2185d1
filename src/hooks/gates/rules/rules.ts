import { gate, pass } from '../../pipeline/gate';

/** The rules that people write in gatehouse.json, and those of a team’s policy. */
export const rules = gate<'PreToolUse'>({
  id: 'rules',
  title: 'Rules',
  summary: 'Checks each call against the rules in your configuration files and your team’s policy.',
  events: ['PreToolUse'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    if (site.config.settings.rules.list.length === 0) return pass('no rules are configured');
    const { rulingsFor } = await import(/* webpackChunkName: "commands" */ '../../rules/judge');
    return rulingsFor(call, site);
  },
});
