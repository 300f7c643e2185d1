import { statSync } from 'node:fs';
import path from 'node:path';
import { pathFolders } from '../project/home';
import type { ProgramMark } from '../evidence/evidence';
import { programMark } from '../evidence/noted-runs';
import type { Site } from '../pipeline/site';
import { filesBelow, readText, changedAt } from '../project/read-file';
import { realTarget } from '../project/place';
import { readCommand } from '../shell/read-command';
import type { Invocation } from '../shell/invocation';
import { fileKind } from '../source/file-kind';
import { foldersUpTo } from '../source/local-tool';
import { contextOf } from '../shell/shared-reading';
import { type KnownCommand, settingThatMatters } from './known-command';
import { recipe } from '../programs/parts/makefile';
import { scriptText } from '../programs/project-scripts';
import {
  changedConfiguration,
  changedPackage,
  environmentFolders,
  environmentTools,
  isInstalled,
  outerConfiguration,
  personalConfiguration,
  relativeTo,
  shadowingModule,
} from './configuration';
import { sessionBegan } from './start-files';
import { attempt } from '../project/functions';

/** What gave a verdict. */
export interface RunSource {
  /** Programs that no content digest covers, and how they looked: another one makes the pass stale. */
  readonly programs: readonly ProgramMark[];
  /** Why its word is not enough by itself: the agent may have written what gave it. */
  readonly doubt?: string | undefined;
}

const deepest = 3;

/** Follows what a command runs: package.json scripts, Makefile targets, script files and programs. */
export async function runSource(
  invocation: Invocation,
  known: Definition | undefined,
  site: Site,
  named: readonly string[] = [],
): Promise<RunSource> {
  const programs = new Map<string, string>();
  const doubts: string[] = [];
  const cwd = invocation.cwd ?? site.cwd;
  for (const file of named) await noteFile(path.resolve(cwd, file), site, { programs, doubts, depth: 0 });
  const set = settingThatMatters(invocation);
  if (set !== undefined) doubts.push(`${set} was set for it, which may change what runs`);
  const environment = named.some((file) => file.endsWith('/activate'));
  await follow(invocation, known, site, { programs, doubts, depth: 0, environment });
  return {
    programs: [...programs].map(([file, mark]) => ({ file, mark })),
    ...(doubts[0] === undefined ? {} : { doubt: doubts[0] }),
  };
}

/** Where the project says what a run does. */
type Definition = Pick<KnownCommand, 'script' | 'target' | 'definedIn'>;

interface Findings {
  readonly programs: Map<string, string>;
  readonly doubts: string[];
  readonly depth: number;
  /** A virtual environment of the project comes first on the PATH. */
  readonly environment?: boolean;
}

async function follow(one: Invocation, known: Definition | undefined, site: Site, found: Findings): Promise<void> {
  if (found.depth > deepest) return;
  const cwd = one.cwd ?? site.cwd;
  await noteProgram(one, cwd, site, found);
  for (const file of scriptFiles(one, cwd)) await noteFile(file, site, found);
  if (hasCommit(site)) {
    await noteDefinition(one, known?.definedIn, cwd, site, found);
    const module = (await shadowingModule(one, site)) ?? changedPackage(one, site);
    if (module !== undefined) found.doubts.push(module);
  }
  const part = definitionOf(known, cwd, site);
  if (part === undefined) return;
  const { file, text, read, label } = { ...part, label: known?.script ?? known?.target ?? '' };
  if (hasCommit(site) && read((await atHead(file, site)) ?? '') !== text) {
    found.doubts.push(`${label} in ${path.relative(site.root, file)} changed since the last commit`);
  }
  const reading = readCommand(text, { ...contextOf(site), cwd: path.dirname(file) });
  for (const inner of reading.invocations.slice(0, 20)) {
    const { knownCommand } = await import('./known-command');
    await follow(inner, knownCommand(inner), site, { ...found, depth: found.depth + 1 });
  }
}

/** What the script or target says that a command names. */
function definitionOf(known: Definition | undefined, cwd: string, site: Site): Part | undefined {
  const { script, target } = known ?? {};
  if (script !== undefined) return nearest('package.json', cwd, site, (text) => scriptText(text, script));
  if (target === undefined) return undefined;
  return makefiles.map((name) => nearest(name, cwd, site, (text) => recipe(text, target))).find(Boolean);
}

const printing: ReadonlySet<string> = new Set(['echo', 'printf', 'cat', 'true', ':', 'exit', 'sleep', '']);

/** Does the script or target only print? Then nothing was tested, whatever it says. */
export function onlyPrints(known: Definition, { cwd }: Invocation, site: Site): boolean {
  const part = definitionOf(known, cwd ?? site.cwd, site);
  const invocations = part === undefined ? [] : readCommand(part.text, contextOf(site)).invocations;
  return invocations.length > 0 && invocations.every(({ program }) => printing.has(program ?? '?'));
}

async function noteDefinition(
  { program = '' }: Invocation,
  definedIn: string | undefined,
  cwd: string,
  site: Site,
  { doubts }: Findings,
): Promise<void> {
  const configuration = await changedConfiguration(program, cwd, site);
  const own = personalConfiguration(program, site);
  if (own !== undefined) doubts.push(own);
  const outer = outerConfiguration(program, site).find((file) => isFresh(file, site));
  if (outer !== undefined) doubts.push(`${outer}, which configures ${program}, was written since the session began`);
  if (configuration !== undefined) doubts.push(`${configuration} changed how ${program} runs since the last commit`);
  if (definedIn === undefined) return;
  const changed = await site.git
    ?.ask(['status', '--porcelain', '-uall', '--', `:(top,icase)${definedIn}`])
    .catch(() => '');
  const file = changed?.split('\n', 1)[0]?.slice(3) ?? '';
  if (file !== '') doubts.push(`${file}, which determines what it runs, changed since the last commit`);
}

const makefiles = ['GNUmakefile', 'makefile', 'Makefile'] as const;

interface Part {
  readonly file: string;
  readonly text: string;
  readonly read: (text: string) => string | undefined;
}

function nearest(name: string, cwd: string, site: Site, read: Part['read']): Part | undefined {
  for (const folder of foldersUpTo(cwd, site.root)) {
    const file = path.join(folder, name);
    const text = readText(file);
    const part = text === undefined ? undefined : read(text);
    if (part !== undefined) return { file, text: part, read };
    if (text !== undefined) return undefined;
  }
  return undefined;
}

/** The file that an interpreter runs. Test files are what is tested, not what tests. */
function scriptFiles(one: Invocation, cwd: string): readonly string[] {
  if (!/^(?:node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|bash|sh|zsh|dash)$/.test(one.program ?? '')) return [];
  const first = one.args.map(({ value }) => value ?? '').find((word) => !word.startsWith('-'));
  return first === undefined || first === '' ? [] : [path.resolve(cwd, first)];
}

async function noteProgram(one: Invocation, cwd: string, site: Site, found: Findings): Promise<void> {
  const name = one.name.value ?? '';
  if (name === '' || name.startsWith('/codex') || name.startsWith('/precommit')) return;
  const inEnvironment = found.environment === true || one.wrappers.some(({ program }) => environmentTools.has(program));
  const file = name.includes('/') ? path.resolve(cwd, name) : onPath(name, cwd, inEnvironment, site);
  if (file !== undefined) await noteFile(file, site, found);
}

function onPath(name: string, cwd: string, inEnvironment: boolean, site: Site): string | undefined {
  const bins = foldersUpTo(cwd, site.root).flatMap((folder) => [
    path.join(folder, 'node_modules/.bin'),
    ...(inEnvironment ? environmentFolders.map((bin) => path.join(folder, bin)) : []),
  ]);
  return [...bins, ...pathFolders(site.env)].map((folder) => path.join(folder, name)).find(isFile);
}

/** A file in the repository is covered by its content; what git does not know is known by how it looks. */
async function noteFile(file: string, site: Site, found: Findings): Promise<void> {
  if (!isFile(file)) return;
  const kind = fileKind(site.root, file);
  if (kind.relative === undefined || kind.relative.includes('node_modules/')) {
    found.programs.set(file, programMark(file));
    if (kind.relative === undefined) {
      if (isFresh(file, site)) found.doubts.push(`${file} was written since the session began`);
    } else {
      const changed = [file, ...packageOf(file)].find(
        (one) => writtenSinceInstall(one, relativeTo(site.root, one), site) ?? isFresh(one, site),
      );
      if (changed !== undefined) {
        found.doubts.push(`${relativeTo(site.root, changed)} changed since the packages were installed`);
      }
    }
    return;
  }
  const installed = isInstalled(kind.path);
  if (installed !== undefined) {
    found.programs.set(file, programMark(file));
    if (!installed) found.doubts.push(`${kind.relative} is not what was installed there`);
    return;
  }
  if (kind.test) return;
  if (!hasCommit(site)) return;
  const committed = await atHead(kind.path, site);
  if (committed === undefined) found.doubts.push(`${kind.relative} is not in the last commit`);
  else if (committed !== readText(kind.path)) found.doubts.push(`${kind.relative} changed since the last commit`);
  found.programs.set(file, programMark(file));
}

/** A program's own package files, up to a limit. */
function packageOf(program: string): readonly string[] {
  const link = path.dirname(path.dirname(program));
  const real = realTarget(program);
  const at = real.lastIndexOf(`${path.sep}node_modules${path.sep}`);
  const [scope = '', name = ''] = real.slice(at + '/node_modules/'.length).split(path.sep);
  const own = path.join(real.slice(0, at), 'node_modules', scope.startsWith('@') ? path.join(scope, name) : scope);
  const folder = scope === '.bin' ? path.join(link, path.basename(program)) : own;
  return filesBelow(folder, mostFiles);
}

const mostFiles = 3_000;

const installMarks = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'] as const;
const installMs = 60_000;

/** Undefined if nothing says when that was. */
function writtenSinceInstall(file: string, relative: string, site: Site): boolean | undefined {
  const modules = path.join(site.root, relative.slice(0, relative.indexOf('node_modules/') + 'node_modules'.length));
  const installed = Math.max(...installMarks.map((name) => changedAt(path.join(modules, name))));
  if (installed === 0) return undefined;
  const began = sessionBegan(site);
  const sinceSession = began !== undefined && installed <= began && changedAt(file) > began;
  return sinceSession || changedAt(file) > installed + installMs;
}

/** A program outside of the project that came since the session began, and that no installer put there. */
function isFresh(file: string, site: Site): boolean {
  const began = sessionBegan(site);
  return began !== undefined && changedAt(file) > began && isInstalled(file) !== true;
}

/** A folder of the PATH that may not be read holds no program for us. */
const isFile = (file: string): boolean => attempt(() => statSync(file).isFile()) ?? false;

const hasCommit = (site: Site): boolean => site.git?.commit() !== undefined;

/** The file's text at the last commit; undefined if that does not hold it. */
async function atHead(file: string, site: Site): Promise<string | undefined> {
  const relative = path.relative(site.root, file).replaceAll(path.sep, '/');
  try {
    return await site.git?.ask(['show', `HEAD:${relative}`]);
  } catch {
    return undefined;
  }
}
