import type { AnyGate } from '../pipeline/gate';
import type { Site } from '../pipeline/site';

/** Does what this gate says reach anybody? A gate that is only observed must not use up what is told once. */
export function isHeard(site: Site, gate: Pick<AnyGate, 'id' | 'level'>): boolean {
  return site.alone || site.config.level(gate) !== 'observe';
}
