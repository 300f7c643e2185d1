import type { PushedRef } from '../../../programs/effect';
import type { Invocation } from '../../../shell/invocation';
import { branchHere, gitRule, type GitEffect } from './git-rule';
import { objection, written, type EffectRule, type Objection, type View } from './rule';

const branchWay = 'Push a branch of your own and let the person merge it.';

/** The branch over there; `HEAD` is the one that is checked out, and so is a push that names none. */
function targets(
  effect: GitEffect,
  view: View,
  invocation: Invocation,
): readonly Pick<PushedRef, 'forced' | 'source' | 'target'>[] {
  const here = branchHere(effect, invocation, view);
  const { refs = [], current = false } = effect.push ?? {};
  if (current) return here === undefined ? [] : [{ forced: false, source: here, target: here }];
  return refs.flatMap((ref) => {
    if (ref.word.value === undefined) return [];
    const own = ref.target === 'HEAD' || ref.target === '@';
    if (own && here === undefined) return [];
    const target = own ? (here ?? '') : ref.target;
    const source = ref.source === 'HEAD' || ref.source === '@' ? here : ref.source?.replace(/^(?:refs\/)?heads\//, '');
    return [{ forced: ref.forced, source: ref.source === undefined ? undefined : (source ?? ref.source), target }];
  });
}

function pushing(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refuse = (why: string, way = branchWay) => objection(written(invocation), why, way);
  if (push.mirror) return refuse('It overwrites and deletes every branch on the remote, and publishes the rescue snapshots, which hold discarded work.'); // prettier-ignore
  const forced = push.force || push.lease;
  if (push.everything && forced) return refuse('It overwrites every branch on the remote, including protected ones.');
  for (const { forced: plus, source, target } of targets(effect, view, invocation)) {
    if (!view.isProtected(target)) continue;
    if (push.deletes || source === undefined) return refuse(`It deletes the protected branch ${target} on the remote.`, 'Ask the person.'); // prettier-ignore
    if (forced || plus) return refuse(`It overwrites the history of the protected branch ${target}.`);
    if (source !== target) return refuse(`It points the protected branch ${target} at unreviewed work.`);
  }
  return undefined;
}

function pushingProtected(effect: GitEffect, view: View, invocation: Invocation): Objection | undefined {
  const { push } = effect;
  if (push === undefined) return undefined;
  const refs = targets(effect, view, invocation);
  if (push.deletes || refs.some(({ source }) => source === undefined))
    return objection(written(invocation), 'It deletes a branch on the remote.', 'Ask the person.');
  const hit = refs.find(({ target }) => view.isProtected(target));
  return hit === undefined
    ? undefined
    : objection(written(invocation), `It pushes directly to the protected branch ${hit.target}.`, branchWay);
}

export const pushRules: readonly EffectRule[] = [
  gitRule('git-push', ['push'], pushing),
  gitRule('git-push-protected', ['push'], pushingProtected, 'strict'),
];
