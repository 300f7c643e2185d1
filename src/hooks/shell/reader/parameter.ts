import type { ParameterExpansionPart, Word } from 'unbash';
import type { WordPart } from '../invocation';
import { noteUnseen, readName, readSubstitutions, readExpression, readNested, readReplacement } from './substitution';
import type { Fields } from './expand';
import { setNamed, type Expansion } from './reader';
import { candidatesOf, knownText } from './possible';
import type { Value } from './state';
import { wordOf } from './words';
import { escapeRegExp } from '../../project/text';

/** `${x:-y}` and its relatives, as far as the values are known. */
export function parameter(part: ParameterExpansionPart, fields: Fields, on: Expansion, quoted: boolean): void {
  if (part.index !== undefined) readExpression(part.index, part.index.text, on);
  if (part.prefix === '#') {
    fields.add({ kind: 'unknown', text: part.text, why: 'arithmetic', quoted });
    return;
  }
  // `${!x[@]}`: the subscripts.
  if (part.prefix === '!' && (part.index?.value === '@' || part.index?.value === '*')) {
    fields.add({ kind: 'unknown', text: part.text, why: 'variable', quoted, name: part.parameter });
    return;
  }
  const own = valueOf(part, on);
  const name = part.prefix === '!' ? named(part, own, on) : part.parameter;
  const value = part.prefix !== '!' ? own : name === undefined ? undefined : on.state.get(name);
  const { operation } = part;
  if (operation === undefined) {
    unchanged(part, name ?? part.parameter, value, fields, on, quoted);
    return;
  }
  if (operation.type === 'Default') {
    byDefault(operation.operator, operation.operand, value, fields, on, quoted, part);
    return;
  }
  if (operation.type === 'Slice' && value?.kind === 'list' && part.index?.value === '@') {
    const [from, length] = [operation.offset, operation.length].map((word) =>
      word === undefined ? undefined : number(word),
    );
    if (from !== undefined && from >= 0 && (operation.length === undefined || (length !== undefined && length >= 0))) {
      fields.list(value.items.slice(from, length === undefined ? undefined : from + length), quoted ? '@' : undefined);
      return;
    }
  }
  const isSeen = readOperands(part, operation, value, on);
  const text = isSeen ? knownText(value) : undefined;
  const changed = text === undefined || text.length > 4_000 ? undefined : change(text, part, on);
  if (changed !== undefined) fields.text(changed, quoted);
  else fields.add({ kind: 'unknown', text: part.text, why: 'variable', quoted, name: part.parameter });
}

/** `$x`, `${x}`, `${x[1]}`, `${x[@]}`. */
function unchanged(
  { index, text }: ParameterExpansionPart,
  name: string,
  value: Value | undefined,
  fields: Fields,
  on: Expansion,
  quoted: boolean,
): void {
  if (value === undefined) fields.variable(name, text, quoted);
  else if (value.kind !== 'list' || index === undefined) fields.value(value, name, text, quoted);
  else if (index.value === '@' || index.value === '*') fields.list(value.items, quoted ? index.value : undefined);
  else {
    const items = placesIn(value, index, on).map((at) => value.items[at] ?? []);
    if (items.length < 2) fields.parts(items[0] ?? [], quoted);
    else {
      const candidates = candidatesOf({ kind: 'list', items });
      fields.add({ kind: 'unknown', text, why: 'variable', quoted, name, candidates });
    }
  }
}

/** Where the element with this subscript may be in the list: zsh counts from 1, other shells from 0. */
function placesIn({ items, keys }: Extract<Value, { kind: 'list' }>, index: Word, on: Expansion): readonly number[] {
  const text = on.reader.interpreter.expandOne(index, on).value ?? '?';
  const key = keys?.indexOf(text) ?? -1;
  if (key >= 0) return [key];
  // A subscript is arithmetic, where a name stands for its value.
  const number = Number(/^-?\d+$/.test(text) ? text : (knownText(on.state.get(text)) ?? NaN));
  if (!Number.isInteger(number) || (keys !== undefined && text !== String(number))) return [...items.keys()];
  if (keys !== undefined) return [];
  return number > 0 ? [number, number - 1] : [number < 0 ? items.length + number : 0];
}

type Operation = NonNullable<ParameterExpansionPart['operation']>;

/** Reads what the operands of an operation run; false if the result cannot be known. */
function readOperands(
  part: ParameterExpansionPart,
  operation: Exclude<Operation, { type: 'Default' }>,
  value: Value | undefined,
  on: Expansion,
): boolean {
  switch (operation.type) {
    case 'Slice':
      for (const word of [operation.offset, operation.length]) {
        if (word !== undefined) readExpression(word, word.text, on);
      }
      return true;
    case 'Replace':
      return readReplacement(part, operation, on);
    default:
      readNested(operation, on);
      if (operation.type === 'Transform' && operation.operand.value === 'P') readPrompt(value, part.text, on);
      return true;
  }
}

function valueOf(part: ParameterExpansionPart, on: Expansion): Value | undefined {
  if (/^[1-9]\d*$/.test(part.parameter) && on.state.positional !== undefined) {
    const item = on.state.positional[Number(part.parameter) - 1];
    return item === undefined ? { kind: 'unset' } : { kind: 'text', parts: item };
  }
  return on.state.get(part.parameter);
}

/** `${x@P}` expands the value once more, substitutions included. */
function readPrompt(value: Value | undefined, text: string, on: Expansion): void {
  const known = knownText(value);
  if (known === undefined) noteUnseen(text, on);
  else if (/\$\(|`/.test(known)) readSubstitutions(known, on);
}

/** `${!x}` is the variable whose name is in `x`. */
function named(part: ParameterExpansionPart, value: Value | undefined, on: Expansion): string | undefined {
  if (value?.kind === 'text') readName(wordOf(value.parts, part.text, undefined), on);
  else if (value === undefined && /^\$\{!\w+(?:\}$|[-:=+?#%/,^])/.test(part.text)) noteUnseen(part.text, on);
  return knownText(value);
}

function byDefault(
  operator: string,
  operand: Word,
  value: Value | undefined,
  fields: Fields,
  on: Expansion,
  quoted: boolean,
  part: ParameterExpansionPart,
): void {
  const other = on.reader.interpreter.expandOne(operand, on);
  const empty = operator.startsWith(':') && value?.kind === 'text' && value.parts.every((piece) => piece.text === '');
  const missing = value?.kind === 'unset' || empty;
  const [only, ...others] = value?.kind === 'text' ? value.parts : [];
  /** What is not known may be empty. */
  const doubtful = operator.startsWith(':') && only?.kind === 'unknown' && others.length === 0 ? only : undefined;
  if (operator.endsWith('+')) {
    if (value === undefined || doubtful !== undefined) {
      fields.add({
        kind: 'unknown',
        text: part.text,
        why: 'variable',
        quoted,
        name: part.parameter,
        candidates: [other.text],
      });
      return;
    }
    if (!missing) fields.operand(other.parts, quoted);
    return;
  }
  if (value === undefined) {
    const candidates = operator.endsWith('?') ? undefined : [other.text];
    const either: WordPart = {
      kind: 'unknown',
      text: part.text,
      why: 'variable',
      quoted,
      name: part.parameter,
      candidates,
    };
    if (operator.endsWith('=')) setNamed(part.parameter, { kind: 'text', parts: [either] }, on);
    fields.add(either);
    return;
  }
  if (doubtful !== undefined && !operator.endsWith('?')) {
    fields.add({ ...doubtful, quoted, candidates: [...(doubtful.candidates ?? []), other.text] });
    return;
  }
  if (!missing) {
    fields.value(value, part.parameter, part.text, quoted);
    return;
  }
  if (operator.endsWith('?')) return;
  if (operator.endsWith('=')) setNamed(part.parameter, { kind: 'text', parts: other.parts }, on);
  fields.operand(other.parts, quoted);
}

function change(text: string, part: ParameterExpansionPart, on: Expansion): string | undefined {
  const { operation } = part;
  // The time that two stars take grows with the cube of the text's length.
  if (text.length > 500 && (operation?.type === 'Remove' || operation?.type === 'Replace')) return undefined;
  switch (operation?.type) {
    case 'Remove': {
      const pattern = globPattern(on.reader.interpreter.expandOne(operation.operand, on));
      if (pattern === undefined) return undefined;
      const greedy = operation.operator.length === 2;
      return operation.operator.startsWith('#')
        ? withoutStart(text, pattern, greedy)
        : withoutEnd(text, pattern, greedy);
    }
    case 'Replace': {
      const pattern = globPattern(on.reader.interpreter.expandOne(operation.pattern, on));
      const replacement = on.reader.interpreter.expandOne(operation.replacement, on).value;
      if (pattern === undefined || replacement === undefined) return undefined;
      const anchored =
        operation.operator === '/#' ? `^${pattern}` : operation.operator === '/%' ? `${pattern}$` : pattern;
      return text.replace(new RegExp(anchored, operation.operator === '//' ? 'g' : ''), () => replacement);
    }
    case 'Slice': {
      const offset = number(operation.offset);
      const length = operation.length === undefined ? text.length : number(operation.length);
      if (offset === undefined || length === undefined) return undefined;
      const start = offset < 0 ? text.length + offset : offset;
      return text.slice(start, length < 0 ? text.length + length : start + length);
    }
    case 'CaseModification':
      if (operation.operator === '^^') return text.toUpperCase();
      if (operation.operator === ',,') return text.toLowerCase();
      return operation.operator === '^'
        ? text.slice(0, 1).toUpperCase() + text.slice(1)
        : text.slice(0, 1).toLowerCase() + text.slice(1);
    default:
      return undefined;
  }
}

function number(word: Word): number | undefined {
  const text = word.value.trim();
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function globPattern(word: { readonly parts: readonly WordPart[] }): string | undefined {
  let pattern = '';
  // A pattern with many stars makes the regular expression explode, and is not written in practice.
  if (word.parts.filter((part) => part.kind === 'glob').length > 2) return undefined;
  for (const part of word.parts) {
    if (part.kind === 'unknown') return undefined;
    if (part.kind === 'literal') pattern += escapeRegExp(part.text);
    else if (part.text === '*') pattern += '[^]*';
    else if (part.text === '?') pattern += '[^]';
    else return undefined;
  }
  return pattern;
}

function withoutStart(text: string, pattern: string, greedy: boolean): string {
  const whole = new RegExp(`^(?:${pattern})$`);
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  const fit = (greedy ? lengths.reverse() : lengths).find((length) => whole.test(text.slice(0, length)));
  return fit === undefined ? text : text.slice(fit);
}

function withoutEnd(text: string, pattern: string, greedy: boolean): string {
  const whole = new RegExp(`^(?:${pattern})$`);
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  const fit = (greedy ? lengths.reverse() : lengths).find((length) => whole.test(text.slice(text.length - length)));
  return fit === undefined ? text : text.slice(0, text.length - fit);
}
