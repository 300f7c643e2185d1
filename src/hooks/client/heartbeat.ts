import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole, privateIn } from '../state/atomic-file';
import { type Env, gatehouseHome } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import { makeFolder, namesIn, readJson, modifiedAt } from '../project/read-file';
import { firstTelling } from '../project/told-once';
import type { Call } from '../protocol/call';

/** The last time an event reached us from one kind of client (`cli`, `claude-vscode`, `sdk-cli`, `vscode`, …). */
export interface Heartbeat {
  readonly event: string;
  readonly source: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly session: string;
}

/** Sessions that only ask whether a registered command line reaches the gates. */
const canaryStart = 'gatehouse-self-test-';
export const canarySession = (nonce: string): string => `${canaryStart}${nonce}`;
export const isCanary = (session: string): boolean => session.startsWith(canaryStart);

/** The session id of the call that a person tries. It is recorded like any other call, so that they see what a block looks like. */
export const trySession = 'gatehouse-try-it';

const folderOf = (env: Env): string => path.join(gatehouseHome(env), 'heartbeat');

/** A busy session is recorded at most this often. */
const restMs = 15_000;
const written = new Map<string, number>();

/** Notes that an event was heard. One small file per event and source; never fails, never matters to the call. */
export function recordHeartbeat(
  call: Pick<Call, 'event' | 'sessionId' | 'dialect'>,
  env: Env,
  now: number,
  ofOwn = false,
): void {
  const file = path.join(folderOf(env), `${call.event}.${sourceOf(call, env, ofOwn)}.json`);
  if (now - (written.get(file) ?? modifiedAt(file)) < restMs) return;
  written.set(file, now);
  const text = JSON.stringify({ at: now, session: call.sessionId.slice(0, 200) });
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch {
    try {
      makeFolder(folderOf(env));
      writeFileSync(file, text, { mode: 0o600 });
    } catch {
      // A home that cannot be written to shows as "never fired".
    }
  }
}

/** `ofOwn`: the hook is in the client's own settings, and not in Claude Code's that it runs too. */
function sourceOf(call: Pick<Call, 'dialect'>, env: Env, ofOwn: boolean): string {
  if (call.dialect !== 'claude') return ofOwn ? call.dialect : `${call.dialect}-by-claude-settings`;
  return (env.CLAUDE_CODE_ENTRYPOINT ?? 'unknown').replace(/[^\w-]/g, '_').slice(0, 40) || 'unknown';
}

const Beat = lazyObject(() => ({ at: z.number(), session: z.string() }));

/** Did a client's own registration reach us in this session? */
export const heardOwnHooks = (client: string, session: string, env: Env): boolean =>
  session !== '' && readHeartbeats(env).some((beat) => beat.source === client && beat.session === session);

/** Every event and source that was ever heard. */
export function readHeartbeats(env: Env): readonly Heartbeat[] {
  const folder = folderOf(env);
  return namesIn(folder).flatMap((name) => {
    const parts = /^(\w+)\.([\w-]+)\.json$/.exec(name);
    if (parts?.[1] === undefined || parts[2] === undefined) return [];
    const beat = Beat.safeParse(readJson(path.join(folder, name)));
    return beat.success ? [{ event: parts[1], source: parts[2], ...beat.data }] : [];
  });
}

const UnknownCall = lazyObject(() => ({
  at: z.number(),
  client: z.string(),
  event: z.string(),
  why: z.string(),
  session: z.string(),
}));
/** The last call that no dialect explains. */
type UnknownCall = z.infer<typeof UnknownCall>;

const unknownFolder = (env: Env): string => path.join(gatehouseHome(env), 'unknown');

/** Keeps it for `doctor`, each cause once in a session. Never fails, never matters to the call. */
export function noteUnknown(env: Env, call: UnknownCall): void {
  try {
    if (!firstTelling(env, call.session, `unknown ${call.client} ${call.why}`)) return;
    const name = call.client.replace(/[^\w.-]+/g, '_').slice(0, 60);
    const file = path.join(unknownFolder(env), `${name}.json`);
    writeWhole(file, JSON.stringify(call), privateIn(gatehouseHome(env), false));
  } catch {
    // The decision log has it too.
  }
}

export function unknownCalls(env: Env): readonly UnknownCall[] {
  const names = namesIn(unknownFolder(env)).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    const call = UnknownCall.safeParse(readJson(path.join(unknownFolder(env), name)));
    return call.success ? [call.data] : [];
  });
}

/** A person has read them. */
export function forgetUnknownCalls(env: Env): void {
  rmSync(unknownFolder(env), { recursive: true, force: true });
}

/**
 * Calls that passed when the plugin's mod asked the host. If another mod keeps the hook from starting, this is their
 * only trace. Kept in memory.
 */
const asked = new Map<string, unknown>();
const most = 1_000;

const keyOf = (session: string, toolUseId: string): string => `${session} ${toolUseId}`;

export function noteAsked(session: string, toolUseId: string, input: unknown): void {
  asked.set(keyOf(session, toolUseId), input);
  const [oldest] = asked.keys();
  if (asked.size > most && oldest !== undefined) asked.delete(oldest);
}

/** The input that the mod asked about; undefined if it did not. */
export const askedInput = (session: string, toolUseId: string): unknown => asked.get(keyOf(session, toolUseId));
