import type { Invocation } from './invocation';

/** Does it run the command in its own words, which is an invocation of its own (`sudo make`, `npx jest`)? */
export function isWrapping({ effects }: Invocation): boolean {
  return effects?.some((effect) => effect.kind === 'run' && effect.code.wrapper === true) === true;
}
