import type { AnyGate, Level } from '../pipeline/gate';
import { briefFlag, clientFlag, eventNames, type EventName } from '../protocol/events';
import { quoted, escapeRegExp } from '../project/text';
import { fieldsOf } from '../protocol/json';

export type Lane = 'sync' | 'async';

/** What one of our events looks like in a settings file. */
export interface Entry {
  readonly event: EventName;
  readonly lane: Lane;
  /** Absent on events without tools, and if the entry is for all tools. */
  readonly matcher?: string;
  readonly handler: Handler;
  /** The client's own name of the event, if it differs from ours. */
  readonly key?: string;
  /** The event's list contains handlers directly, without matchers. */
  readonly flat?: true;
}

export interface Handler {
  readonly type?: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  /** In seconds, never zero: a client ignores the whole file if one timeout is zero. */
  readonly timeout: number;
  readonly async?: true;
  /** What the client does if the hook does not start, fails or takes too long; before version 2.1.295 it continues. */
  readonly onFailure?: 'block';
  /** The client runs no command lines; a generated plugin starts this one. */
  readonly plugin?: boolean;
}

/**
 * How long the client waits. Then it continues as if the call were allowed, so our own deadlines are shorter
 * (`boundary.ts`). SessionEnd needs a timeout: without one, all hooks together get a second and a half.
 */
const clientTimeoutSeconds: Partial<Record<EventName, number>> = {
  PreToolUse: 30,
  PostToolUse: 45,
  Stop: 30,
  SubagentStop: 30,
  SessionStart: 30,
  SessionEnd: 10,
};
const usualTimeoutSeconds = 15;
const asyncTimeoutSeconds = 900;

export const timeoutOf = (event: EventName, lane: Lane): number =>
  lane === 'async' ? asyncTimeoutSeconds : (clientTimeoutSeconds[event] ?? usualTimeoutSeconds);

/** The path of the shim, as a command line names it. */
export type Form =
  /** The person's own files: an absolute path. */
  | { readonly kind: 'own'; readonly bin: string }
  /** A file that teammates share: their own shim, or silence if they have none. */
  | { readonly kind: 'shared' }
  /** The plugin: the person's own shim, or the runner that the plugin brings along. */
  | { readonly kind: 'plugin' }
  /** Windows starts no script by itself: node starts the launcher. */
  | { readonly kind: 'direct'; readonly node: string; readonly launcher: string };

export const shimName = 'gatehouse-hook';
export const asyncShimName = 'gatehouse-hook-async';
export const launcherName = 'gatehouse-hook.cjs';

/**
 * One entry per event and lane that an enabled gate reads, in the order of the events. Tools with a shorter timeout
 * have a separate entry; no call matches both.
 */
export function entriesFor(gates: readonly AnyGate[], level: (gate: AnyGate) => Level, form: Form): readonly Entry[] {
  const enabled = gates.filter((gate) => level(gate) !== 'off');
  return eventNames.flatMap((event) =>
    (['sync', 'async'] as const).flatMap((lane) => {
      const readers = enabled.filter((gate) => gate.events.includes(event) && (gate.lane ?? 'sync') === lane);
      const shortTimeout = lane === 'sync' && toolEvents.has(event) ? readers.filter(hasShortTimeout) : [];
      const others = readers.filter((gate) => !shortTimeout.includes(gate));
      const apart = toolsOf(shortTimeout) ?? [];
      const entries: Entry[] = [];
      if (others.length > 0) {
        const matcher = toolEvents.has(event) ? matcherFor(others, apart) : undefined;
        const handler = handlerFor(event, lane, form);
        entries.push({ event, lane, ...(matcher === undefined ? {} : { matcher }), handler });
      }
      if (shortTimeout.length > 0) {
        const timeout = Math.max(...shortTimeout.map(({ clientTimeoutSeconds }) => clientTimeoutSeconds ?? 0));
        entries.push({ event, lane, matcher: `^${oneOf(apart)}$`, handler: briefHandlerFor(event, form, timeout) });
      }
      return entries;
    }),
  );
}

const hasShortTimeout = ({ clientTimeoutSeconds, tools }: AnyGate): boolean =>
  clientTimeoutSeconds !== undefined && tools !== undefined;

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
 * an expression anywhere in the tool's name. What is registered apart is left out.
 */
function matcherFor(gates: readonly AnyGate[], apart: readonly string[]): string | undefined {
  const names = toolsOf(gates);
  const others = apart.length === 0 ? '' : `(?!${oneOf(apart)}$)`;
  if (names === undefined) return others === '' ? undefined : `^${others}`;
  const plain = names.every((name) => /^\w+$/.test(name) && !apart.includes(name));
  return plain ? names.join('|') : `^${others}${oneOf(names)}$`;
}

/** Undefined if one of them reads every tool. */
function toolsOf(gates: readonly AnyGate[]): readonly string[] | undefined {
  const names = new Set<string>();
  for (const { tools } of gates) {
    if (tools === undefined) return undefined;
    for (const tool of tools) {
      names.add(tool);
      const former = formerNames[tool];
      if (former !== undefined) names.add(former);
    }
  }
  return [...names];
}

const oneOf = (names: readonly string[]): string =>
  `(?:${names.map((name) => escapeRegExp(name).replaceAll('\\*', '.*')).join('|')})`;

/**
 * The command line. A path that a shell would not change is written in exec form: clients that know `args` start the
 * shim without a shell, and older ones run the bare path, where the shim takes the event from the payload. The lanes
 * have shims of their own because a client that ignores `args` would take both lanes for the same hook.
 */
function handlerFor(event: EventName, lane: Lane, form: Form): Handler {
  const rest = {
    timeout: timeoutOf(event, lane),
    ...(lane === 'async' ? { async: true as const } : {}),
    ...failing(event),
  };
  const name = lane === 'async' ? asyncShimName : shimName;
  switch (form.kind) {
    case 'own': {
      const shim = `${form.bin}/${name}`;
      if (/^[\w/.@%+,-]+$/.test(shim)) return { type: 'command', command: shim, args: [event], ...rest };
      // Not every shell replaces itself by its last command, and one process more takes a tenth of the hook's time.
      return { type: 'command', command: `exec ${quoted(shim)} ${event}`, ...rest };
    }
    case 'shared':
      return {
        type: 'command',
        command: `${sharedStart}${name}"; [ -x "$h" ] && exec "$h" ${event} --shared; cat >/dev/null`,
        ...rest,
      };
    case 'plugin':
      return { type: 'command', command: pluginCommand(name, event, lane), ...rest };
    case 'direct': {
      const args = [form.launcher, 'hook', event, ...(lane === 'async' ? ['--async'] : [])];
      return { type: 'command', command: form.node, args, ...rest };
    }
  }
}

function pluginCommand(name: string, event: EventName, lane: Lane): string {
  const words = `${event} --plugin`;
  const runner = `exec node "\${CLAUDE_PLUGIN_ROOT}/runner/runner.js" hook ${words}`;
  return `${sharedStart}${name}"; [ -x "$h" ] && exec "$h" ${words}; ${runner}${lane === 'async' ? ' --async' : ''}`;
}

/** What must not go on without us does not. */
const failing = (event: EventName): Pick<Handler, 'onFailure'> =>
  event === 'PreToolUse' ? { onFailure: 'block' } : {};

/**
 * A client that ignores matchers runs this entry for every tool. So the event's two command lines differ even where
 * `args` are ignored too, and this one says what it is.
 */
function briefHandlerFor(event: EventName, form: Form, timeout: number): Handler {
  const handler = handlerFor(event, 'sync', form);
  const words = `${event} ${briefFlag}`;
  switch (form.kind) {
    case 'own':
      return {
        type: 'command',
        command: `${handler.command.replace(/' \w+$/, "'")} ${words}`,
        timeout,
        ...failing(event),
      };
    case 'shared':
      return { ...handler, command: handler.command.replace(`${event} --shared`, `${words} --shared`), timeout };
    case 'plugin':
      return { ...handler, command: handler.command.replaceAll(`${event} --plugin`, `${words} --plugin`), timeout };
    case 'direct':
      return { ...handler, args: [...(handler.args ?? []), briefFlag], timeout };
  }
}

const sharedStart = 'h="${GATEHOUSE_HOME:-$HOME/.gatehouse}/bin/';

/** The command line of an entry for another client than Claude Code. */
export function clientCommand(event: EventName, client: string, form: Form): string {
  const words = `${event} ${clientFlag} ${client}`;
  switch (form.kind) {
    case 'own': {
      const shim = `${form.bin}/${shimName}`;
      const plain = /^[\w/.@%+,-]+$/.test(shim);
      return `${plain ? shim : quoted(shim)} ${words}`;
    }
    case 'shared':
    case 'plugin':
      return `${sharedStart}${shimName}"; [ -x "$h" ] && exec "$h" ${words}; cat >/dev/null`;
    case 'direct':
      return `"${form.node}" "${form.launcher}" hook ${words}`;
  }
}

const isOfClient = (command: string): boolean =>
  /^'?\/(?:[^\n]*\/)?bin\/gatehouse-hook'? \w+ --client [a-z]+$/.test(command) ||
  /[\\/]bin[\\/]gatehouse-hook\.cjs" hook \w+ --client [a-z]+$/.test(command);

/** Our event in the command line of an entry for another client. */
export const clientEventIn = (command: string): string | undefined => / (\w+) --client [a-z]+\b/.exec(command)?.[1];

/** Is this a Gatehouse handler, of any version and home? Recognized by the shim's path. */
export function isOurs(handler: unknown): boolean {
  const { command, args } = fieldsOf(handler);
  if (typeof command !== 'string') return false;
  if (command.startsWith(`${sharedStart}${shimName}`)) return true;
  if (isOfClient(command)) return true;
  if (/^(?:(?:exec )?')?\/(?:[^\n]*\/)?bin\/gatehouse-hook(?:-async)?(?:'(?: \w+)?)?$/.test(command)) return true;
  if (
    /^(?:(?:exec )?'\/(?:[^\n]*\/)?bin\/gatehouse-hook'|\/(?:[\w/.@%+,-]*\/)?bin\/gatehouse-hook) \w+ --brief$/.test(
      command,
    )
  ) {
    return true;
  }
  const launcher: unknown = Array.isArray(args) ? args[0] : undefined;
  return typeof launcher === 'string' && /[\\/]bin[\\/]gatehouse-hook\.cjs$/.test(launcher);
}
