import type { ShellWord } from '../invocation';
import { readOptions } from '../options';
import { programName, resolvePath } from '../paths';
import type { Expansion } from './expand';
import { unknownStream } from './stream';

/** Keeps track of the files that the line fills, moves and removes, so that running one of them can be judged. */
export function changeFiles(program: string, args: readonly ShellWord[], on: Expansion): void {
  const { files } = on.state;
  const path = (word: ShellWord) => (word.value === undefined ? undefined : resolvePath(on.state.cwd, word.value));
  switch (program) {
    case 'tee': {
      const read = readOptions(args);
      for (const word of read.operands) {
        const target = path(word);
        if (target !== undefined) files.set(target, read.has('-a', '--append') ? unknownStream : on.frame.stdin);
      }
      return;
    }
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install': {
      if (files.size === 0) return;
      const read = readOptions(args, {
        short: 'tSmog',
        long: ['target-directory', 'suffix', 'mode', 'owner', 'group'],
      });
      const into = read.value('-t', '--target-directory');
      const operands = into === undefined ? read.operands.slice(0, -1) : read.operands;
      const target = path(into ?? read.operands.at(-1) ?? { ...emptyWord });
      for (const word of operands) {
        const from = path(word);
        if (from === undefined || target === undefined) continue;
        const content = files.get(from);
        if (content !== undefined) files.set(`${target}/${programName(from)}`, content);
        files.set(target, content ?? { kind: 'file', path: from });
        if (program === 'mv') files.delete(from);
      }
      return;
    }
    case 'rm':
    case 'unlink':
    case 'shred':
      if (files.size === 0) return;
      for (const word of args) {
        const target = path(word);
        if (target !== undefined) files.delete(target);
      }
  }
}

const emptyWord: ShellWord = { raw: '', parts: [], value: undefined, text: '', glob: false, range: undefined };
