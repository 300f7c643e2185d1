import type { ShellWord } from './invocation';
import { dropStart } from './reader/words';

/** Which options of a program take a value; everything else that starts with a dash is a switch. */
export interface OptionSpec {
  /** Short options with a value, as one string of letters. */
  readonly short?: string;
  /** Long options with a value, without dashes. */
  readonly long?: readonly string[];
  /** All long options, where abbreviations have to be told apart. */
  readonly known?: readonly string[];
  /** Long options start with one dash (`find`, `java`): no clusters. */
  readonly single?: boolean;
  /** Options end at the first operand (wrappers); otherwise they may follow operands. */
  readonly strict?: boolean;
}

interface Option {
  /** With its dashes, abbreviation resolved: `-f`, `--force`. */
  readonly name: string;
  readonly value: ShellWord | undefined;
  readonly word: ShellWord;
}

export interface Options {
  readonly options: readonly Option[];
  readonly operands: readonly ShellWord[];
  /** How many words belong to options, in a strict reading: the operands start there. */
  readonly consumed: number;
  /** Operands behind `--`. */
  readonly afterDashes: readonly ShellWord[] | undefined;
  has(...names: readonly string[]): boolean;
  value(...names: readonly string[]): ShellWord | undefined;
  values(...names: readonly string[]): readonly ShellWord[];
}

/** Reads a command's words as getopt_long would. */
export function readOptions(args: readonly ShellWord[], spec: OptionSpec = {}): Options {
  const options: Option[] = [];
  const operands: ShellWord[] = [];
  let afterDashes: readonly ShellWord[] | undefined;
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--' && word.value !== undefined) {
      at++;
      afterDashes = args.slice(at);
      operands.push(...afterDashes);
      break;
    }
    if (text.length < 2 || !text.startsWith('-') || word.parts[0]?.kind === 'unknown') {
      if (spec.strict === true) break;
      operands.push(word);
      continue;
    }
    if (text.startsWith('--') || spec.single === true) at = readLong(word, args, at, spec, options);
    else at = readCluster(word, args, at, spec, options);
  }
  if (spec.strict === true && afterDashes === undefined) operands.push(...args.slice(at));
  const find = (names: readonly string[]) => options.filter((option) => names.includes(option.name));
  return {
    options,
    operands,
    consumed: at,
    afterDashes,
    has: (...names) => options.some((option) => names.includes(option.name)),
    value: (...names) => find(names).at(-1)?.value,
    values: (...names) => find(names).flatMap((option) => (option.value === undefined ? [] : [option.value])),
  };
}

function readLong(
  word: ShellWord,
  args: readonly ShellWord[],
  at: number,
  spec: OptionSpec,
  options: Option[],
): number {
  const dashes = word.text.startsWith('--') ? 2 : 1;
  const equals = word.text.indexOf('=');
  const given = word.text.slice(dashes, equals < 0 ? undefined : equals);
  const full = longName(given, spec);
  const name = `${'-'.repeat(dashes)}${full}`;
  if (equals >= 0) {
    options.push({ name, value: dropStart(word, equals + 1), word });
    return at;
  }
  if (spec.long?.includes(full) === true) {
    options.push({ name, value: args[at + 1], word });
    return at + 1;
  }
  options.push({ name, value: undefined, word });
  return at;
}

/** The one known option that an abbreviation can mean. */
function longName(given: string, spec: OptionSpec): string {
  const all = spec.known ?? spec.long;
  if (all === undefined || all.includes(given) || spec.long?.includes(given) === true || given === '') return given;
  const fits = all.filter((name) => name.startsWith(given));
  return fits.length === 1 || (fits.length > 1 && fits.every((name) => name.startsWith(fits[0] ?? '')))
    ? (fits[0] ?? given)
    : given;
}

function readCluster(
  word: ShellWord,
  args: readonly ShellWord[],
  at: number,
  spec: OptionSpec,
  options: Option[],
): number {
  for (let i = 1; i < word.text.length; i++) {
    const letter = word.text[i] ?? '';
    if (spec.short?.includes(letter) !== true) {
      options.push({ name: `-${letter}`, value: undefined, word });
      continue;
    }
    if (i + 1 < word.text.length) {
      options.push({ name: `-${letter}`, value: dropStart(word, i + 1), word });
      return at;
    }
    options.push({ name: `-${letter}`, value: args[at + 1], word });
    return at + 1;
  }
  return at;
}
