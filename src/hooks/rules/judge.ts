import type { CommandReading, Invocation } from '../shell/invocation';
import { isDevice } from '../shell/paths';
import { compiled, type Hit, type Subject, subjectOf } from './match';
import { failedExamples, sayFailed } from './examples';
import { decisions, type Rule, type RuleDecision } from './rule';
import { allow, ask, context, deny, pass, type Ruling } from '../pipeline/gate';
import type { Site } from '../pipeline/site';
import type { PreToolUse } from '../protocol/call';
import { wordSet } from '../project/text';
import { originOf, shownOrigin } from './origin';

/** A rule that fits a call, and where. */
export interface Judged {
  readonly rule: Rule;
  readonly hit: Hit;
}

/** Every rule that fits and whose examples hold, the strongest decision first; in the order of the files within one. */
export function judgedBy(rules: readonly Rule[], subject: Subject, site: Pick<Site, 'note'>): readonly Judged[] {
  const found: Judged[] = [];
  for (const rule of rules) {
    const hits = compiled(rule)(subject);
    if (hits.length === 0) continue;
    const [failed] = failedExamples(rule, subject);
    if (failed === undefined) found.push(...hits.map((hit) => ({ rule, hit })));
    else site.note(`rule ${rule.id}: ${sayFailed(failed)}`);
  }
  const rank = ({ rule }: Judged) => decisions.indexOf(rule.decision);
  return found.length < 2 ? found : found.sort((one, other) => rank(one) - rank(other));
}

const withDecision = (found: readonly Judged[], decision: RuleDecision): readonly Judged[] =>
  found.filter(({ rule }) => rule.decision === decision);

/** The invocations that the person's own rules allow; packs do not ask about them. */
export const allowedInvocations = (found: readonly Judged[]): ReadonlySet<Invocation> =>
  new Set(withDecision(found, 'allow').flatMap(({ hit }) => hit.invocation ?? []));

/** Commands that only prepare others and have no effect of their own. */
const frames = wordSet('cd echo true : pwd test [ [[ printf');

/** May the whole line run? A rule allows only the command that it matches, not the rest of the line. */
function allowsWhole({ invocations, unread, errors }: CommandReading, allowed: ReadonlySet<Invocation>): boolean {
  if (invocations.length === 0 || unread.length > 0 || errors.length > 0) return false;
  return invocations.every((one) => {
    if (writesFiles(one) || one.assignments.length > 0) return false;
    if (one.script || allowed.has(one)) return one.args.every(({ value }) => value !== undefined);
    return one.program !== undefined && frames.has(one.program) && one.args.every(({ value }) => value !== undefined);
  });
}

const writesFiles = ({ redirects }: Invocation): boolean =>
  redirects.some(
    ({ operator, target }) =>
      operator !== '<' &&
      !/^(?:<<|<<-|<<<|<&)$/.test(operator) &&
      target !== undefined &&
      !/^\d+-?$/.test(target.text) &&
      !isDevice(target.text),
  );

/** What the configured rules say to a call. */
export function rulingsFor(call: PreToolUse, site: Site): Ruling | readonly Ruling[] {
  const subject = subjectOf(call, site);
  if (subject === undefined) return pass('no command');
  const found = judgedBy(site.config.settings.rules.list, subject, site);
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
