import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { memoize } from '../../../project/memoize';
import type { CommandReading } from '../../../shell/invocation';
import { isHere } from '../../../programs/parts/address';
import { effectsOf } from '../../../shell/effects';
import { resolvePath, within } from '../../../shell/paths';
import { isSystemFact } from './tier';
import { readingAt } from '../../../shell/shared-reading';
import { judgeLine, type LineJudgement } from './line';

/** A command, read and judged where it would run. */
export interface Assessment {
  readonly reading: CommandReading;
  readonly judgement: LineJudgement;
}

export function assessAt(command: string, site: Site): Assessment {
  const { env, root, git, config } = site;
  const reading = readingAt(command, site);
  // Outside a repository the folder is the project, unless it is everything the person has.
  const wide = git === undefined && within(personHome(env), root);
  const { safe, risky } = config.settings.autoReview;
  return {
    reading,
    judgement: judgeLine(reading, {
      roots: wide ? [] : [root],
      home: personHome(env),
      cwd: site.cwd,
      path: env.PATH,
      isOtherRepository: memoize((folder) => isOtherRepository(folder, site)),
      safe,
      risky,
    }),
  };
}

/**
 * Does the directory belong to another repository? A bare repository can be checked in as plain files of the project:
 * then its configuration, which can start programs, came with the project.
 */
function isOtherRepository(directory: string, site: Site): boolean {
  if (directory === site.cwd || site.git === undefined) return false;
  if (/\.git(?:\/|$)/.test(directory.slice(site.root.length))) return true;
  if (existsSync(path.join(directory, 'HEAD')) && existsSync(path.join(directory, 'objects'))) return true;
  return !within(directory, site.root) || site.at(directory).root !== site.root;
}

/**
 * Are reversible changes approved too? If the setting is `profile`: in the profile harness, and if the gate runs by
 * name (`--only`).
 */
export function approvesChanges({ config, requestedByName }: Site): boolean {
  const { level } = config.settings.autoReview;
  return level === 'profile' ? requestedByName || config.profile === 'harness' : level === 'standard';
}

export function approves({ tier }: LineJudgement, site: Site): boolean {
  return tier === 'read' || tier === 'throwaway' || (tier === 'local' && approvesChanges(site));
}

/** Does it stay in this project on this machine: no service, no network address, no file elsewhere? */
export function staysInProject(reading: CommandReading, { root }: Site): boolean {
  return (
    reading.invocations.every(({ program, effects }) => program === '' || effects !== undefined) &&
    effectsOf(reading).every(({ effect }) => {
      if (effect.kind === 'service' || effect.kind === 'send') return false;
      if (effect.kind === 'fetch') return isHere(effect.from);
      if (effect.kind !== 'read') return true;
      const path = resolvePath(effect.cwd, effect.path.text);
      return path !== undefined && (within(path, root) || isSystemFact(path));
    })
  );
}
