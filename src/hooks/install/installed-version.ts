import path from 'node:path';
import * as z from 'zod/mini';
import { late } from '../project/late';
import { readJson } from '../project/read-file';
import { deployedBuild } from './deployed-files';

const Kind = late(() => z.looseObject({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/)) }));

/** The version of the program that the hooks of this home run; undefined where there is none, or one before 0.2. */
export function installedVersion(home: string): string | undefined {
  const build = deployedBuild(home);
  if (build === undefined) return undefined;
  const kind = Kind.safeParse(readJson(path.join(home, 'runner', build, 'package.json')));
  return kind.success ? kind.data.version : undefined;
}
