import type { EventName } from '../events';
import { type Answer, contextLimit, type Reply, silence } from '../reply';
import type * as clients from '.';
import type { ToolForm } from './tool-forms';

export type Payload = Readonly<Record<string, unknown>>;
export type Env = Readonly<Record<string, string | undefined>>;

/** Every client that Gatehouse knows by name. */
export type ClientName = 'claude' | keyof typeof clients;

/** What the client does with each kind of answer: it obeys, or why it cannot. */
type Ability = true | string;

/** One client: how its payloads read, how it is answered, and what it cannot do. */
export interface Dialect {
  readonly name: ClientName;
  readonly title: string;
  /** The version whose packages or documentation this table was read from. */
  readonly readAt: string;
  /** Is this payload surely of this client? At most one client says yes. */
  readonly recognises: (payload: Payload, env: Env) => boolean;
  /** The version of the client that speaks, where it says so. */
  readonly version?: (payload: Payload, env: Env) => string | undefined;
  /** Its names of the events, as the payload says them, and ours. */
  readonly events: Readonly<Record<string, EventName>>;
  /** Its names of the common fields, and ours. */
  readonly fields: Readonly<Record<string, string>>;
  /** Its tools. What is in no table runs only where it plainly does no harm. */
  readonly tools: Readonly<Record<string, ToolForm>>;
  /** The name of a server's tool, in the form that gates know: `mcp__server__tool`. */
  readonly serverTool?: (name: string, payload: Payload) => string | undefined;
  /** A server's tool may have the name of any other: one that looks as if it ran something is taken for none. */
  readonly vagueServers?: true;
  /** What a tool gave back, in a form that gates read. */
  readonly result?: (payload: Payload) => unknown;
  /** Anything about a payload that tables of names cannot say. */
  readonly settle?: (fields: Payload, payload: Payload) => Payload;
  /** The answer on the wire. `input` puts a rewritten input under the client's own names. */
  readonly reply: (event: EventName, answer: Answer, wire: Wire) => Reply;
  readonly can: {
    readonly deny: Ability;
    readonly ask: Ability;
    readonly approve: Ability;
    readonly rewrite: Ability;
    readonly context: Ability;
    readonly stop: Ability;
    readonly mask: Ability;
  };
  /** What happens to a tool call whose hook cannot be started, fails or takes too long. */
  readonly failure: string;
  /** Each call has a number, the same before and after it. */
  readonly numbersCalls?: true;
  /** Its tool that types into a running command, where no hook is told what is typed. */
  readonly typesUnseen?: string;
  /** What no hook is told of, as sentences. */
  readonly blind: readonly string[];
  readonly registration?: Registration;
}

/** Where a client is told of its hooks, and in which form. Claude Code has an installation of its own. */
export interface Registration {
  /** A file of the project that is the person's alone, and one that everyone shares. */
  readonly local?: string | undefined;
  readonly project: string;
  /** A file of the person's own: a variable may name the folder, which otherwise is in their home. */
  readonly user: { readonly variable?: string; readonly folder: string; readonly file: string };
  /** Other files that can name hooks or switch them off, `*` for any name: they are guarded like the ones above. */
  readonly beside?: readonly string[];
  /** `groups`: lists of matchers with handlers · `list`: lists of handlers · `plugin`: a file that is all ours. */
  readonly form: 'groups' | 'list' | 'plugin';
  /** Our events and the client's names of them, in the order in which they are written. */
  readonly events: Readonly<Partial<Record<EventName, string>>>;
  readonly handler: (command: string, seconds: number, event: EventName) => Payload;
  /** What a person has to do once it is written, or has to know. */
  readonly afterwards?: string;
}

/** What a reply needs of the payload that it answers. */
export interface Wire {
  readonly payload: Payload;
  /** Our input under the names of the client's own. */
  readonly input: (ours: Payload) => Payload;
}

/** What is put together for stdout; fields that say nothing are left out. */
export function json(...parts: readonly (Readonly<Record<string, unknown>> | undefined)[]): Reply {
  const wire = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part ?? {})).filter(([, value]) => value !== undefined),
  );
  return Object.keys(wire).length === 0 ? silence : { ...silence, stdout: JSON.stringify(wire) };
}

export function capped(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length <= contextLimit ? text : `${text.slice(0, contextLimit)}\n… (cut)`;
}

/** Everything that the model is to read, for a client that has one field for it. */
export const told = ({ decision, reason, context }: Answer): string | undefined =>
  capped([decision === 'deny' ? reason : undefined, context].filter((text) => (text ?? '') !== '').join('\n\n'));

/** The words of a masked result, which has the form that `result` gave it. */
export function maskedText(result: unknown): string {
  const output: unknown = typeof result === 'object' && result !== null && 'output' in result ? result.output : result;
  return typeof output === 'string' ? output : JSON.stringify(output);
}
