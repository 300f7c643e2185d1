import type { CommandReading, Invocation } from '../shell/invocation';
import { isDevice } from '../shell/paths';
import { compiled, type Hit, type Subject } from './match';
import { failedExamples, sayFailed } from './examples';
import { decisions, type Rule, type RuleDecision } from './rule';

/** A rule that fits a call, and where. */
export interface Judged {
  readonly rule: Rule;
  readonly hit: Hit;
}

/** Every rule that fits and whose examples hold, the strongest decision first; in the order of the files within one. */
export function judgedBy(rules: readonly Rule[], subject: Subject, note: (line: string) => void): readonly Judged[] {
  const found: Judged[] = [];
  for (const rule of rules) {
    const hits = compiled(rule)(subject);
    if (hits.length === 0) continue;
    const [failed] = failedExamples(rule, subject);
    if (failed === undefined) found.push(...hits.map((hit) => ({ rule, hit })));
    else note(`rule ${rule.id}: ${sayFailed(failed)}`);
  }
  const rank = ({ rule }: Judged) => decisions.indexOf(rule.decision);
  return found.length < 2 ? found : found.sort((one, other) => rank(one) - rank(other));
}

export const withDecision = (found: readonly Judged[], decision: RuleDecision): readonly Judged[] =>
  found.filter(({ rule }) => rule.decision === decision);

/** The invocations that the person's own rules allow; packs do not ask about them. */
export const allowedInvocations = (found: readonly Judged[]): ReadonlySet<Invocation> =>
  new Set(withDecision(found, 'allow').flatMap(({ hit }) => hit.invocation ?? []));

/** Commands that only prepare others and have no effect of their own. */
const frames: ReadonlySet<string> = new Set(['cd', 'echo', 'true', ':', 'pwd', 'test', '[', '[[', 'printf']);

/** May the whole line run? A rule allows only the command that it matches, not the rest of the line. */
export function allowsWhole(
  { invocations, unread, errors }: CommandReading,
  allowed: ReadonlySet<Invocation>,
): boolean {
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
