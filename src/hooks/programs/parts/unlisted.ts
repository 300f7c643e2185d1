import type { ShellWord } from '../../shell/invocation';
import { programName } from '../../shell/paths';
import { dropStart } from '../../shell/reader/words';

const takesCode = /^(?:-[ceEx]|--?(?:eval|exec|execute|expr|expression|command|cmd|run))$/;
const carriesCode = /^--?(?:eval|exec|execute|expr|expression|command|cmd|run)[=:]/;

/** Words that are code, judged by the usual options for code: `-e`, `--eval=`, `-c`. */
export function codeIn(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const attached = carriesCode.exec(word.text)?.[0];
    if (attached !== undefined) return [dropStart(word, attached.length)];
    return takesCode.test(words[at - 1]?.text ?? '') ? [word] : [];
  });
}

/** Dangerous programs, to look for after an unknown program that may be a wrapper. */
const wrapped: ReadonlySet<string> = new Set(
  'rm dd shred find git sudo env xargs chmod chown sh bash zsh dash shutdown reboot halt poweroff truncate wipefs mkfs mkfs.ext4'.split(
    ' ',
  ),
);

/** The command in the words of an unknown program, which may be a wrapper like `nice`. */
export function commandIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ value }) => value !== undefined && wrapped.has(programName(value)));
  return at < 0 || at + 1 === words.length ? [] : words.slice(at);
}
