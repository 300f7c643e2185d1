import path from 'node:path';
import { claudeHome, type Env } from '../project/home';
import { readText } from '../project/read-file';
import { fieldsOf, parseJson } from '../protocol/json';
import { isOurs, type Lane } from './entry';
import { settingsSources } from './scope';

/** Which file registers a hook that steps back. */
export type YieldingEntry = 'shared' | 'plugin';

/**
 * A person's own file, a shared project file and the plugin may all register an event. The client then runs each, since
 * their command lines differ; the later ones in this order step back, unless the client ignores the other file.
 */
export async function registeredElsewhere(
  event: string | undefined,
  lane: Lane,
  env: Env,
  from: YieldingEntry,
): Promise<boolean> {
  if (event === undefined) return false;
  const start = env.CLAUDE_PROJECT_DIR;
  const files =
    start === undefined
      ? [path.join(claudeHome(env), 'settings.json')]
      : settingsSources(start, env).flatMap(({ scope, file }) =>
          scope === 'project' && from === 'shared' ? [] : [file],
        );
  const others = files.filter((file) => registers(file, event, lane));
  if (others.length === 0) return false;
  const { isIgnored } = await import(/* webpackChunkName: "rest" */ './settings-sources');
  return others.some((file) => !isIgnored(file));
}

function registers(file: string, event: string, lane: Lane): boolean {
  const text = readText(file);
  if (text?.includes('gatehouse-hook') !== true) return false;
  // The client reads no file that is not JSON either.
  const settings = fieldsOf(parseJson(text.replace(/^\uFEFF/, '')));
  return listAt(settings.hooks, event).some((group) =>
    listAt(group, 'hooks').some(
      (handler) => isOurs(handler) && (fieldsOf(handler).async === true) === (lane === 'async'),
    ),
  );
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = fieldsOf(value)[key];
  return Array.isArray(found) ? (found as unknown[]) : [];
}
