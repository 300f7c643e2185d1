import type { Node } from 'jsonc-parser';
import { plainValue } from '../configuration/document';
import { type EventName, isEventName } from '../protocol/events';
import { ActionableError } from '../project/functions';
import {
  propertyOf,
  readDocument,
  splitMark,
  valueOf,
  editsToAppend,
  withEdits,
  removed,
  rendered,
  styleOf,
  type Document,
  type Edit,
} from './document';
import { lineAt } from '../project/text';
import { clientEventIn, isOurs, type Entry, type Handler, type Lane } from './entry';
import { inPlugin, isPlugin, isPluginEntry, pluginEntries } from './opencode-plugin';
import { stringOf } from '../protocol/json';

/** Pure functions on settings texts. */

/** Text with exactly these Gatehouse entries; everything else is unchanged byte for byte. */
export function withEntries(text: string, entries: readonly Entry[], origin?: string): string {
  if (isPluginEntry(entries[0])) return inPlugin(text, entries);
  const found = foundIn(text);
  if (sameEntries(found, entries)) return text;
  return inserted(withoutEntries(text, origin), entries);
}

/**
 * Text without any Gatehouse entry. `origin` is the text before we came: it tells an empty list that was there from one
 * that we made. Without it, what we empty goes.
 */
export const withoutEntries = (text: string, origin?: string): string => withoutHandlers(text, isOurs, origin);

/** Text without the handlers that are meant. */
export function withoutHandlers(text: string, isMeant: (handler: unknown) => boolean, origin?: string): string {
  const { mark, body } = splitMark(text);
  const before = origin === undefined ? undefined : splitMark(origin).body;
  if (body.trim() === '') return text;
  if (isPlugin(body)) return pluginEntries(body).some(({ handler }) => isMeant(handler)) ? '' : text;
  let now = body;
  for (;;) {
    const edits = firstRemoval(open(now), before === undefined || before.trim() === '' ? undefined : before, isMeant);
    if (edits === undefined) return mark + now;
    now = withEdits(now, edits);
  }
}

/** Text in which `disableAllHooks` does not switch our entries off. */
export function withHooksOn(text: string): string {
  const { mark, body } = splitMark(text);
  if (body.trim() === '') return text;
  const { root } = open(body);
  const property = propertyOf(root, 'disableAllHooks');
  if (property?.children?.[1]?.value !== true) return text;
  return mark + withEdits(body, removed(body, root, property));
}

/** One of our entries, as written in a file. */
export interface Found {
  readonly event: EventName;
  readonly lane: Lane;
  readonly matcher: string | undefined;
  readonly handler: Readonly<Record<string, unknown>>;
  readonly line: number;
  /** As `Entry` has them. */
  readonly key?: string;
  readonly flat?: true;
}

export function foundIn(text: string): readonly Found[] {
  const { body } = splitMark(text);
  if (body.trim() === '') return [];
  if (isPlugin(body)) {
    return pluginEntries(body).map(({ handler, ...entry }) => ({
      ...entry,
      handler: { ...handler },
      matcher: undefined,
      line: 1,
    }));
  }
  const document = open(body);
  return handlersIn(document).flatMap(({ event: key, group, handler, value: found }) => {
    if (!isOurs(found)) return [];
    const value = found as Readonly<Record<string, unknown>> & { readonly command: string };
    const event = clientEventIn(value.command) ?? key;
    if (!isEventName(event)) return [];
    const matcher: unknown = valueOf(group, 'matcher')?.value;
    return [
      {
        event,
        lane: value.async === true ? ('async' as const) : ('sync' as const),
        matcher: stringOf(matcher),
        handler: value,
        line: lineAt(body, handler.offset),
        ...(key === event ? {} : { key }),
        ...(group === handler ? { flat: true as const } : {}),
      },
    ];
  });
}

type EntryStatus = 'registered' | 'drifted' | 'missing' | 'duplicate';

export interface EventStatus {
  readonly event: EventName;
  readonly lane: Lane;
  readonly status: EntryStatus;
  /** Where in the file; absent for what is missing. */
  readonly line?: number;
  /** True for an entry that no enabled gate asks for any more. */
  readonly surplus?: true;
}

/** How each of our events is registered in a file. An event with two entries is one row for both. */
export function statusOf(text: string, entries: readonly Entry[]): readonly EventStatus[] {
  const found = foundIn(text);
  const events = entries.filter((entry, index) => entries.findIndex((other) => isBeside(other, entry)) === index);
  const wanted = events.map((entry): EventStatus => {
    const { event, lane } = entry;
    const want = entries.filter((other) => isBeside(other, entry));
    const there = found.filter((one) => isBeside(one, entry));
    const [first] = there;
    if (first === undefined) return { event, lane, status: 'missing' };
    const surplus = there[want.length];
    if (surplus !== undefined) return { event, lane, status: 'duplicate', line: surplus.line };
    const registered = want.every((one) => there.some((other) => isUnchanged(other, one)));
    return { event, lane, status: registered ? 'registered' : 'drifted', line: first.line };
  });
  const surplus = found
    .filter((one) => !entries.some((entry) => isBeside(entry, one)))
    .map(({ event, lane, line }): EventStatus => ({ event, lane, status: 'drifted', line, surplus: true }));
  return [...wanted, ...surplus];
}

type EntryKey = Pick<Entry, 'event' | 'lane'>;

/** Are both for the same event, in the same lane? */
export const isBeside = (one: EntryKey, other: EntryKey): boolean =>
  one.event === other.event && one.lane === other.lane;

const sameEntries = (found: readonly Found[], entries: readonly Entry[]): boolean =>
  found.length === entries.length && entries.every((entry) => found.some((one) => isUnchanged(one, entry)));

function isUnchanged(found: Found, entry: Entry): boolean {
  return (
    found.event === entry.event &&
    found.lane === entry.lane &&
    found.matcher === entry.matcher &&
    found.key === entry.key &&
    found.flat === entry.flat &&
    JSON.stringify(sorted(found.handler)) === JSON.stringify(sorted(entry.handler))
  );
}

const sorted = (handler: Handler | Readonly<Record<string, unknown>>): unknown =>
  Object.entries(handler).sort(([a], [b]) => (a < b ? -1 : 1));

function open(body: string): Document {
  const reading = readDocument(body);
  if (reading.kind === 'ok') return reading.document;
  throw new ActionableError(
    `The settings file cannot be read: line ${reading.line}, ${reading.problem}.`,
    'Nothing was changed. Correct that line, then try again.',
  );
}

function inserted(text: string, entries: readonly Entry[]): string {
  if (entries.length === 0) return text;
  const { mark, body } = splitMark(text);
  const version = entries.some(({ flat }) => flat === true) ? { version: 1 } : {};
  if (body.trim() === '') return `${mark}${JSON.stringify({ ...version, hooks: grouped(entries) }, null, 2)}\n`;
  const { root } = open(body);
  const style = styleOf(body, root);
  const hooks = valueOf(root, 'hooks');
  const property = (key: string, value: unknown, depth: number) =>
    `${JSON.stringify(key)}:${style.newline === '' ? '' : ' '}${rendered(value, depth, style)}`;
  if (hooks === undefined) {
    return mark + withEdits(body, editsToAppend(body, root, [property('hooks', grouped(entries), 1)], 1, style));
  }
  mustBe('object', hooks, 'hooks', body);
  const added: string[] = [];
  const edits: Edit[] = [];
  for (const [event, groups] of Object.entries(grouped(entries))) {
    const list = valueOf(hooks, event);
    if (list === undefined) {
      added.push(property(event, groups, 2));
      continue;
    }
    mustBe('array', list, `hooks.${event}`, body);
    const items = groups.map((group) => rendered(group, 3, style));
    edits.push(...editsToAppend(body, list, items, 3, style));
  }
  edits.push(...editsToAppend(body, hooks, added, 2, style));
  return mark + withEdits(body, edits);
}

function mustBe(type: 'object' | 'array', node: Node, name: string, body: string): void {
  if (node.type === type) return;
  throw new ActionableError(
    `The settings file cannot take hooks: line ${lineAt(body, node.offset)}, "${name}" is not ${type === 'array' ? 'a list' : 'an object'}.`,
    'Nothing was changed. Correct that line, then try again.',
  );
}

type Group = Handler | { readonly matcher?: string; readonly hooks: readonly Handler[] };

export function grouped(entries: readonly Entry[]): Readonly<Record<string, readonly Group[]>> {
  const groups: Record<string, Group[]> = {};
  for (const { event, key = event, flat, matcher, handler } of entries) {
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
    (groups[key] ??= []).push(flat === true ? handler : group);
  }
  return groups;
}

interface HandlerNode {
  readonly event: string;
  readonly value: unknown;
  readonly list: Node;
  readonly group: Node;
  readonly handlers: Node;
  readonly handler: Node;
}

/** Every handler of a settings file, ours and others'. */
export function handlersIn({ root }: Document): readonly HandlerNode[] {
  const hooks = valueOf(root, 'hooks');
  const all: HandlerNode[] = [];
  for (const property of hooks?.children ?? []) {
    const [key, list] = property.children ?? [];
    if (list?.type !== 'array') continue;
    for (const group of list.children ?? []) {
      const handlers = valueOf(group, 'hooks');
      if (handlers === undefined && valueOf(group, 'command') !== undefined) {
        all.push({ event: String(key?.value), value: plainValue(group), list, group, handlers: list, handler: group });
      }
      if (handlers?.type !== 'array') continue;
      for (const handler of handlers.children ?? []) {
        all.push({ event: String(key?.value), value: plainValue(handler), list, group, handlers, handler });
      }
    }
  }
  return all;
}

/** The edits that remove the first matching handler and any container that becomes empty. */
function firstRemoval(
  document: Document,
  origin: string | undefined,
  isMeant: (handler: unknown) => boolean,
): readonly Edit[] | undefined {
  const own = handlersIn(document).find(({ value }) => isMeant(value));
  if (own === undefined) return undefined;
  const { text, root } = document;
  if ((own.handlers.children?.length ?? 0) > 1) return removed(text, own.handlers, own.handler);
  if ((own.list.children?.length ?? 0) > 1) return removed(text, own.list, own.group);
  const hooks = valueOf(root, 'hooks');
  const reading = origin === undefined ? undefined : readDocument(origin);
  const was = reading?.kind === 'ok' ? reading.document : undefined;
  const wasHooks = valueOf(was?.root, 'hooks');
  const wasList = valueOf(wasHooks, own.event);
  if (was !== undefined && wasList?.type === 'array') return emptied(text, own.list, own.group, was, wasList);
  const property = propertyOf(hooks, own.event);
  if (hooks === undefined || property === undefined) return undefined;
  if (hasComment(text, own.list)) return removed(text, own.list, own.group);
  if ((hooks.children?.length ?? 0) > 1) return removed(text, hooks, property);
  if (was !== undefined && wasHooks?.type === 'object') return emptied(text, hooks, property, was, wasHooks);
  const whole = propertyOf(root, 'hooks');
  if (whole === undefined || hasComment(text, hooks)) return removed(text, hooks, property);
  return was === undefined || (root.children?.length ?? 0) > 1
    ? removed(text, root, whole)
    : emptied(text, root, whole, was, was.root);
}

/** Takes the last element out of a container that was there before us, and gives it back the inside it had when empty. */
function emptied(text: string, container: Node, item: Node, was: Document, wasContainer: Node): readonly Edit[] {
  const edits = removed(text, container, item);
  const end = container.offset + container.length - 1;
  const left = withEdits(text.slice(0, end), edits).slice(container.offset + 1);
  const inside = was.text.slice(wasContainer.offset + 1, wasContainer.offset + wasContainer.length - 1);
  const withoutSpaces = (code: string) => code.replace(/\s+/g, '');
  if (withoutSpaces(left) !== withoutSpaces(inside)) return edits;
  return [{ offset: container.offset + 1, length: container.length - 2, text: inside }];
}

function hasComment(text: string, container: Node): boolean {
  const children = container.children ?? [];
  let from = container.offset + 1;
  for (const child of children) {
    if (/\/[/*]/.test(text.slice(from, child.offset))) return true;
    from = child.offset + child.length;
  }
  return /\/[/*]/.test(text.slice(from, container.offset + container.length - 1));
}
