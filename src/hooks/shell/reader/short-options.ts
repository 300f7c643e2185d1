import type { ShellWord } from '../invocation';
import { dropStart } from './words';

/** The words of a builtin: the last value of each short option, and the operands. */
interface BuiltinWords {
  readonly operands: readonly ShellWord[];
  value(letter: string): ShellWord | undefined;
}

/** Reads a builtin's words as getopt would. `valued` has the letters of the options that take a value. */
export function readShortOptions(args: readonly ShellWord[], valued: string): BuiltinWords {
  const values = new Map<string, ShellWord | undefined>();
  const operands: ShellWord[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.value === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (word.text.length < 2 || !word.text.startsWith('-') || word.parts[0]?.kind === 'unknown') {
      operands.push(word);
      continue;
    }
    if (word.text.startsWith('--')) continue;
    const letter = word.text.split('').findIndex((one, index) => index > 0 && valued.includes(one));
    if (letter < 0) continue;
    const isLast = letter + 1 === word.text.length;
    values.set(word.text.charAt(letter), isLast ? args[at + 1] : dropStart(word, letter + 1));
    if (isLast) at += 1;
  }
  return { operands, value: (letter) => values.get(letter) };
}
