import path from 'node:path';
import * as z from 'zod/mini';
import { lazySchema } from '../project/lazy-schema';
import { readJson, namesIn, readText } from '../project/read-file';
import { asyncShimName, launcherName, shimName } from './entry';

export const shimNames = [shimName, asyncShimName, launcherName, 'gatehouse'] as const;

/** The build that the shim in this home starts, or undefined where there is none. */
export function deployedBuild(home: string): string | undefined {
  return /^\/\/ Gatehouse (\S+)\. /.exec(readText(path.join(home, 'bin', launcherName)) ?? '')?.[1];
}

/** The shims of this home, and the files of the runner that they start. */
export function deployedFiles(home: string): readonly string[] {
  const shims = shimNames.map((name) => path.join(home, 'bin', name));
  const build = deployedBuild(home);
  if (build === undefined) return shims;
  const folder = path.join(home, 'runner', build);
  return [...shims, ...namesIn(folder).map((name) => path.join(folder, name))];
}

const Kind = lazySchema(() => z.looseObject({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/)) }));

/** The version of the program that the hooks of this home run; undefined where there is none, or one before 0.2. */
export function installedVersion(home: string): string | undefined {
  const build = deployedBuild(home);
  if (build === undefined) return undefined;
  const kind = Kind.safeParse(readJson(path.join(home, 'runner', build, 'package.json')));
  return kind.success ? kind.data.version : undefined;
}
