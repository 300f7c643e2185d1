import type { Site } from '../pipeline/site';
import { wildcard } from '../project/pattern';

/** Does this tool's answer count as a review? The person's list says so, with `*` for any part of a name. */
export function isReviewer(tool: string, { config }: Pick<Site, 'config'>): boolean {
  return config.settings.review.tools.some((name) => wildcard(name)(tool));
}
