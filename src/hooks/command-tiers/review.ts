import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import type { CommandReading } from '../shell/invocation';
import { within } from '../shell/paths';
import { readingAt } from '../shell/shared-reading';
import { judgeLine, type LineJudgement } from './line';

/** A command, read and judged where it would run. */
export interface Review {
  readonly reading: CommandReading;
  readonly judgement: LineJudgement;
}

export function reviewAt(command: string, site: Site): Review {
  const { env, root, git, config } = site;
  const reading = readingAt(command, site);
  // Outside a repository the folder is the project, unless it is everything the person has.
  const wide = git === undefined && within(personHome(env), root);
  const { safe, risky } = config.settings.autoReview;
  return { reading, judgement: judgeLine(reading, { roots: wide ? [] : [root], safe, risky }) };
}

/**
 * Are changes that can be taken back approved too? Without a word of the person they are in the plan-driven profile,
 * and where a gate was asked for by name.
 */
export function approvesChanges({ config, alone }: Site): boolean {
  const { level } = config.settings.autoReview;
  return level === 'profile' ? alone || config.profile === 'harness' : level === 'standard';
}

export function approves({ tier }: LineJudgement, site: Site): boolean {
  return tier === 'read' || (tier === 'local' && approvesChanges(site));
}
