import { parseTree, printParseErrorCode, createScanner, type Node, type ParseError } from 'jsonc-parser';
import { lineAt } from '../project/text';

/** A settings file as text, and as a tree whose nodes have offsets into it. */
export interface Document {
  readonly text: string;
  readonly root: Node;
}

export type Reading =
  | { readonly kind: 'ok'; readonly document: Document }
  | { readonly kind: 'unreadable'; readonly line: number; readonly problem: string };

/** Reads settings with comments and trailing commas. Anything beyond that is unreadable, and says on which line. */
export function readDocument(text: string): Reading {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  } catch {
    return { kind: 'unreadable', line: 1, problem: 'it is nested too deeply' };
  }
  const [error] = errors;
  if (error !== undefined) {
    return { kind: 'unreadable', line: lineAt(text, error.offset), problem: asWords(printParseErrorCode(error.error)) };
  }
  if (root === undefined) return { kind: 'unreadable', line: 1, problem: 'it is empty' };
  if (root.type !== 'object') {
    return { kind: 'unreadable', line: lineAt(text, root.offset), problem: 'it does not hold a JSON object' };
  }
  return { kind: 'ok', document: { text, root } };
}

/** The tree of a settings text; undefined if it cannot be read. */
export function rootOf(text: string): Node | undefined {
  const reading = readDocument(splitMark(text).body);
  return reading.kind === 'ok' ? reading.document.root : undefined;
}

/** `CommaExpected` → `comma expected`. */
const asWords = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** A property's value. A key that occurs twice counts where it occurs last, as for the client. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === key);
}

export const valueOf = (object: Node | undefined, key: string): Node | undefined =>
  propertyOf(object, key)?.children?.[1];

const endOf = (node: Node): number => node.offset + node.length;

/** A byte order mark is kept, and editing code never sees it. */
export const splitMark = (text: string): { readonly mark: string; readonly body: string } =>
  text.startsWith('\uFEFF') ? { mark: '\uFEFF', body: text.slice(1) } : { mark: '', body: text };

/** One replacement in a text; several of one text never overlap. */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export function withEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => b.offset - a.offset);
  return ordered.reduce(
    (now, edit) => now.slice(0, edit.offset) + edit.text + now.slice(edit.offset + edit.length),
    text,
  );
}

/** How a file is laid out, so that what is added looks like what is there. */
interface Style {
  /** Empty for a file that is written on one line. */
  readonly newline: string;
  readonly indent: string;
}

export function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (first === undefined) return { newline, indent: '  ' };
  const before = /(?:^|[\r\n])([ \t]+)$/.exec(text.slice(0, first.offset));
  if (before?.[1] !== undefined) return { newline, indent: before[1] };
  return text.trimEnd().includes('\n') ? { newline, indent: '  ' } : { newline: '', indent: '' };
}

/** A value, written at this depth of the file. */
export function rendered(value: unknown, depth: number, style: Style): string {
  if (style.newline === '') return JSON.stringify(value);
  const flat = JSON.stringify(value, null, style.indent);
  return flat.replaceAll('\n', style.newline + style.indent.repeat(depth));
}

/** What the scanner calls its tokens. Its own enumeration is `const`, so a module that is compiled by itself cannot import it. */
export const tokenKind = {
  closeBrace: 2,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  end: 17,
} as const;

interface Token {
  readonly kind: 'comma' | 'comment';
  readonly offset: number;
  readonly end: number;
}

/** The commas and comments between two elements. */
function between(text: string, from: number, to: number): readonly Token[] {
  const scanner = createScanner(text.slice(from, to), false);
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== tokenKind.end; kind = scanner.scan()) {
    const isComma = kind === tokenKind.comma;
    if (!isComma && kind !== tokenKind.lineComment && kind !== tokenKind.blockComment) continue;
    const offset = from + scanner.getTokenOffset();
    tokens.push({ kind: isComma ? 'comma' : 'comment', offset, end: offset + scanner.getTokenLength() });
  }
  return tokens;
}

/** Adds elements at the end of an object or array. `removed` restores the text exactly. */
export function editsToAppend(
  text: string,
  container: Node,
  items: readonly string[],
  depth: number,
  style: Style,
): Edit[] {
  if (items.length === 0) return [];
  const close = endOf(container) - 1;
  const last = container.children?.at(-1);
  const from = last === undefined ? container.offset + 1 : endOf(last);
  const tokens = between(text, from, close);
  const at = tokens.at(-1)?.end ?? from;
  const lead = style.newline === '' ? '' : style.newline + style.indent.repeat(depth);
  const list = items.map((item) => lead + item).join(',');
  if (last === undefined) {
    const room = /[\r\n]/.test(text.slice(at, close)) || style.newline === '';
    return [{ offset: at, length: 0, text: room ? list : list + style.newline + style.indent.repeat(depth - 1) }];
  }
  if (tokens.some((token) => token.kind === 'comma')) return [{ offset: at, length: 0, text: `${list},` }];
  if (tokens.length === 0) return [{ offset: from, length: 0, text: `,${list}` }];
  return [
    { offset: from, length: 0, text: ',' },
    { offset: at, length: 0, text: list },
  ];
}

/** Takes one element out of an object or array, with the comma that belongs to it. Comments around it stay. */
export function removed(text: string, container: Node, item: Node): Edit[] {
  const children = container.children ?? [];
  const index = children.indexOf(item);
  const previous = children[index - 1];
  const next = children[index + 1];
  const close = endOf(container) - 1;
  const before = between(text, previous === undefined ? container.offset + 1 : endOf(previous), item.offset);
  const after = between(text, endOf(item), next?.offset ?? close);
  const comma = after.find((token) => token.kind === 'comma');
  const start = before.at(-1)?.end ?? (previous === undefined ? container.offset + 1 : endOf(previous));
  if (previous === undefined && next !== undefined && after.length === 1) return cuts([item.offset, next.offset]);
  if (comma !== undefined) return cuts([start, endOf(item)], [comma.offset, comma.end]);
  if (previous === undefined) {
    const bare = before.length === 0 && after.length === 0;
    return cuts(bare ? [container.offset + 1, close] : [start, endOf(item)]);
  }
  const own = before.find((token) => token.kind === 'comma');
  return own === undefined ? cuts([start, endOf(item)]) : cuts([own.offset, own.end], [start, endOf(item)]);
}

const cuts = (...ranges: readonly (readonly [number, number])[]): Edit[] =>
  ranges.filter(([from, to]) => to > from).map(([from, to]) => ({ offset: from, length: to - from, text: '' }));
