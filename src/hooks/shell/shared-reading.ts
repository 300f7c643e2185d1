import type { Site } from '../pipeline/site';
import { configuredAlias } from '../project/git-alias';
import { personHome } from '../project/home';
import type { Place } from '../project/place';
import { readText } from '../project/read-file';
import type { CommandContext, CommandReading } from './invocation';
import { within } from './paths';
import { readCommand } from './read-command';

type ReadingSite = Pick<Site, 'root' | 'place' | 'cwd' | 'env' | 'git' | 'at'>;

/** Variables of our own environment that the agent's shell certainly shares. */
const shared = ['TMPDIR', 'USER', 'LOGNAME', 'SHELL', 'CLAUDE_PROJECT_DIR'] as const;

/** No script that a person keeps in a project is longer. */
const longestScript = 512 * 1024;

/** What may be relied on, also to approve something. */
export function contextOf(site: ReadingSite): CommandContext {
  return {
    cwd: site.cwd,
    home: personHome(site.env),
    env: Object.fromEntries(shared.map((name) => [name, site.env[name]])),
    readFile: (file) => (within(file, site.root) ? readText(file, { maxBytes: longestScript }) : undefined),
    worktreeTop: (cwd) => (cwd === undefined ? undefined : site.at(cwd).git?.root),
    gitAlias: (name, cwd) => configuredAlias(name, site.env, (cwd === undefined ? site : site.at(cwd)).git),
  };
}

/** A command as all gates of one call share it: read once. */
export function readingAt(command: string, site: ReadingSite): CommandReading {
  return kept(command, site, false);
}

/**
 * The same with every variable that the environment holds: good for finding out what a command could touch, too bold to
 * approve anything by.
 */
export function readWithFullEnv(command: string, site: ReadingSite): CommandReading {
  return kept(command, site, namesOther(command, site.env));
}

function namesOther(command: string, env: Site['env']): boolean {
  if (!command.includes('$')) return false;
  for (const [, name = ''] of command.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)) {
    if (env[name] !== undefined && name !== 'HOME' && !shared.some((one) => one === name)) return true;
  }
  return false;
}

interface Kept {
  readonly command: string;
  readonly cwd: string;
  readonly env: Site['env'];
  readonly bold: boolean;
  readonly reading: CommandReading;
}

/** Cached per Place, which lives for one call. */
const readings = new WeakMap<Place, Kept[]>();
const keptPerPlace = 6;

function kept(command: string, site: ReadingSite, bold: boolean): CommandReading {
  const { place, cwd, env } = site;
  const known = readings.get(place) ?? [];
  const found = known.find((one) => one.command === command && one.cwd === cwd && one.env === env && one.bold === bold);
  if (found !== undefined) return found.reading;
  const context = contextOf(site);
  const reading = readCommand(command, bold ? { ...context, env } : context);
  readings.set(place, [...known, { command, cwd, env, bold, reading }].slice(-keptPerPlace));
  return reading;
}
