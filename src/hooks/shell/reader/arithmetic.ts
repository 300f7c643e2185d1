import { parse } from 'unbash';
import type { ShellWord, WordPart } from '../invocation';
import { wordSet } from '../../project/text';
import { noteNamed, type Expansion } from './reader';
import { candidatesOf, type Value } from './possible';
import { unknownStream } from './stream';

/** Operators of `[[ … ]]` whose operands are arithmetic. */
export const arithmeticTests = wordSet('-eq -ne -lt -le -gt -ge');

/** `x = 1`, `x += 1`, `x++`. */
const sets = /(?<![\w$])([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/g;

/**
 * Arithmetic evaluates the values of its names as arithmetic too, and runs the substitutions in their subscripts. What is
 * known is read for them; text that the reader did not see may hold one.
 */
export function readArithmetic(text: string, on: Expansion, hops = 4): void {
  if (hops === 0) return;
  if (/\$\((?!\()|`/.test(text)) noteUnseen(text, on);
  for (const [, name = ''] of text.matchAll(sets)) noteNamed(name, on);
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) readValue(on.state.get(name), name, on, hops);
}

function readValue(value: Value | undefined, name: string, on: Expansion, hops: number): void {
  if (value === undefined || value.kind === 'unset' || value.kind === 'reference') return;
  if (value.kind === 'either') for (const one of value.values) readValue(one, name, on, hops);
  else {
    const parts = value.kind === 'text' ? value.parts : value.items.flat();
    if (parts.some(isUnseen)) noteUnseen(name, on);
    else for (const text of candidatesOf(value)) readKnown(text, on, hops);
  }
}

/** A word that becomes arithmetic, or the name of a variable with its subscript. */
export function readAsArithmetic(word: ShellWord, on: Expansion): void {
  if (word.parts.some(isUnseen)) noteUnseen(word.raw, on);
  else if (word.value !== undefined) readKnown(word.value, on, 4);
}

/** `x='a[$'; (( $x(id)] ))`: with the text around it the value becomes a substitution. */
const halfSubscript = /\$(?!\()|\[[^\]]*$/;

function readKnown(text: string, on: Expansion, hops: number): void {
  if (/^[-+]?\d*$/.test(text)) return;
  if (halfSubscript.test(text)) noteUnseen(text, on);
  if (/\$\(|`/.test(text)) readSubstitutions(text, on);
  readArithmetic(text, on, hops - 1);
}

/** A subscript in the name of a variable: `unset 'a[$(x)]'`, `read a[$x]`. */
export function readName(word: ShellWord, on: Expansion): void {
  const subscript = /\[(.*)/s.exec(word.text)?.[1];
  if (word.parts.some((part) => part.kind === 'unknown' && part.why !== 'arithmetic')) noteUnseen(word.raw, on);
  else if (/\$\(|`/.test(subscript ?? '')) readSubstitutions(word.text, on);
  else if (subscript !== undefined) readArithmetic(subscript, on);
}

/** Runs what is in `$(…)` of a text that is expanded once more. */
export function readSubstitutions(text: string, on: Expansion): void {
  const code = `: "${text.replace(/(?<!\\)"/g, '\\"')}"`;
  const command = parse(code).commands[0]?.command;
  if (command?.type !== 'Command') return;
  for (const item of command.suffix)
    if (item.type === 'Word') on.reader.interpreter.expandOne(item, { ...on, source: { text: code, base: undefined } });
}

/** Text that the shell expands or evaluates, and that came from outside of the line. */
function isUnseen(part: WordPart): boolean {
  return (
    part.kind === 'unknown' &&
    part.stream?.kind !== 'number' &&
    (part.why === 'input' || part.why === 'substitution' || part.why === 'argument')
  );
}

export function noteUnseen(text: string, on: Expansion): void {
  on.reader.unread.push({
    text: text.slice(0, 200),
    why: 'unknown-code',
    runner: 'arithmetic',
    stream: unknownStream,
    range: undefined,
  });
}
