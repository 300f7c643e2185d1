import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole, privateIn } from '../state/atomic-file';
import { ActionableError, attempt } from '../project/functions';
import { personHome } from '../project/home';
import { isNewer, version } from '../version';
import { deployedBuild, installedVersion, keepPrograms, shimNames } from './deployed-files';
import { asyncShimName, launcherName, shimName } from './entry';
import type { Runtime } from './runtime';
import { statusLineScript, statusLineShim } from './status-line';
import { asyncHookShim, commandFile, commandShim, hookShim, launcher, type ShimFacts } from './shim';
import { makeFolder, namesIn } from '../project/read-file';
import { lazyObject } from '../project/lazy-schema';
import { sha256 } from '../project/sha256';

/** The files in Gatehouse's home after an installation. */
export interface Deployed {
  /** The newer version that is installed already and stays. */
  readonly kept?: string;
  readonly build: string;
  readonly runner: string;
  readonly bin: string;
}

/** Older builds that are kept: a session or a host may still run them. */
const keptBuilds = 2;

/**
 * Puts a copy of the runner and the shims into Gatehouse's home. The copy is what makes hooks outlive an update of the
 * extension, whose folder goes away; the shim is replaced in one step and always names a whole copy.
 */
export function deploy(source: string, home: string, runtime: Runtime, env: NodeJS.ProcessEnv): Deployed {
  const files = runnerFiles(source);
  mustBeWhole(source);
  const bin = path.join(home, 'bin');
  const newer = newerIn(home);
  if (newer !== undefined) return { ...newer, runner: path.join(home, 'runner', newer.build, 'runner.js'), bin };
  const build = buildOf(source, files);
  privateFolder(home);
  const folder = path.join(home, 'runner', build);
  copyRunner(source, files, folder);
  const facts: ShimFacts = {
    build,
    home,
    elsewhere: path.resolve(home) !== path.join(personHome(env), '.gatehouse'),
    runner: path.join(folder, 'runner.js'),
    source: path.resolve(source) === folder ? undefined : path.join(path.resolve(source), 'runner.js'),
    ...runtime,
  };
  // On Windows too: a command line that teammates share is run by Git Bash there.
  const scripts = process.platform === 'win32' ? withSlashes(facts) : facts;
  writeProgram(home, path.join(bin, shimName), hookShim(scripts));
  writeProgram(home, path.join(bin, asyncShimName), asyncHookShim(scripts));
  writeProgram(home, path.join(bin, 'gatehouse'), commandShim(scripts));
  writeProgram(home, path.join(bin, statusLineScript), statusLineShim(scripts.home, build));
  writeProgram(home, path.join(bin, launcherName), launcher(facts));
  if (process.platform === 'win32') writeProgram(home, path.join(bin, 'gatehouse.cmd'), commandFile(facts));
  keepPrograms(home, build, facts.source === undefined ? undefined : path.dirname(facts.source));
  forgetOldBuilds(path.join(home, 'runner'), build);
  return { build, runner: facts.runner, bin };
}

/** The installed program if it is complete and newer than this one; it then stays. */
function newerIn(home: string): { readonly build: string; readonly kept: string } | undefined {
  const build = deployedBuild(home);
  const kept = installedVersion(home);
  if (build === undefined || kept === undefined || !isNewer(kept, version)) return undefined;
  const shims = shimNames.every((name) => existsSync(path.join(home, 'bin', name)));
  return shims && damageOf(home).length === 0 ? { build, kept } : undefined;
}

/** Windows takes both slashes; in a script a backslash may be an escape. */
function withSlashes(facts: ShimFacts): ShimFacts {
  const slashed = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\\', '/') : value);
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, slashed(value)]),
  ) as unknown as ShimFacts;
}

/** What is damaged of the runner that the shim in this home starts. */
export function damageOf(home: string): readonly string[] {
  const build = deployedBuild(home);
  return build === undefined ? [] : damagedFiles(path.join(home, 'runner', build));
}

/** A hash of the runner's files names the build. */
export function buildOf(source: string, files = runnerFiles(source)): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(source, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Is the runner of a build not as it was copied? */
export const runnerChanged = (home: string, build: string): boolean => !isWhole(path.join(home, 'runner', build));

/** Copies the runner from its source again; false if the source is missing or has another build. */
export function putRunnerBack(home: string, build: string, source: string | undefined): boolean {
  try {
    if (source === undefined || buildOf(source) !== build) return false;
    copyRunner(source, runnerFiles(source), path.join(home, 'runner', build));
    return true;
  } catch {
    return false;
  }
}

function runnerFiles(source: string): readonly string[] {
  const names = namesIn(source)
    .filter((name) => name.endsWith('.js'))
    .sort();
  if (names.includes('runner.js')) return names;
  throw new ActionableError(`There is no runner.js in ${source}.`, "Run 'npm run build', then install again.");
}

/** Says also which version the copy is. Without it a `package.json` in the person's home, or in any folder above, would say what kind of modules ours are. */
const kind = `${JSON.stringify({ type: 'commonjs', version })}\n`;
const kindFile = (folder: string): string => path.join(folder, 'package.json');

const isWhole = (folder: string): boolean =>
  attempt(() => buildOf(folder) === path.basename(folder) && damagedFiles(folder).length === 0) ?? false;

/** Copying a copy would copy its damage. */
function mustBeWhole(source: string): void {
  if (!existsSync(path.join(source, manifestFile))) return;
  const damaged = damagedFiles(source);
  if (damaged.length === 0) return;
  throw new ActionableError(
    `${source} is damaged: ${damaged.join(', ')}.`,
    "Install from the editor (Gatehouse: Install Hooks), or with 'node <extension>/dist/hooks/runner.js install'.",
  );
}

function copyRunner(source: string, files: readonly string[], folder: string): void {
  if (path.resolve(source) === folder) return;
  if (isWhole(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  const draft = `${folder}.tmp-${String(process.pid)}`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft);
  for (const file of files) copyFileSync(path.join(source, file), path.join(draft, file));
  writeFileSync(kindFile(draft), kind);
  writeManifest(draft, [...files, path.basename(kindFile(draft))]);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another installation put the same build there in the same moment.
    if (statSync(path.join(folder, 'runner.js'), { throwIfNoEntry: false }) === undefined) throw error;
  }
}

function writeProgram(home: string, file: string, text: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) rmSync(file);
  else if (stats?.isFile() === true && (stats.mode & 0o777) === 0o755 && readFileSync(file, 'utf8') === text) return;
  writeWhole(file, text, { ...privateIn(home), mode: 0o755 });
  chmodSync(file, 0o755);
}

/** Another person must not be able to change what the hooks run. */
function privateFolder(home: string): void {
  makeFolder(home);
  const stats = statSync(home);
  if (process.getuid !== undefined && (stats.uid !== process.getuid() || (stats.mode & 0o022) !== 0)) {
    throw new ActionableError(
      `${home} can be written by other people.`,
      'Restrict it to yourself (chown, chmod 700), then install again.',
    );
  }
}

function forgetOldBuilds(folder: string, current: string): void {
  const others = readdirSync(folder)
    .filter((name) => name !== current)
    .map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of others.slice(keptBuilds)) rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** What a whole copy of the runner holds, by name: written beside the files when they are copied. */
const Manifest = lazyObject(() => ({
  files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
}));

const manifestFile = 'manifest.json';
const fileOf = (folder: string): string => path.join(folder, manifestFile);

export function writeManifest(folder: string, names: readonly string[]): void {
  const files = Object.fromEntries(names.map((name) => [name, described(path.join(folder, name))]));
  writeFileSync(fileOf(folder), `${JSON.stringify({ files }, null, 2)}\n`);
}

/** The files of a copy that are missing or not as they were copied; the manifest itself if it cannot be read. */
function damagedFiles(folder: string): readonly string[] {
  let manifest: z.infer<typeof Manifest>;
  try {
    manifest = Manifest.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return [manifestFile];
  }
  return Object.entries(manifest.files).flatMap(([name, { size, sha256 }]) => {
    try {
      const now = described(path.join(folder, name));
      return now.size === size && now.sha256 === sha256 ? [] : [name];
    } catch {
      return [name];
    }
  });
}

function described(file: string): { size: number; sha256: string } {
  const content = readFileSync(file);
  return { size: content.length, sha256: sha256(content) };
}
