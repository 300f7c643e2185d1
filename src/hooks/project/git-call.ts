import type { Exec, ExecOptions, ExecResult } from './exec';

export interface GitCall extends Pick<ExecOptions, 'cwd' | 'timeoutMs' | 'input' | 'env' | 'encoding' | 'maxBytes'> {
  /** May reach a remote; only for repositories of the person's own. */
  readonly network?: boolean;
}

/**
 * Starts git so that it starts nothing else: a repository that was downloaded whole may name programs in its own
 * configuration. Filters have names that only the repository knows; `filtersOff` finds them.
 */
export function runGit(
  exec: Exec,
  args: readonly string[],
  { network = false, env, ...at }: GitCall,
): Promise<ExecResult> {
  const [verb = '', ...rest] = args;
  const quiet = showsContent.has(verb) ? ['--no-ext-diff', '--no-textconv'] : [];
  return exec('git', [...options, verb, ...quiet, ...rest], {
    ...at,
    env: { ...environment, ...(network ? remote : noRemote), ...env },
  });
}

/** With these git starts no program of the repository's choosing, and nothing that goes on by itself. */
export const harmlessSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'safe.bareRepository=explicit',
  'gc.auto=0',
  'maintenance.auto=false',
] as const;

const options = ['--no-pager', '--no-optional-locks', ...harmlessSettings.flatMap((setting) => ['-c', setting])];

const showsContent: ReadonlySet<string> = new Set(['diff', 'log', 'show']);

const environment = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_ASKPASS: 'true' };
/** A missing object is not fetched: the address of a remote may be a command. */
const noRemote = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
const remote = { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=4' };
