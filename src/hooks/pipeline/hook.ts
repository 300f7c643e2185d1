import path from 'node:path';
import { answered, type Answered, type HookInput, type HookRun } from '../boundary';
import { briefFlag, isOurs, type Lane } from '../install/entry';
import { settingsSources } from '../install/scope';
import { claudeHome, type Env } from '../project/home';
import { readText } from '../project/read-file';
import { clientFlag } from '../protocol/events';
import { silence, type Reply } from '../protocol/reply';
import { runHook } from './run';
import { fieldsOf, parseJson } from '../protocol/json';

interface HookWords {
  readonly event: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly lane: 'sync' | 'async';
  /** The entry is in a shared settings file or in the plugin; a person's own file comes first. */
  readonly stepsBack: StepsBack | undefined;
  /** The entry is for tools with a shorter client timeout. */
  readonly brief: boolean;
  /** The client that the entry is for, where it is not Claude Code. */
  readonly client: string | undefined;
}

/** The arguments after `hook`; none from a client that runs the bare shim. */
function readHookWords(args: readonly string[]): HookWords {
  return {
    event: args[0]?.startsWith('--') === true ? undefined : args[0],
    only: option(args, '--only')?.split(','),
    lane: args.includes('--async') ? 'async' : 'sync',
    stepsBack: args.includes('--shared') ? 'shared' : args.includes('--plugin') ? 'plugin' : undefined,
    brief: args.includes(briefFlag),
    client: option(args, clientFlag),
  };
}

function option(args: readonly string[], name: string): string | undefined {
  const inline = args.find((arg) => arg.startsWith(`${name}=`));
  if (inline !== undefined) return inline.slice(name.length + 1);
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
}

/** One hook as its command line asks for it. */
export async function judgeHook(run: HookRun): Promise<Reply> {
  const { stepsBack, ...words } = readHookWords(run.args);
  if (stepsBack !== undefined && (await registeredElsewhere(words.event, words.lane, run.env, stepsBack))) {
    return silence;
  }
  return runHook({ ...run, ...words });
}

/** The answer to a hook, whatever happens on the way to it. */
export const answerHook = (input: HookInput): Promise<Answered> => answered(input, judgeHook);

type StepsBack = 'shared' | 'plugin';

/**
 * A person's own file, a shared project file and the plugin may all register an event. The client then runs each, since
 * their command lines differ; the later ones in this order step back, unless the client ignores the other file.
 */
async function registeredElsewhere(event: string | undefined, lane: Lane, env: Env, from: StepsBack): Promise<boolean> {
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
  const { isIgnored } = await import(/* webpackChunkName: "rest" */ '../install/settings-sources');
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
