import { createScanner, type Node } from 'jsonc-parser';
import { readDocument, splitMark, tokenKind, valueOf } from './document';
import { lineAt } from '../project/text';

/** Why the client ignores a whole settings file that we can read: it takes strict JSON only. */
export interface Ignored {
  readonly line: number;
  readonly problem: string;
  /** What to do about it, for people. */
  readonly repair: string;
}

const comments: ReadonlySet<number> = new Set([tokenKind.lineComment, tokenKind.blockComment]);
const whitespace: ReadonlySet<number> = new Set([tokenKind.lineBreak, tokenKind.trivia]);
const closing: ReadonlySet<number> = new Set([tokenKind.closeBrace, tokenKind.closeBracket]);

/** The first place where the client gives up on the file; undefined if it reads it. */
export function ignoredBecause(text: string): Ignored | undefined {
  const { body } = splitMark(text);
  try {
    JSON.parse(body);
    return firstInvalidEntry(body) ?? firstWrongKind(body);
  } catch {
    return firstLiberty(body) ?? { line: 1, problem: 'it is not valid JSON', repair: 'Correct the file.' };
  }
}

function firstLiberty(body: string): Ignored | undefined {
  const scanner = createScanner(body, false);
  let lastComma: number | undefined;
  for (let token: number = scanner.scan(); token !== tokenKind.end; token = scanner.scan()) {
    if (whitespace.has(token)) continue;
    if (comments.has(token)) {
      const line = lineAt(body, scanner.getTokenOffset());
      return { line, problem: 'it has a comment', repair: 'Remove the comments.' };
    }
    if (closing.has(token) && lastComma !== undefined) {
      const repair = 'Remove the comma after the last element.';
      return { line: lineAt(body, lastComma), problem: 'it has a trailing comma', repair };
    }
    lastComma = token === tokenKind.comma ? scanner.getTokenOffset() : undefined;
  }
  return undefined;
}

/** What some settings must be; one that is not makes the client drop the whole file. */
const kindsOf: Readonly<Record<string, Node['type']>> = {
  $schema: 'string',
  allowManagedHooksOnly: 'boolean',
  apiKeyHelper: 'string',
  cleanupPeriodDays: 'number',
  disableAllHooks: 'boolean',
  enabledPlugins: 'object',
  env: 'object',
  hooks: 'object',
  includeCoAuthoredBy: 'boolean',
  model: 'string',
  outputStyle: 'string',
  permissions: 'object',
  statusLine: 'object',
};

function firstWrongKind(body: string): Ignored | undefined {
  const reading = readDocument(body);
  if (reading.kind === 'unreadable') return undefined;
  for (const [key, kind] of Object.entries(kindsOf)) {
    const value = valueOf(reading.document.root, key);
    if (value === undefined || value.type === kind) continue;
    const problem = `${key} is no ${kind}`;
    return { line: lineAt(body, value.offset), problem, repair: `Correct ${key}.` };
  }
  return undefined;
}

/** One invalid entry of these events makes every client ignore the whole file; for other events only older clients do. */
const strictest: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);
const kinds: ReadonlySet<unknown> = new Set(['command', 'http', 'mcp_tool', 'prompt', 'agent']);

function firstInvalidEntry(body: string): Ignored | undefined {
  const reading = readDocument(body);
  if (reading.kind === 'unreadable') return undefined;
  const found = (node: Node, event: string, problem: string): Ignored => ({
    line: lineAt(body, node.offset),
    problem: `it has an invalid hook under ${event} (${problem})`,
    repair: strictest.has(event)
      ? 'Correct or remove that hook.'
      : 'Newer clients drop that hook alone. Correct or remove it.',
  });
  for (const property of valueOf(reading.document.root, 'hooks')?.children ?? []) {
    const event = String(property.children?.[0]?.value);
    for (const group of property.children?.[1]?.children ?? []) {
      const handlers = valueOf(group, 'hooks');
      if (handlers?.type !== 'array') return found(group, event, 'no list of hooks');
      for (const handler of handlers.children ?? []) {
        const problem = invalid(handler);
        if (problem !== undefined) return found(handler, event, problem);
      }
    }
  }
  return undefined;
}

function invalid(handler: Node): string | undefined {
  if (!kinds.has(valueOf(handler, 'type')?.value)) return 'of no known type';
  const timeout = valueOf(handler, 'timeout');
  if (timeout === undefined) return undefined;
  return typeof timeout.value === 'number' && timeout.value > 0 ? undefined : 'its timeout is not above zero';
}
