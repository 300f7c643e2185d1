import type { Effect, GitAct } from '../../../programs/effect';
import type { Invocation } from '../../../shell/invocation';
import { effectRule, objection, written, type EffectRule, type Objection, type Strictness, type View } from './rule';

export type GitEffect = Extract<Effect, { kind: 'git' }>;

type Check = (effect: GitEffect, view: View, invocation: Invocation) => Objection | undefined;

/** A rule about some of the things that git does. */
export function gitRule(id: string, acts: readonly GitAct[], check: Check, level: Strictness = 'standard'): EffectRule {
  return effectRule(
    id,
    'git',
    (effect, invocation, view) => (acts.includes(effect.act) ? check(effect, view, invocation) : undefined),
    level,
  );
}

/** A rule that refuses every one of these acts, whatever it is about. */
export const refused = (
  id: string,
  acts: readonly GitAct[],
  why: string,
  way: string,
  level?: Strictness,
): EffectRule => gitRule(id, acts, (_effect, _view, invocation) => objection(written(invocation), why, way), level);

/** The branch that is checked out where git works; another machine's is not known here. */
export function branchHere(effect: GitEffect, invocation: Invocation, view: View): string | undefined {
  return invocation.elsewhere ? undefined : view.branchAt(effect.cwd);
}
