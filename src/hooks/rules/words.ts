import type { Use } from '../programs/program';
import type { Invocation } from '../shell/invocation';

/** Reads an invocation's words: by the program's grammar if it is known, else in both possible ways. */
export interface Words {
  /** The words that are no options, in order; several readings where an option may or may not take a value. */
  readonly operands: readonly (readonly string[])[];
  /** Every spelling of each option that is given, with its value if it has one. */
  readonly flags: readonly string[];
  /** Is this option given, under any of its names? */
  has(name: string): boolean;
}

const read = new WeakMap<Invocation, Words>();

export function wordsOf(invocation: Invocation): Words {
  const known = read.get(invocation);
  if (known !== undefined) return known;
  const texts = invocation.args.slice(0, 400).map(({ text }) => text);
  const { use } = invocation;
  const words: Words = {
    operands: use === undefined ? readings(texts) : [[...use.path, ...plain(use.operands.map(({ text }) => text))]],
    flags: [...new Set([...spelled(texts), ...given(use)])],
    has: (name) => use !== undefined && use.given.length > 0 && use.has(name),
  };
  read.set(invocation, words);
  return words;
}

const isOption = (text: string): boolean => text.length > 1 && text.startsWith('-');
const plain = (texts: readonly string[]): readonly string[] => texts.filter((text) => !isOption(text));

/** The word after an option may be its value: `acme -n prod delete`. The first few options are read both ways. */
function readings(texts: readonly string[]): readonly (readonly string[])[] {
  let all: (readonly string[])[] = [[]];
  let open = 4;
  texts.forEach((text, at) => {
    if (isOption(text)) return;
    const before = texts[at - 1] ?? '';
    const either = isOption(before) && !before.includes('=') && open-- > 0;
    const taken = all.map((words) => [...words, text]);
    all = either ? [...all, ...taken] : taken;
  });
  return all;
}

function spelled(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, at) => {
    if (!isOption(text)) return [];
    const next = texts[at + 1];
    const name = text.includes('=') ? [text.slice(0, text.indexOf('='))] : [];
    const value = next === undefined || isOption(next) ? [] : [`${text}=${next}`];
    const letters = /^-[A-Za-z]{2,8}$/.test(text) ? Array.from(text.slice(1), (letter) => `-${letter}`) : [];
    return [text, ...name, ...value, ...letters];
  });
}

/** Under their full names: `--forc` is `--force`. */
const given = (use: Use | undefined): readonly string[] =>
  (use?.given ?? []).flatMap(({ name, value, on }) =>
    on ? [name, ...(value === undefined ? [] : [`${name}=${value.text}`])] : [],
  );
