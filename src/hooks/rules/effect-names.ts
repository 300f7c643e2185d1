import type { Effect } from '../programs/effect';
import type { ShellWord } from '../shell/invocation';
import { resolvePath } from '../shell/paths';

/** Stands for a program that no definition knows. */
export const unlistedProgram: Effect = { kind: 'unknown', certainty: 'unknown', cwd: undefined, why: 'program' };

/** The names of an effect, the general one first. */
export function namesOf(effect: Effect): readonly string[] {
  let names = named.get(effect);
  if (names === undefined) {
    names = nameEach(effect);
    named.set(effect, names);
  }
  return names;
}

/** Every rule asks about every effect. */
const named = new WeakMap<Effect, readonly string[]>();

function nameEach(effect: Effect): readonly string[] {
  const more = (...details: readonly string[]) => [effect.kind, ...details.map((detail) => `${effect.kind}:${detail}`)];
  switch (effect.kind) {
    case 'read':
      return more(effect.what);
    case 'write':
      return more(effect.how);
    case 'delete':
      return effect.recursive ? more('tree') : more();
    case 'git':
      return more(effect.act, ...(effect.push !== undefined && (effect.push.force || effect.push.refs.some(({ forced }) => forced)) ? ['force-push'] : [])); // prettier-ignore
    case 'service':
      return more(effect.access);
    case 'machine':
      return more(effect.what);
    case 'run':
      return more(effect.code.form);
    case 'unknown':
      return effect === unlistedProgram ? more('program') : more();
    default:
      return more();
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
