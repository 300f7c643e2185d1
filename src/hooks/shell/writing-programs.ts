import type { Invocation, ShellWord } from './invocation';
import { gitCommand } from './git';
import { readOptions } from './options';
import { dropStart } from './reader/words';
import type { Change } from './written-files';

/** A word of an invocation that names a file it changes. */
export interface Target {
  readonly word: ShellWord;
  readonly change: Change;
  /** The directory it is relative to, where that is not the invocation's. */
  readonly base?: string | undefined;
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
  git: (invocation) => {
    const command = gitCommand(invocation);
    if (command === undefined) return [];
    const base = command.cwd;
    const read = readOptions(command.args, { short: 'sbB', long: ['source', 'pathspec-from-file', 'conflict'] });
    const listed = (words: readonly ShellWord[], change: Change) =>
      words.map((word): Target => ({ word, change, base }));
    switch (command.name) {
      case 'checkout':
        return listed(read.afterDashes ?? (read.operands.length > 1 ? read.operands.slice(1) : []), 'restore');
      case 'restore':
        return read.has('-S', '--staged') && !read.has('-W', '--worktree') ? [] : listed(read.operands, 'restore');
      case 'rm':
        return read.has('--cached') ? [] : listed(read.operands, read.has('-r') ? 'delete-tree' : 'delete');
      case 'mv': {
        const target = read.operands.at(-1);
        const gone = listed(read.operands.slice(0, -1), 'move-away');
        return target === undefined ? gone : [...gone, { word: target, change: 'write', base }];
      }
      default: {
        const output = command.args.find((word) => word.text.startsWith('--output='));
        return output === undefined ? [] : [{ word: dropStart(output, 9), change: 'write', base }];
      }
    }
  },
};
