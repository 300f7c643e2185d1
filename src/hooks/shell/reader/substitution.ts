import { forEachChild, parse, type ParameterExpansionPart, type SyntaxNode, type WordPart as Node } from 'unbash';
import type { Stream, ShellWord, WordPart } from '../invocation';
import type { Fields } from './expand';
import { deeper, isSpent, type Expansion, type Source, giveUp, noteNamed } from './reader';
import { isNumber } from './stream';
import { wordSet } from '../../project/text';
import { candidatesOf, type Value } from './possible';

/** `$(…)`: runs it, and gives what it prints. */
export function substitution(part: Extract<Node, { type: 'CommandExpansion' }>, on: Expansion): Stream {
  // Asking for the script parses it: not once the line has used up its steps.
  if (isSpent(on.reader) || part.script === undefined) return { kind: 'unknown' };
  const source: Source = part.script.source === undefined ? on.source : { text: part.script.source, base: undefined };
  const frame = deeper(on.frame, '$(…)', { subshells: on.frame.subshells + 1, stdin: { kind: 'inherited' } });
  return on.reader.interpreter.readScript(part.script, { ...on, source, state: on.state.fork(), frame });
}

/** Does it call a function of the line? */
export function callsFunction(part: Extract<Node, { type: 'CommandExpansion' }>, on: Expansion): boolean {
  return (
    !isSpent(on.reader) &&
    part.script?.commands.some(
      ({ command }) => command.type === 'Command' && on.state.functions.has(command.name?.value ?? ''),
    ) === true
  );
}

/** `<(…)` and `>(…)`. */
export function process(part: Extract<Node, { type: 'ProcessSubstitution' }>, fields: Fields, on: Expansion): void {
  const unknown = (stream?: Stream) =>
    fields.add({ kind: 'unknown', text: part.text, why: 'substitution', quoted: true, stream });
  if (part.script === undefined) {
    unknown();
    return;
  }
  if (part.operator === '>' && on.outgoing !== undefined) {
    on.outgoing(part.script, on.source);
    unknown();
    return;
  }
  const frame = deeper(on.frame, `${part.operator}(…)`, { subshells: on.frame.subshells + 1 });
  const stdin: Stream = part.operator === '>' ? { kind: 'unknown' } : { kind: 'inherited' };
  const inner = { ...on, state: on.state.fork(), frame: { ...frame, stdin } };
  unknown(on.reader.interpreter.readScript(part.script, inner));
}

/** Arithmetic: its own substitutions, those in subscripts that the parser leaves as text, and the values it evaluates. */
export function readExpression(node: SyntaxNode, text: string, on: Expansion): void {
  const before = on.reader.steps;
  const numbers = readNested(node, on);
  if (on.reader.steps === before && /\$\((?!\()|`/.test(text)) readSubstitutions(text, on);
  let rest = text;
  for (const number of numbers) rest = rest.replace(number, '1');
  readArithmetic(rest, on);
}

/**
 * Runs the substitutions inside text that is not itself a word: arithmetic, test expressions, array indices. Returns
 * those that print a number.
 */
export function readNested(node: SyntaxNode, on: Expansion): readonly string[] {
  const numbers: string[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'CommandExpansion') {
      if (isNumber(substitution(child, on))) numbers.push(child.text);
    } else if (child.type === 'ArithmeticExpansion') {
      readExpression(child, child.text.slice(3, -2), on);
    } else if (child.type === 'ArithmeticCommandExpansion' || child.type === 'ProcessSubstitution') {
      if (child.script === undefined) return;
      const inner = { ...on, state: on.state.fork(), frame: deeper(on.frame, '$(…)') };
      if (isNumber(on.reader.interpreter.readScript(child.script, inner))) numbers.push(child.text);
    } else if (child.type === 'ParameterExpansion' && child.operation?.type === 'Replace') {
      readReplacement(child, child.operation, on);
    } else {
      numbers.push(...readNested(child, on));
    }
  });
  return numbers;
}

type Replace = Extract<ParameterExpansionPart['operation'], { readonly type: 'Replace' }>;

/**
 * The pattern and the replacement of `${x/…/…}`. The parser ends the pattern at the first slash, even inside of a
 * substitution, so both are read as one word. False if the two words that the parser made of them may be wrong.
 */
export function readReplacement(part: ParameterExpansionPart, operation: Replace, on: Expansion): boolean {
  const text = part.text.slice(operation.operatorEnd - part.pos, -1);
  if (!/[`(]|\$\{/.test(text)) return true;
  const source: Source = { text: `: \${_-${text}}`, base: undefined };
  const command = parse(source.text).commands[0]?.command;
  if (command?.type === 'Command')
    for (const word of command.suffix)
      if (word.type === 'Word') on.reader.interpreter.expandOne(word, { ...on, source });
  return false;
}

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

export const noteUnseen = (text: string, { reader }: Expansion): void =>
  giveUp(reader, 'unknown-code', text, 'arithmetic');
