import { gate, type AnyGate, ask, deny, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { shellTools } from '../../protocol/tools';
import { allowedInvocations, judgedBy, type Judged } from '../../rules/judge';
import { type Subject, subjectOf } from '../../rules/match';
import type { Pack } from '../../rules/rule';
import { packs } from '../../rules/packs';

/** One gate for each pack: the Hooks view switches it like any other. */
export const packGates: readonly AnyGate[] = packs.map((pack) =>
  gate<'PreToolUse'>({
    id: pack.id,
    title: pack.title,
    summary: pack.summary,
    events: ['PreToolUse'],
    tools: shellTools,
    posture: 'closed',
    level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
    decide(call, site) {
      const subject = subjectOf(call, site);
      const found = subject === undefined ? undefined : firstOf(pack, subject, site);
      if (found === undefined) return pass('no rule of the pack matches');
      const { rule, hit } = found;
      if (rule.decision === 'deny' || site.config.profile === 'harness') {
        const way = `${rule.instead === undefined ? '' : `Instead: ${rule.instead}\n`}Do not retry this in another form; if it is really needed, the person can run it or allow it once.`;
        return deny(rule.id, rule.why, { part: hit.part, instead: way });
      }
      return { ...ask(`${rule.why} (at: ${hit.part})`, rule.id), why: rule.why };
    },
  }),
);

/** What a person’s own rule allows, a pack does not ask about again. */
function firstOf({ rules }: Pack, subject: Subject, site: Site): Judged | undefined {
  const found = judgedBy(rules, subject, site);
  if (found.length === 0) return undefined;
  const allowing = site.config.settings.rules.list.filter(({ decision }) => decision === 'allow');
  if (allowing.length === 0) return found[0];
  const allowed = allowedInvocations(judgedBy(allowing, subject, site));
  return found.find(({ hit }) => hit.invocation === undefined || !allowed.has(hit.invocation));
}
