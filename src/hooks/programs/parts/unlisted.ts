import { wordSet } from '../../project/text';
import type { ShellWord } from '../../shell/invocation';
import { programName } from '../../shell/paths';
import { dropStart, plainWord } from '../../shell/reader/words';

const takesCode = /^(?:-[ceEx]|--?(?:eval|exec|execute|expr|expression|command|cmd|run))$/;
const carriesCode = /^--?(?:eval|exec|execute|expr|expression|command|cmd|run)[=:]/;

/** Words that are code, judged by the usual options for code: `-e`, `--eval=`, `-c`. */
export const codeIn = (words: readonly ShellWord[]): readonly ShellWord[] => optionValues(words, /^-/);

function optionValues(words: readonly ShellWord[], options: RegExp): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const attached = carriesCode.exec(word.text)?.[0];
    if (attached !== undefined) return [dropStart(word, attached.length)];
    const before = words[at - 1]?.text ?? '';
    return takesCode.test(before) && options.test(before) ? [word] : [];
  });
}

/** Dangerous programs, to look for after an unknown program that may be a wrapper. */
const wrapped = wordSet(
  'rm dd shred find git sudo env xargs chmod chown sh bash zsh dash shutdown reboot halt poweroff truncate wipefs mkfs mkfs.ext4',
);

const isWrapped = ({ value }: ShellWord): boolean => value !== undefined && wrapped.has(programName(value));

/** The command in the words of an unknown program, which may be a wrapper like `nice`. */
export function commandIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(isWrapped);
  return at < 0 || at + 1 === words.length ? [] : words.slice(at);
}

/** Text for a shell in the words of an unknown program: `foo --run 'rm -rf x'`. */
export const commandTextIn = (words: readonly ShellWord[]): readonly ShellWord[] =>
  optionValues(words, /^--\w+$/).filter(({ value }) =>
    isWrapped(plainWord(/^\s*(\S+)\s+\S/.exec(value ?? '')?.[1] ?? '')),
  );
