import { lstatSync } from 'node:fs';
import path from 'node:path';
import { scopes, settingsPath } from '../../../install/scope';
import type { SettingsFile } from '../../../install/settings-file';
import type { Site } from '../../../pipeline/site';
import { gatehouseHome } from '../../../project/home';
import type { PostToolUse, PostToolUseFailure } from '../../../protocol/call';

export type Finished = PostToolUse | PostToolUseFailure;

/** One file that a call changed, in a sentence for people. */
export interface Tampering {
  readonly file: string;
  readonly text: string;
  /** Results of hooks since then are unreliable too. */
  readonly voids?: true;
}

/** What a look needs to know beside the site. */
export interface Look {
  readonly call: Finished;
  /** The call, as people read it. */
  readonly by: string;
  /** May things be put back? */
  readonly repairs: boolean;
}

export function settingsOf({ root, env }: Pick<Site, 'root' | 'env'>): readonly SettingsFile[] {
  return scopes.map((scope) => ({ file: settingsPath(scope, root, env), home: gatehouseHome(env), env }));
}

/** Change times cannot be set, and tell a person's edit between two calls from what the call did. */
export function changedDuring(call: Finished, file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false }) ?? lstatSync(path.dirname(file), { throwIfNoEntry: false });
  return stats === undefined || stats.ctimeMs >= startOf(call);
}

/** When the call began, at the latest that this look can tell. */
export function startOf({ raw: { duration_ms: duration } }: Finished): number {
  return typeof duration === 'number' ? Date.now() - duration - slackMs : 0;
}

/** From the tool's end to this look. */
const slackMs = 5_000;
