import { matcherOf, type RuleMatcher } from './match';
import type { Rule } from './rule';

const built = new WeakMap<Rule, RuleMatcher>();

/** The matcher of a rule, built when the rule is first held against something. */
export function compiled(rule: Rule): RuleMatcher {
  let matcher = built.get(rule);
  if (matcher === undefined) {
    matcher = matcherOf(rule.match);
    built.set(rule, matcher);
  }
  return matcher;
}
