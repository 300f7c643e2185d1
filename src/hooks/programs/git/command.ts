import type { ShellWord } from '../../shell/invocation';
import { git, type Action, type GitAct } from '../effect';
import type { Definition, Use } from '../program';

/** One of git's commands; `-h` and `--help` only print. */
export function command(options: string, more: Omit<Definition, 'options' | 'style'> = {}): Definition {
  return { style: 'git', inert: '--help --version', ...more, options: `-h,--help --version ${options}` };
}

/** A command that only reads and prints. */
export const reading = (options = '', more: Omit<Definition, 'options' | 'style'> = {}): Definition =>
  command(options, more);

/** A command that a judge should hear about, and that loses nothing. */
export const other = (why: string): Definition => ({ style: 'git', options: '*', effects: () => [doing(why)] });

export const doing = (why: string, act: GitAct = 'other'): Action => git(act, { why });

/** Operands in front of `--` and behind it. */
export function parted(use: Use): { readonly before: readonly ShellWord[]; readonly paths: readonly ShellWord[] } {
  const paths = use.afterDashes ?? [];
  return { before: use.operands.slice(0, use.operands.length - paths.length), paths };
}

/** Was it taken back expressly: `--no-edit`? */
export const isOff = (use: Use, name: string): boolean =>
  use.given.findLast((given) => given.name === name)?.on === false;

/** Is this a path beyond doubt, whatever branches there are? */
export const looksLikePath = (word: ShellWord): boolean =>
  word.glob || /^(?:\.{1,2}(?:\/.*)?|:\/.*|.*\/)$/.test(word.text);

const branchPrefix = /^(?:refs\/)?heads\//;

/** A branch by its short name. */
export function branch(word: ShellWord): ShellWord {
  const text = word.text.replace(branchPrefix, '');
  return text === word.text || word.value === undefined ? word : { ...word, text, value: text };
}

export const shortName = (ref: string): string => ref.replace(branchPrefix, '');
