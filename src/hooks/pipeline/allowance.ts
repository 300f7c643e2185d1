import * as z from 'zod/mini';
import type { StateFile } from '../state/state-file';
import { lazyObject } from '../project/lazy-schema';
import { isToolCall, type Call } from '../protocol/call';
import type { Level } from './gate';
import type { Clock } from './site';
import type { Trace } from './trace';
import { sha256 } from '../project/sha256';

/** A person's permission for one exact call to pass one gate, once, within ten minutes. */
export const Allowance = lazyObject(() => ({
  gate: z.string(),
  /** What is allowed: tool, input and directory, or the event if there is no tool. */
  fingerprint: z.string(),
  by: z.string(),
  at: z.number(),
}));
export type Allowance = z.infer<typeof Allowance>;

export const AllowanceList = lazyObject(() => ({ v: z.literal(1), allowances: z.array(Allowance) }));
export type AllowanceList = z.infer<typeof AllowanceList>;

export const allowanceFile = 'allow-once.json';
export const allowanceMs = 10 * 60_000;

/** Two calls with the same tool and input in the same directory are the same act. */
export function fingerprint(call: Call): string {
  const act = isToolCall(call) ? [call.tool, call.input] : ['', {}];
  return sha256(JSON.stringify([call.event, call.cwd, ...act]));
}

/** What an allowance would be for, or why there can be none. */
export function allowOnceTarget(trace: Trace): { readonly gate: string; readonly fingerprint: string } | string {
  const { gate } = trace.verdict;
  if (trace.verdict.decision !== 'deny' || gate === undefined) return 'that call was not blocked';
  const rulings = trace.gates.find(({ id }) => id === gate)?.rulings.filter(({ kind }) => kind === 'deny') ?? [];
  if (rulings.length === 0) return 'the call was sent back to be corrected, not blocked';
  if (trace.fingerprint === undefined) return 'that record does not say which call it was';
  if (rulings.some((ruling) => ruling.liftable === false)) {
    return `${gate} never allows such a call; if it is needed, run it yourself`;
  }
  return { gate, fingerprint: trace.fingerprint };
}

/** The allowances of one worktree; each is used up by the first call it fits. */
export class Allowances {
  constructor(
    private readonly file: StateFile<AllowanceList>,
    private readonly clock: Clock,
  ) {}

  async grant(gate: string, called: string, by: string): Promise<void> {
    const allowance: Allowance = { gate, fingerprint: called, by, at: this.clock.now() };
    await this.file.update((now) => ({ v: 1, allowances: [...this.fresh(now), allowance] }));
  }

  /** Withdraws an unused allowance; false if there is none. */
  async revoke(gate: string, called: string): Promise<boolean> {
    let revoked = false;
    await this.file.update((now) => {
      const fresh = this.fresh(now);
      const allowances = fresh.filter((one) => one.gate !== gate || one.fingerprint !== called);
      revoked = allowances.length < fresh.length;
      return { v: 1, allowances };
    });
    return revoked;
  }

  /** The allowance of a call that has not come again yet. */
  unused(gate: string, called: string): Allowance | undefined {
    return this.fresh(this.file.value()).find((one) => one.gate === gate && one.fingerprint === called);
  }

  async take(gate: string, call: Call): Promise<Allowance | undefined> {
    const called = fingerprint(call);
    if (this.unused(gate, called) === undefined) return undefined;
    let taken: Allowance | undefined;
    await this.file.update((now) => {
      const allowances = this.fresh(now);
      taken = allowances.find((one) => one.gate === gate && one.fingerprint === called);
      return { v: 1, allowances: allowances.filter((allowance) => allowance !== taken) };
    });
    return taken;
  }

  private fresh(list: AllowanceList | undefined): readonly Allowance[] {
    return (list?.allowances ?? []).filter((allowance) => this.clock.now() - allowance.at < allowanceMs);
  }
}

/** A person's pause: for ten minutes the gates only record. */
export const Pause = lazyObject(() => ({ v: z.literal(1), by: z.string(), at: z.number() }));
export type Pause = z.infer<typeof Pause>;

export const pauseFile = 'pause.json';
export const pauseMs = 10 * 60_000;

/** The current pause. One that begins in the future is ignored like one that is over. */
export function pauseIn(file: StateFile<Pause>, clock: Clock): Pause | undefined {
  const pause = file.value();
  const passed = clock.now() - (pause?.at ?? 0);
  return passed >= 0 && passed < pauseMs ? pause : undefined;
}

/**
 * The level during a pause. The gates that protect Gatehouse's own files keep theirs, or the agent could extend a
 * pause.
 */
export const levelDuring = (pause: Pause | undefined, gate: string, level: Level): Level =>
  pause === undefined || level === 'off' || gate === 'self-protection' ? level : 'observe';
