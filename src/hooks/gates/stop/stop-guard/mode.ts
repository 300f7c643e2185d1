import type { Site } from '../../../pipeline/site';

export const modes = ['off', 'warn', 'strict'] as const;
type Mode = (typeof modes)[number];

export interface Choice {
  readonly mode: Mode;
  /** An unknown mode: the person is told, and the guard uses `strict`. */
  readonly unknown?: string;
}

/** The environment variable overrides the configuration. */
export function modeOf(site: Pick<Site, 'config' | 'env'>): Choice {
  const asked = site.env.STOP_GUARD_MODE?.trim();
  if (asked === undefined || asked === '') return { mode: site.config.settings.stopGuard.mode };
  const mode = modes.find((known) => known === asked.toLowerCase());
  return mode === undefined ? { mode: 'strict', unknown: asked.slice(0, 40) } : { mode };
}
