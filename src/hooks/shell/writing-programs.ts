import type { Invocation, ShellWord } from './invocation';
import { readOptions } from './options';
import type { Change } from './written-files';

/** A word of an invocation that names a file it changes. */
export interface Target {
  readonly word: ShellWord;
  readonly change: Change;
}
type Rule = (invocation: Invocation) => readonly Target[];

const each = (words: readonly ShellWord[], change: Change): readonly Target[] =>
  words.map((word) => ({ word, change }));
/** Which words of which programs are files that they change. */
export const writingPrograms: Readonly<Record<string, Rule>> = {
  prettier: (invocation) => {
    const read = readOptions(invocation.args, { long: ['config', 'parser', 'ignore-path'] });
    return read.has('--write', '-w') ? each(read.operands, 'edit') : [];
  },
};
