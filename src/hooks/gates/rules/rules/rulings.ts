import { allow, ask, context, deny, pass, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import type { PreToolUse } from '../../../protocol/call';
import { allowedInvocations, allowsWhole, judgedBy, withDecision, type Judged } from '../../../rules/judge';
import { type Subject, subjectOf } from '../../../rules/match';
import { originOf, shownOrigin } from '../../../rules/origin';

/** What the configured rules say to a call. */
export function rulingsFor(call: PreToolUse, site: Site): Ruling | readonly Ruling[] {
  const subject = subjectOf(call, site);
  if (subject === undefined) return pass('no command');
  const found = judgedBy(site.config.settings.rules.list, subject, (line) => site.note(line));
  const [first] = found;
  return first === undefined ? pass('no rule matches') : rulingsOf(first, found, subject, site);
}

function rulingsOf(
  { rule, hit }: Judged,
  found: readonly Judged[],
  subject: Subject,
  site: Site,
): Ruling | readonly Ruling[] {
  const from = shownOrigin(originOf(rule, site.config.layers ?? []), site.root);
  switch (rule.decision) {
    case 'deny':
      return deny(rule.id, `${rule.why} (rule of ${from})`, {
        part: hit.part,
        instead: `${instead(rule.instead)}Do not retry this in another form; a person can allow it once, or change the rule.`,
      });
    case 'ask':
      return [ask(`${rule.why} (rule ${rule.id} of ${from}; at: ${hit.part})`, rule.id), ...warnings(found)];
    case 'warn':
      return warnings(found);
    case 'allow': {
      const whole = subject.reading === undefined || allowsWhole(subject.reading, allowedInvocations(found));
      return whole ? allow(`rule ${rule.id} of ${from} allows it`) : pass(`rule ${rule.id} allows a part of it only`);
    }
  }
}

const warnings = (found: readonly Judged[]): readonly Ruling[] =>
  withDecision(found, 'warn').map(({ rule, hit }) =>
    context(`Rule ${rule.id}: ${rule.why} (at: ${hit.part})\n${instead(rule.instead)}`.trim(), `rule ${rule.id}`),
  );

const instead = (way: string | undefined): string => (way === undefined ? '' : `Instead: ${way}\n`);
