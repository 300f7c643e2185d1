import type { Use } from '../programs/program';
import type { Invocation, ShellWord } from './invocation';

/** A git invocation, for gates that ask which command it is. */
export interface GitCommand {
  /** Undefined where it cannot be known. */
  readonly name: string | undefined;
  /** Behind the command's name. */
  readonly args: readonly ShellWord[];
  /** The directory git works in; undefined where it cannot be known. */
  readonly cwd: string | undefined;
  /** git's own words: its options, then the command. */
  readonly globals: Use;
  /** The command's words, read by its grammar. */
  readonly use: Use;
  /** Shows help or a version, and does nothing else. */
  readonly prints: boolean;
}

export function gitCommand({ program, use }: Invocation): GitCommand | undefined {
  if (program !== 'git' || use === undefined) return undefined;
  let top = use;
  while (top.outer !== undefined) top = top.outer;
  return {
    name: top.operands[0]?.value,
    args: top.operands.slice(1),
    cwd: use.at.cwd,
    globals: top,
    use,
    // Where help was asked for the words behind the name were not even read.
    prints: use.outer === undefined || use.has('--help', '--version') || top.operands[0]?.value === 'help',
  };
}
