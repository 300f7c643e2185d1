import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../pipeline/site';
import { claudeHome, personHome } from '../project/home';
import { lazySchema } from '../project/lazy-schema';
import { namesIn } from '../project/read-file';
import { changedSnapshot } from './shell-snapshots';

/** The client and what it starts write their files within this time. */
const settlingMs = 15_000;

/**
 * Files that are loaded before a program says a word, whatever command names it, and that a program may have written since
 * the session began: the client's shell of each call, and Python's own start.
 */
export function changedStartFile(session: string, site: Pick<Site, 'env' | 'own'>): string | undefined {
  const began = sessionBegan(site);
  const file = changedSnapshot(site) ?? (began === undefined ? undefined : changedSince(began, session, site.env));
  return file === undefined
    ? undefined
    : `${file}, which is loaded before every command, was written since the session began`;
}

type Env = Site['env'];

function changedSince(began: number, session: string, env: Env): string | undefined {
  const variables = filesIn(path.join(claudeHome(env), 'session-env', path.basename(session)));
  return (
    variables.find((file) => written(file) > began + settlingMs) ??
    pythonStart(env).find((file) => written(file) > began)
  );
}

/** Modules and lines that every Python of the person runs first. */
function pythonStart(env: Env): readonly string[] {
  const libraries = path.join(personHome(env), '.local', 'lib');
  return namesIn(libraries)
    .filter((name) => name.startsWith('python'))
    .flatMap((name) => filesIn(path.join(libraries, name, 'site-packages')))
    .filter((file) => /(?:^(?:user|site)customize\.py|\.pth)$/.test(path.basename(file)));
}

function filesIn(folder: string): readonly string[] {
  return namesIn(folder).map((name) => path.join(folder, name));
}

function written(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

const Begin = lazySchema(() => z.object({ v: z.literal(1), at: z.number() }));
const bookOf = (site: Pick<Site, 'own'>) => site.own('session-begin', Begin, { sealed: true });

/** Notes when a session began, by the clock that files are dated by. */
export async function noteSessionBegin(site: Site): Promise<void> {
  if ((await site.caller()).kind === 'unproven') return;
  await bookOf(site).update(() => ({ v: 1, at: Date.now() }));
}

/** Undefined where no session was seen to begin. */
export function sessionBegan(site: Pick<Site, 'own'>): number | undefined {
  const reading = bookOf(site).read();
  return reading.kind === 'ok' ? reading.value.at : undefined;
}
