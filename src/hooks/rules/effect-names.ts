import type { Effect } from '../programs/effect';
import type { ShellWord } from '../shell/invocation';
import { resolvePath } from '../shell/paths';

/** Stands for a program that no definition knows. */
export const unlistedProgram: Effect = { kind: 'unknown', certainty: 'unknown', cwd: undefined, why: 'program' };

/** The names of an effect, the general one first. */
export function namesOf(effect: Effect): readonly string[] {
  const details = detailsOf(effect);
  const key = `${effect.kind}:${details.join(',')}`;
  let names = known.get(key);
  if (names === undefined) {
    names = [effect.kind, ...details.map((detail) => `${effect.kind}:${detail}`)];
    known.set(key, names);
  }
  return names;
}

const known = new Map<string, readonly string[]>();
const none: readonly string[] = [];

function detailsOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'read':
      return [effect.what];
    case 'write':
      return [effect.how];
    case 'delete':
      return effect.recursive ? ['tree'] : none;
    case 'git':
      return [effect.act, ...(effect.push !== undefined && (effect.push.force || effect.push.refs.some(({ forced }) => forced)) ? ['force-push'] : [])]; // prettier-ignore
    case 'service':
      return [effect.access];
    case 'machine':
      return [effect.what];
    case 'run':
      return [effect.code.form];
    case 'unknown':
      return effect === unlistedProgram ? ['program'] : none;
    default:
      return none;
  }
}

/** Paths that an effect changes; what it only reads counts where the rule says so. */
export function pathsOf(effect: Effect, changesOnly: boolean): readonly ShellWord[] {
  switch (effect.kind) {
    case 'read':
      return changesOnly ? [] : [effect.path];
    case 'move':
      return [effect.path, ...(effect.to === undefined ? [] : [effect.to])];
    case 'link':
      return effect.at === undefined ? [] : [effect.at];
    case 'write':
    case 'delete':
    case 'attributes':
      return [effect.path];
    case 'git':
      return effect.loses === undefined ? [] : (effect.paths ?? []);
    default:
      return [];
  }
}

/** The same, absolute, as far as it is known. */
export function placesOf(effect: Effect, changesOnly: boolean): readonly string[] {
  const known = changesOnly ? changed : touched;
  let places = known.get(effect);
  if (places === undefined) {
    places = pathsOf(effect, changesOnly).flatMap(({ value }) => (value === undefined ? [] : (resolvePath(effect.cwd, value) ?? []))); // prettier-ignore
    known.set(effect, places);
  }
  return places;
}

const changed = new WeakMap<Effect, readonly string[]>();
const touched = new WeakMap<Effect, readonly string[]>();
