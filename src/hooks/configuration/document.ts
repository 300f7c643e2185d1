import { existsSync } from 'node:fs';
import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { lineAt } from '../project/text';
import { readFile } from '../project/read-file';

/** A JSON file as people write it: comments and trailing commas are fine. */
export interface Document {
  readonly file: string;
  readonly text: string;
  /** What could be read; undefined if nothing could. */
  readonly value: unknown;
  /** Where the text stops being JSON; what comes before and after it is still read. */
  readonly faults: readonly (Spot & { readonly message: string })[];
}

/** A part of one line: the line from 1, the column from 0. Line 0 means that it cannot be found. */
export interface Spot {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export const nowhere: Spot = { line: 0, column: 0, length: 0 };

const sizeLimit = 1024 * 1024;

/** Reads a file that is usually not there. Undefined when it is missing. */
export function readDocument(file: string): Document | undefined {
  // An error is slow to make.
  if (!existsSync(file)) return undefined;
  const reading = readFile(file, { maxBytes: sizeLimit });
  if (reading.kind === 'missing') return undefined;
  if (reading.kind === 'unreadable') return unread(file, reading.problem);
  return parsed(file, reading.bytes.toString('utf8'));
}

/** Finds the place of a key: with its value if that is a single value, otherwise the key alone. */
export function spotsOf({ text }: Pick<Document, 'text'>): (path: readonly (string | number)[]) => Spot {
  const tree = shallow(() => parseTree(text, [], jsonc));
  return (path) => {
    const node = tree === undefined ? undefined : deepest(tree, path);
    if (node === undefined) return nowhere;
    const [key, value = node] = node.type === 'property' ? (node.children ?? []) : [];
    return spotAt(text, node.offset, value.children === undefined ? node.length : (key?.length ?? 1));
  };
}

const spotAt = (text: string, offset: number, length: number): Spot => ({
  line: lineAt(text, offset),
  column: offset - (text.lastIndexOf('\n', offset - 1) + 1),
  length,
});

/** Parser and tree walk recurse at each bracket; undefined if the nesting is too deep. */
function shallow<T>(walk: () => T): T | undefined {
  try {
    return walk();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const jsonc = { allowTrailingComma: true, allowEmptyContent: false };

function parsed(file: string, raw: string): Document {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  try {
    return { file, text, value: JSON.parse(text), faults: [] };
  } catch {
    return shallow(() => lenient(file, text)) ?? unread(file, 'it is nested too deeply');
  }
}

function lenient(file: string, text: string): Document {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, jsonc);
  const faults = errors.map((error) => ({
    ...spotAt(text, error.offset, error.length),
    message: `not JSON here (${printParseErrorCode(error.error)})`,
  }));
  return { file, text, value: tree === undefined ? undefined : plainValue(tree), faults: unique(faults) };
}

/** A text that is not JSON has an error at every word: the first few are enough. */
function unique(faults: Document['faults']): Document['faults'] {
  const shown = new Set<string>();
  return faults
    .filter(({ line, message }) => !shown.has(`${line} ${message}`) && shown.add(`${line} ${message}`))
    .slice(0, 5);
}

/** A node's value. The library's own conversion would let a key named __proto__ become a prototype. */
export function plainValue({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(plainValue);
  if (type !== 'object') return value;
  const pairs = children.flatMap(({ children: [key, inner] = [] }) =>
    key === undefined || inner === undefined ? [] : [[String(key.value), plainValue(inner)]],
  );
  return Object.fromEntries(pairs);
}

function deepest(tree: Node, path: readonly (string | number)[]): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

const unread = (file: string, message: string): Document => ({
  file,
  text: '',
  value: undefined,
  faults: [{ ...nowhere, message }],
});

type Path = readonly (string | number)[];

/** What of a zod schema is looked at. */
interface Shape {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, Shape>>;
      readonly catchall?: unknown;
      readonly element?: Shape;
      readonly innerType?: Shape;
    };
  };
}

/** Every key, at any depth, that the schema would leave out without a word. */
export function unknownKeys(
  schema: Shape,
  value: unknown,
  path: Path = [],
): readonly { readonly path: Path; readonly known: readonly string[] }[] {
  const { type, shape, catchall, element, innerType } = schema._zod.def;
  if (innerType !== undefined) return unknownKeys(innerType, value, path);
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownKeys(element, item, [...path, index]));
  }
  if (type !== 'object' || shape === undefined || catchall !== undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = Object.keys(shape);
  return Object.entries(value).flatMap(([key, inner]) => {
    const inside = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return inside === undefined ? [{ path: [...path, key], known }] : unknownKeys(inside, inner, [...path, key]);
  });
}
