import type { Call } from '../protocol/call';
import type { EventName } from '../protocol/events';
import type { Reply } from '../protocol/reply';
import type { Ruling } from './ruling';
import type { Site } from './site';
import { wildcard } from '../project/pattern';

/** `off`: not run · `observe`: recorded, not sent · `warn`: the agent is warned instead of blocked · `enforce`: sent as it is. */
export const levels = ['off', 'observe', 'warn', 'enforce'] as const;
export type Level = (typeof levels)[number];

/** `observe`: record everything, block nothing · `standard`: the default · `harness`: also require a plan, tests and a person's verification. */
export const profiles = ['observe', 'standard', 'harness'] as const;
export type Profile = (typeof profiles)[number];

/** What happens if the gate crashes or misses its deadline. `closed`: a safety gate, the call is denied. `open`: the call passes, and the trace says so. */
export type Posture = 'closed' | 'open';

/** One policy with one name. It reads its arguments and gives a ruling; everything it touches comes through `site`. */
export interface Gate<C extends Call = Call> {
  /** Public: configuration, `--only` and documentation use it. */
  readonly id: string;
  readonly title: string;
  /** One sentence for docs/gates.md, the tree and `doctor`. */
  readonly summary: string;
  readonly events: readonly C['event'][];
  /** Tool names, with `*` for any part of the name of a server's tool (`mcp__*__codex`); absent on events without tools. */
  readonly tools?: readonly string[];
  readonly posture: Posture;
  readonly level: Readonly<Record<Profile, Level>>;
  /** The gate can approve calls, so a repository's own configuration may lower its level but not raise it. */
  readonly approves?: true;
  /**
   * `off` counts as `observe`: the gate detects scripts that change the configuration, and they must not switch it off.
   */
  readonly cannotBeOff?: true;
  /** `async` gates run in the background, registered in a separate entry. */
  readonly lane?: 'sync' | 'async';
  /**
   * How long the client waits for a call of this gate's tools, if shorter than the event's timeout. These tools are
   * registered in a separate entry.
   */
  readonly clientTimeoutSeconds?: number;
  /** Deadline of `decide` in milliseconds; 5 s by default. After it the posture decides. */
  readonly deadlineMs?: number;
  decide(call: C, site: Site): GateAnswer | Promise<GateAnswer>;
  /** The reply when the gate runs by name (`--only`) and existing scripts expect another form. */
  standaloneReply?(rulings: readonly Ruling[], call: C): Reply | undefined;
}

export type GateAnswer = Ruling | readonly Ruling[];

/** A gate in the catalog. `decide` gets only calls of the gate's own events and tools. */
export type AnyGate = Gate;

/** Declares a gate with the type of the calls it reads. */
export function gate<E extends EventName>(
  definition: Gate<Extract<Call, { event: E }>> & { events: readonly E[] },
): AnyGate {
  return definition;
}

/** Does this gate read calls of this event and tool? */
export function reads(gate: Pick<AnyGate, 'events' | 'tools'>, event: EventName, tool: string | undefined): boolean {
  if (!gate.events.includes(event)) return false;
  if (gate.tools === undefined || tool === undefined) return true;
  return gate.tools.some((name) => name === tool || (name.includes('*') && wildcard(name)(tool)));
}
