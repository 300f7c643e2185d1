import { forEachChild, parse, type ParameterExpansionPart, type SyntaxNode, type WordPart as Node } from 'unbash';
import type { Stream } from '../invocation';
import { readArithmetic, readSubstitutions } from './arithmetic';
import type { Fields } from './expand';
import { deeper, isSpent, type Expansion, type Source } from './reader';
import { isNumber } from './stream';

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
