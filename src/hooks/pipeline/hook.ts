import { briefFlag } from '../install/entry';
import { clientFlag } from '../protocol/dialects/client-flag';
import { registeredElsewhere, type StepsBack } from '../install/shared-entry';
import { silence, type Reply } from '../protocol/reply';
import { answered, type Answered, type HookInput, type HookRun } from '../boundary';
import { runHook } from './run';

interface HookWords {
  readonly event: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly lane: 'sync' | 'async';
  /** The entry stands in a settings file that teammates share, or in the plugin: others come first. */
  readonly stepsBack: StepsBack | undefined;
  /** The entry is the one of the tools that the client waits for less long. */
  readonly brief: boolean;
  /** The client that the entry is for, where it is not Claude Code. */
  readonly client: string | undefined;
}

/** The words behind `hook`. A client that runs the bare shim says none. */
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
