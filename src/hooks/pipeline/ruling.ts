import type { EvidenceKind, Plane } from '../evidence/evidence';
import type { ToolInput } from '../protocol/call';

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
