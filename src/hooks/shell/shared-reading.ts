import path from 'node:path';
import type { Site } from '../pipeline/site';
import type { Git } from '../project/git';
import { personHome, type Env } from '../project/home';
import type { Place } from '../project/place';
import { readText } from '../project/read-file';
import { firstOf, memoize } from '../project/functions';
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
    readFile: memoize((file) => (within(file, site.root) ? readText(file, { maxBytes: longestScript }) : undefined)),
    isProject: (folder) => within(folder, site.root),
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

/** What an alias of the repository's or the person's git configuration stands for; read from the files, without git. */
function configuredAlias(name: string, env: Env, git: Git | undefined): string | undefined {
  const home = personHome(env);
  const files = [
    ...(git === undefined ? [] : [path.join(git.repository.commonDir, 'config')]),
    path.join(home, '.gitconfig'),
    path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'git', 'config'),
  ];
  return firstOf(files, (file) => aliasIn(file, name));
}

function aliasIn(file: string, name: string): string | undefined {
  const text = readText(file, { maxBytes: 1_000_000 });
  if (text === undefined) return undefined;
  let inAliases = false;
  let value: string | undefined;
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"[^"]*")?\s*\]/.exec(line)?.[1];
    if (section !== undefined) inAliases = section.toLowerCase() === 'alias';
    const entry = inAliases ? /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) : null;
    if (entry?.[1]?.toLowerCase() === name.toLowerCase()) value = unquoted(entry[2] ?? '');
  }
  return value;
}

function unquoted(text: string): string {
  const inner = /^"([^]*)"$/.exec(text)?.[1] ?? text;
  return inner.replace(/\\(["\\nt])/g, (_whole, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}
