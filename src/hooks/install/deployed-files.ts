import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ActionableError } from '../project/functions';
import { writeWhole, privateIn } from '../state/atomic-file';
import { announce, sealText } from '../state/seal';
import { trustedText, rememberWritten } from '../state/sealed-memory';
import { type Env, gatehouseHome, personHome } from '../project/home';
import { lazyLooseObject, lazyObject } from '../project/lazy-schema';
import { makeFolder, namesIn, readJson, readText } from '../project/read-file';
import { asyncShimName, launcherName, shimName } from './entry';

export const shimNames = [shimName, asyncShimName, launcherName, 'gatehouse'] as const;

/** The build that the shim in this home starts, or undefined if there is none. */
export const deployedBuild = (home: string): string | undefined =>
  /^\/\/ Gatehouse (\S+)\. /.exec(readText(path.join(home, 'bin', launcherName)) ?? '')?.[1];

/** The shims of this home, and the files of the runner that they start. */
export function deployedFiles(home: string): readonly string[] {
  const shims = shimNames.map((name) => path.join(home, 'bin', name));
  const build = deployedBuild(home);
  if (build === undefined) return shims;
  const folder = path.join(home, 'runner', build);
  return [...shims, ...namesIn(folder).map((name) => path.join(folder, name))];
}

const Kind = lazyLooseObject(() => ({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/)) }));

/** The version of the program that the hooks of this home run; undefined if there is none, or one before 0.2. */
export function installedVersion(home: string): string | undefined {
  const build = deployedBuild(home);
  if (build === undefined) return undefined;
  const kind = Kind.safeParse(readJson(path.join(home, 'runner', build, 'package.json')));
  return kind.success ? kind.data.version : undefined;
}

const Kept = lazyObject(() => ({
  v: z.literal(1),
  build: z.string(),
  /** The folder that the runner was copied from. */
  source: z.optional(z.string()),
  /** The shims' texts by name. */
  shims: z.record(z.string(), z.string()),
}));
type KeptPrograms = z.infer<typeof Kept>;

const keptIn = (home: string): string => path.join(home, 'kept-programs');
const shimIn = (home: string, name: string): string => path.join(home, 'bin', name);

/** Remembers the shims as an installation leaves them, under seal: what a call of the agent changes can be put back. */
export function keepPrograms(home: string, build: string, source?: string): void {
  const shims = Object.fromEntries(shimNames.map((name) => [name, readText(shimIn(home, name)) ?? '']));
  const body = JSON.stringify({ v: 1, build, source, shims } satisfies KeptPrograms);
  makeFolder(home, 0o700);
  const text = `${sealText(body, home)}\n${body}`;
  void announce(keptIn(home), text);
  rmSync(keptIn(home), { force: true });
  writeFileSync(keptIn(home), text, { mode: 0o600 });
  rememberWritten(keptIn(home), text);
}

/** Undefined if nothing was kept, or something else wrote it. */
export function keptPrograms(home: string): KeptPrograms | undefined {
  const text = trustedText(keptIn(home), readText(keptIn(home))) ?? '';
  const body = text.slice(text.indexOf('\n') + 1);
  if (text !== `${sealText(body, home)}\n${body}`) return undefined;
  const kept = Kept.safeParse(JSON.parse(body));
  return kept.success ? kept.data : undefined;
}

/** The shims that are not as they were left. */
export function changedShims(home: string, { shims }: KeptPrograms): readonly string[] {
  return Object.keys(shims).filter((name) => {
    const stats = lstatSync(shimIn(home, name), { throwIfNoEntry: false });
    const runs = stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o777) === 0o755);
    return !runs || readFileSync(shimIn(home, name), 'utf8') !== shims[name];
  });
}

export function putShimBack(home: string, name: string, { shims }: KeptPrograms): void {
  const file = shimIn(home, name);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) rmSync(file, { recursive: !stats.isFile() });
  writeWhole(file, shims[name] ?? '', { ...privateIn(home), mode: 0o755 });
}

/** Where a person's own commands lie. */
export const commandFolders = (env: Env): readonly string[] =>
  ['.local/bin', 'bin'].map((name) => path.join(personHome(env), name));

/** Puts `gatehouse` on the PATH: a link in a folder of the person's own that is on it already. */
export function linkCommand(env: Env): string {
  const command = path.join(gatehouseHome(env), 'bin', 'gatehouse');
  const onPath = (env.PATH ?? '').split(path.delimiter);
  const folder = commandFolders(env).find((one) => onPath.includes(one) && existsSync(one));
  if (folder === undefined || process.platform === 'win32') {
    throw new ActionableError(
      'No folder for your own commands is on the PATH (~/.local/bin or ~/bin).',
      `Add ${path.dirname(command)} to the PATH yourself.`,
    );
  }
  const link = path.join(folder, 'gatehouse');
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there === undefined) symlinkSync(command, link);
  else if (!there.isSymbolicLink() || readlinkSync(link) !== command) {
    throw new ActionableError(
      `${link} already exists and is something else.`,
      'It was not changed. Move it away, then try again.',
    );
  }
  return link;
}
