import type { Site } from '../pipeline/site';
import { siteAt } from '../pipeline/surroundings';
import { placeOf } from '../project/place';
import type { Terminal } from './command';

/** Where a command was called: the same evidence, configuration and log that hooks see there. */
export function siteOf(terminal: Terminal, more: { readonly dry?: boolean } = {}): Site {
  const clock = { now: () => Date.now() };
  return siteAt({ env: terminal.env, clock, alone: false, ...more }, placeOf(terminal.cwd));
}
