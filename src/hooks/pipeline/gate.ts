import type { Call, ToolInput } from '../protocol/call';
import type { EventName } from '../protocol/events';
import type { Reply } from '../protocol/reply';
import type { Site } from './site';
import { wildcard } from '../project/pattern';
import type { EvidenceKind, Plane } from '../evidence/evidence';

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

/** A gate's answer to a call. The trace shows its reason even if nothing is sent. */
export type Ruling = Pass | Allow | Ask | Deny | Rewrite | Output | Context | Feedback | Message;

/** Nothing to say. */
export interface Pass {
  readonly kind: 'pass';
  readonly reason: string;
  /** The gate wrote evidence. Nothing is sent, but the trace explains the flag's status later. */
  readonly changed?: true | undefined;
  /** The plane whose files the call changed. */
  readonly plane?: Plane | undefined;
  /** The new status of each flag, for the timeline. */
  readonly flags?: FlagChanges | undefined;
}
export type FlagChanges = Readonly<Partial<Record<EvidenceKind, 'passed' | 'failed' | 'stale'>>>;
/** Approve the tool call without a prompt. `input` only where the answer is itself an input (a question's answers). */
export interface Allow {
  readonly kind: 'allow';
  readonly reason: string;
  readonly input?: ToolInput | undefined;
}
/** A person should look first. */
export interface Ask {
  readonly kind: 'ask';
  readonly reason: string;
  /** The reason without the part of the command that it names. */
  readonly why?: string | undefined;
  readonly rule?: string | undefined;
}
/** Refuses a tool call, keeps the agent from stopping or drops a prompt. Ends the chain. */
export interface Deny {
  readonly kind: 'deny';
  /** The rule that decided, as documentation and `allow-once` name it. */
  readonly rule: string;
  readonly reason: string;
  /** The safe command, or what a person can do. */
  readonly instead?: string | undefined;
  /** The part of the command or file that the rule saw. */
  readonly part?: string | undefined;
  /** False if even a person's allow-once must not lift it. */
  readonly liftable?: boolean | undefined;
}
/** Change the tool's input. Later gates see the new input; approves nothing. */
export interface Rewrite {
  readonly kind: 'rewrite';
  readonly reason: string;
  readonly input: ToolInput;
}
/** Give the model another output than the tool's own, in the same shape. */
export interface Output {
  readonly kind: 'output';
  readonly reason: string;
  readonly output: unknown;
}
/** Facts for the model. */
export interface Context {
  readonly kind: 'context';
  readonly reason: string;
  readonly text: string;
}
/** Something for the model to fix afterwards (a linter's output, errors in a plan). */
export interface Feedback {
  readonly kind: 'feedback';
  readonly reason: string;
  readonly text: string;
}
/** A line for the person. */
export interface Message {
  readonly kind: 'message';
  readonly reason: string;
  readonly text: string;
  /** A notification of the terminal's own (OSC 9, bell), if the client passes it on. */
  readonly terminal?: string | undefined;
}

export const pass = (reason: string): Pass => ({ kind: 'pass', reason });
export const changedFlags = (reason: string, flags: FlagChanges | undefined): Pass => ({
  kind: 'pass',
  reason,
  changed: true,
  flags,
});
export const allow = (reason: string, input?: ToolInput): Allow => ({ kind: 'allow', reason, input });
export const ask = (reason: string, rule?: string): Ask => ({ kind: 'ask', reason, rule });
export const deny = (
  rule: string,
  reason: string,
  more: Partial<Omit<Deny, 'kind' | 'rule' | 'reason'>> = {},
): Deny => ({ kind: 'deny', rule, reason, ...more });
export const rewrite = (reason: string, input: ToolInput): Rewrite => ({ kind: 'rewrite', reason, input });
export const output = (given: unknown, reason: string): Output => ({ kind: 'output', output: given, reason });
export const context = (text: string, reason: string): Context => ({ kind: 'context', text, reason });
export const feedback = (text: string, reason: string): Feedback => ({ kind: 'feedback', text, reason });
export const message = (text: string, reason: string): Message => ({ kind: 'message', text, reason });
