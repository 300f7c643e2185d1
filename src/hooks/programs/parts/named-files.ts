import type { ShellWord } from '../../shell/invocation';
import { plainWord } from '../../shell/reader/words';
import { unclear, writes, type Action, type Actions } from '../effect';
import type { Use } from '../program';

/** For programs that take options from a file, which a word with `@` names. */
export const optionFiles = (use: Use): readonly Action[] =>
  use.operands
    .filter(({ text }) => text.startsWith('@'))
    .map(({ raw }) => unclear(`which options ${raw} holds is not known`));

/** The files that a patch changes, as far as its text can be read. */
export function patchedFiles(use: Use, patches: readonly ShellWord[]): Actions {
  const { stdin, readFile } = use.at;
  const input = stdin.kind === 'text' ? stdin.text : stdin.kind === 'file' ? readFile(stdin.path) : undefined;
  const texts = patches.map((word) => readFile(use.resolve(word) ?? ''));
  return (patches.length === 0 ? [input] : texts).map((text) =>
    text === undefined
      ? unclear('which files the patch changes is not known')
      : Array.from(text.matchAll(/^(?:\+\+\+|---|rename to) (?!\/dev\/null)(?:[ab]\/)?([^\t\n]+)/gm), ([, name = '']) =>
          writes(plainWord(name), { how: 'edit' }),
        ),
  );
}
