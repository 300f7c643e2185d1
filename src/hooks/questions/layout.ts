import { statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';
import { gatehouseHome, personHome, projectHome } from '../project/home';
import { saidByRepository } from '../project/layers';
import type { Place } from '../project/place';
import { readText } from '../project/read-file';

type Env = Site['env'];

/** Where preferences and the log of questions lie. Reader and writer ask here, so they cannot differ. */
export interface Layout {
  readonly kind: 'gstack' | 'gatehouse';
  /** Links above it are the person's own; below it none is followed. */
  readonly root: string;
  /** This project's folder. */
  readonly project: string;
  /** The preferences that hold where the project has none. */
  readonly everywhere: string;
}

/** gstack's own folders where a person uses it, otherwise Gatehouse's. */
export function layoutAt(env: Env, place: Place): Layout {
  const gstack = gstackRoot(env, place);
  if (gstack !== undefined) {
    return {
      kind: 'gstack',
      root: gstack,
      project: path.join(gstack, 'projects', slugOf(gstack, place)),
      everywhere: path.join(gstack, 'global-question-preferences.json'),
    };
  }
  const root = gatehouseHome(env);
  return {
    kind: 'gatehouse',
    root,
    project: projectHome(env, mainWorktree(place)),
    everywhere: path.join(root, 'global-question-preferences.json'),
  };
}

function gstackRoot(env: Env, place: Place): string | undefined {
  for (const name of ['GSTACK_STATE_ROOT', 'GSTACK_HOME'] as const) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    // A repository may not bring preferences along by pointing at its own folder.
    if (!saidByRepository(env, place, name)) return path.resolve(value);
  }
  const usual = path.join(personHome(env), '.gstack');
  return statSync(usual, { throwIfNoEntry: false })?.isDirectory() === true ? usual : undefined;
}

/** gstack's name for the project, from the top of the worktree wherever in it the agent stands. */
function slugOf(root: string, place: Place): string {
  const cached = firstLine(path.join(root, 'slug-cache', place.root.replaceAll('/', '_')));
  const chosen = cached ?? firstLine(path.join(place.root, '.gstack-slug')) ?? ownerAndName(place);
  return cleaned(chosen ?? '') ?? cleaned(path.basename(place.root)) ?? 'unknown';
}

/** Nothing that leads out of the folder of projects. */
function cleaned(text: string): string | undefined {
  const slug = text.replace(/[^\w.-]/g, '');
  return /^\.*$/.test(slug) ? undefined : slug.slice(0, 200);
}

function ownerAndName({ repository }: Place): string | undefined {
  if (repository === undefined) return undefined;
  const config = readText(path.join(repository.commonDir, 'config')) ?? '';
  const section = /^\s*\[remote "origin"\][^\n]*\n((?:(?!\s*\[)[^\n]*\n?)*)/m.exec(config)?.[1] ?? '';
  const url = /^\s*url\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(section)?.[1];
  const [, owner, name] = /[:/]([^/:]+)\/([^/]+?)(?:\.git)?$/.exec(url ?? '') ?? [];
  return owner === undefined || name === undefined ? undefined : `${owner}-${name}`;
}

/** Linked worktrees of one repository share what was answered. */
function mainWorktree({ root, repository }: Place): string {
  return repository?.linked === true ? path.dirname(repository.commonDir) : root;
}

function firstLine(file: string): string | undefined {
  const line = readText(file)?.split('\n', 1)[0]?.trim();
  return line === '' ? undefined : line;
}
