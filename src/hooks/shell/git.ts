import { git } from '../programs/git/git';
import { understand, type Use } from '../programs/program';
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

/** Several gates ask about the same invocation. */
const commands = new WeakMap<Invocation, GitCommand>();

export function gitCommand(invocation: Invocation): GitCommand | undefined {
  const definition = invocation.program === 'git' ? git.git : undefined;
  if (definition === undefined) return undefined;
  const known = commands.get(invocation);
  if (known !== undefined) return known;
  const { cwd, stdin, assignments, openEnded } = invocation;
  const variable = (name: string) => assignments.findLast((entry) => entry.name === name)?.value;
  const { use } = understand('git', definition, invocation.args, {
    cwd,
    home: '',
    stdin,
    assignments,
    openEnded,
    variable,
    readFile: () => undefined,
  });
  let top = use;
  while (top.outer !== undefined) top = top.outer;
  const command: GitCommand = {
    name: top.operands[0]?.value,
    args: top.operands.slice(1),
    cwd: use.at.cwd,
    globals: top,
    use,
    // Where help was asked for the words behind the name were not even read.
    prints: use.outer === undefined || use.has('--help', '--version') || top.operands[0]?.value === 'help',
  };
  commands.set(invocation, command);
  return command;
}
