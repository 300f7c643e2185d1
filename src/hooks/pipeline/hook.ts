import { briefFlag } from '../install/entry';
import { registeredElsewhere } from '../install/shared-entry';
import { silence, type Reply } from '../protocol/reply';
import { runHook, type HookRun } from './run';

export interface HookWords {
  readonly event: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly lane: 'sync' | 'async';
  /** The entry stands in a settings file that teammates share. */
  readonly shared: boolean;
  /** The entry is the one of the tools that the client waits for less long. */
  readonly brief: boolean;
}

/** The words behind `hook`. A client that runs the bare shim says none. */
export function readHookWords(args: readonly string[]): HookWords {
  return {
    event: args[0]?.startsWith('--') === true ? undefined : args[0],
    only: option(args, '--only')?.split(','),
    lane: args.includes('--async') ? 'async' : 'sync',
    shared: args.includes('--shared'),
    brief: args.includes(briefFlag),
  };
}

function option(args: readonly string[], name: string): string | undefined {
  const inline = args.find((arg) => arg.startsWith(`${name}=`));
  if (inline !== undefined) return inline.slice(name.length + 1);
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
}

/** One hook as its command line asks for it: the same for the cold runner and the warm host. */
export async function answerHook(
  args: readonly string[],
  run: Pick<HookRun, 'payload' | 'env' | 'cwd' | 'via'>,
): Promise<Reply> {
  const { shared, ...words } = readHookWords(args);
  if (shared && registeredElsewhere(words.event, words.lane, run.env)) return silence;
  return runHook({ ...run, ...words });
}
