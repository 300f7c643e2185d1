import type { AnyGate, Level } from '../pipeline/gate';
import { eventNames, type EventName } from '../protocol/events';

export type Lane = 'sync' | 'async';

/** What one event of ours looks like in a settings file. */
export interface Entry {
  readonly event: EventName;
  readonly lane: Lane;
  /** Absent on events without tools, and where every tool counts. */
  readonly matcher?: string;
  readonly handler: Handler;
}

export interface Handler {
  readonly type: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  /** Seconds; always above zero, since a client that meets a zero throws the whole file away. */
  readonly timeout: number;
  readonly async?: true;
}

/**
 * Seconds the client waits. Every gate's own deadline is far below, because on this one the client goes on as if we had
 * allowed. SessionEnd has to name one: without it all hooks together get a second and a half.
 */
const patience: Partial<Record<EventName, number>> = {
  PreToolUse: 30,
  PostToolUse: 45,
  Stop: 30,
  SubagentStop: 30,
  SessionStart: 30,
  SessionEnd: 10,
};
const usualPatience = 15;
const asyncPatience = 900;

export const timeoutOf = (event: EventName, lane: Lane): number =>
  lane === 'async' ? asyncPatience : (patience[event] ?? usualPatience);

/** Where the shim lies, and so how a command line names it. */
export type Form =
  /** The person's own files: an absolute path. */
  | { readonly kind: 'own'; readonly bin: string }
  /** A file that teammates share: their own shim, or silence where they have none. */
  | { readonly kind: 'shared' }
  /** Windows has no shim: node starts the launcher. */
  | { readonly kind: 'direct'; readonly node: string; readonly launcher: string };

export const shimName = 'gatehouse-hook';
export const asyncShimName = 'gatehouse-hook-async';
export const launcherName = 'gatehouse-hook.cjs';

/** One entry per event and lane that an enabled gate reads, in the order of the events. */
export function entriesFor(gates: readonly AnyGate[], level: (gate: AnyGate) => Level, form: Form): readonly Entry[] {
  const enabled = gates.filter((gate) => level(gate) !== 'off');
  return eventNames.flatMap((event) =>
    (['sync', 'async'] as const).flatMap((lane) => {
      const readers = enabled.filter((gate) => gate.events.includes(event) && (gate.lane ?? 'sync') === lane);
      if (readers.length === 0) return [];
      const matcher = toolEvents.has(event) ? matcherFor(readers) : undefined;
      return [{ event, lane, ...(matcher === undefined ? {} : { matcher }), handler: handlerFor(event, lane, form) }];
    }),
  );
}

const toolEvents: ReadonlySet<EventName> = new Set<EventName>([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
]);

/** Tools that older clients know by another name; a matcher names both. */
const formerNames: Readonly<Record<string, string>> = { Agent: 'Task' };

/**
 * Plain names become an exact list. With a pattern among them it must be one anchored expression: the client searches
 * an expression anywhere in the tool's name.
 */
function matcherFor(gates: readonly AnyGate[]): string | undefined {
  const tools = new Set<string>();
  for (const gate of gates) {
    if (gate.tools === undefined) return undefined;
    for (const tool of gate.tools) {
      tools.add(tool);
      const former = formerNames[tool];
      if (former !== undefined) tools.add(former);
    }
  }
  const names = [...tools];
  if (names.every((name) => /^\w+$/.test(name))) return names.join('|');
  return `^(?:${names.map((name) => (name.startsWith('/') ? name.slice(1, -1) : escaped(name))).join('|')})$`;
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The command line. A path that a shell would not change is written in exec form: clients that know `args` start the
 * shim without a shell, and older ones run the bare path, where the shim takes the event from the payload. The lanes
 * have shims of their own because a client that ignores `args` would take both lanes for the same hook.
 */
function handlerFor(event: EventName, lane: Lane, form: Form): Handler {
  const rest = { timeout: timeoutOf(event, lane), ...(lane === 'async' ? { async: true as const } : {}) };
  const name = lane === 'async' ? asyncShimName : shimName;
  switch (form.kind) {
    case 'own': {
      const shim = `${form.bin}/${name}`;
      if (/^[\w/.@%+,-]+$/.test(shim)) return { type: 'command', command: shim, args: [event], ...rest };
      return { type: 'command', command: `'${shim.replaceAll("'", `'\\''`)}' ${event}`, ...rest };
    }
    case 'shared':
      return {
        type: 'command',
        command: `${sharedStart}${name}"; [ -x "$h" ] && exec "$h" ${event} --shared; cat >/dev/null`,
        ...rest,
      };
    case 'direct': {
      const args = [form.launcher, 'hook', event, ...(lane === 'async' ? ['--async'] : [])];
      return { type: 'command', command: form.node, args, ...rest };
    }
  }
}

const sharedStart = 'h="${GATEHOUSE_HOME:-$HOME/.gatehouse}/bin/';

/** Is this handler one of ours, of whatever version and home? Told by the shim's path, never by its place in the file. */
export function isOurs(handler: unknown): boolean {
  if (typeof handler !== 'object' || handler === null) return false;
  const { command, args } = handler as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string') return false;
  if (command.startsWith(`${sharedStart}${shimName}`)) return true;
  if (/^'?\/(?:[^\n]*\/)?bin\/gatehouse-hook(?:-async)?(?:'(?: \w+)?)?$/.test(command)) return true;
  const [launcher] = Array.isArray(args) ? (args as unknown[]) : [];
  return typeof launcher === 'string' && /[\\/]bin[\\/]gatehouse-hook\.cjs$/.test(launcher);
}
