import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';

/** A settings file as text and as a tree whose nodes know their place in it. */
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
    return { kind: 'unreadable', line: lineAt(text, error.offset), problem: spoken(printParseErrorCode(error.error)) };
  }
  if (root === undefined) return { kind: 'unreadable', line: 1, problem: 'it is empty' };
  if (root.type !== 'object') {
    return { kind: 'unreadable', line: lineAt(text, root.offset), problem: 'it does not hold a JSON object' };
  }
  return { kind: 'ok', document: { text, root } };
}

/** `CommaExpected` → `comma expected`. */
function spoken(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** A property's value. A key that occurs twice counts where it occurs last, as for the client. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === key);
}

export function valueOf(object: Node | undefined, key: string): Node | undefined {
  return propertyOf(object, key)?.children?.[1];
}

export const endOf = (node: Node): number => node.offset + node.length;

/** A byte order mark is kept, and editing code never sees it. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\uFEFF') ? { mark: '\uFEFF', body: text.slice(1) } : { mark: '', body: text };
}
