import type { ShellWord } from '../../shell/invocation';
import { programName } from '../../shell/paths';
import { dropStart } from '../../shell/reader/words';

const takesCode = /^(?:-[ceEx]|--?(?:eval|exec|execute|expr|expression|command|cmd|run))$/;
const carriesCode = /^--?(?:eval|exec|execute|expr|expression|command|cmd|run)[=:]/;

/** Words that are code, by the options in front of which programs usually take it: `-e`, `--eval=`, `-c`. */
export function codeIn(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const attached = carriesCode.exec(word.text)?.[0];
    if (attached !== undefined) return [dropStart(word, attached.length)];
    return takesCode.test(words[at - 1]?.text ?? '') ? [word] : [];
  });
}

/** Programs that matter when a wrapper runs them. */
const wrapped: ReadonlySet<string> = new Set(
  'rm dd shred find git sudo env xargs chmod chown sh bash zsh dash shutdown reboot halt poweroff truncate wipefs mkfs mkfs.ext4'.split(
    ' ',
  ),
);

/** The command in the words of a program that is not known: it may be a wrapper like `nice`. */
export function commandIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ value }) => value !== undefined && wrapped.has(programName(value)));
  return at < 0 || at + 1 === words.length ? [] : words.slice(at);
}
