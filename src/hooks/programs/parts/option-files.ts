import { unclear, type Action } from '../effect';
import type { Use } from '../program';

/** For programs that take options from a file, which a word with `@` names. */
export const optionFiles = (use: Use): readonly Action[] =>
  use.operands
    .filter(({ text }) => text.startsWith('@'))
    .map(({ raw }) => unclear(`which options ${raw} holds is not known`));
