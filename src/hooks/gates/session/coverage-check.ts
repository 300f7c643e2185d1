import { gate } from '../../pipeline/gate';

/** A session without hooks can only be reported by the next session with hooks. */
export const coverageCheck = gate({
  id: 'coverage-check',
  title: 'Coverage check',
  summary:
    'Reports at the start of a session which earlier sessions ran tools without hooks, since when, and the likely reason: a flag, a subdirectory, disableAllHooks, a mod.',
  events: ['SessionStart'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const { unheardSessions } = await import(/* webpackChunkName: "rest" */ './coverage-check/sessions');
    return unheardSessions(call, site);
  },
});
