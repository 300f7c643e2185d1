import type { EventName } from '../events';
import { type Answer, cappedContext, type Reply, silence } from '../reply';
import { patchEdits } from '../patch';
import { isRecord } from '../json';
import type { clients } from '.';

export type Payload = Readonly<Record<string, unknown>>;
export type Env = Readonly<Record<string, string | undefined>>;

/** Every client that Gatehouse knows by name. */
export type ClientName = 'claude' | keyof typeof clients;

/** Whether the client obeys each kind of answer; a sentence says why not. */
type Ability = true | string;

/** One client: how to read its payloads, how to answer it, and what it cannot do. */
export interface Dialect {
  readonly name: ClientName;
  readonly title: string;
  /** The version whose packages or documentation this table was read from. */
  readonly readAt: string;
  /** Is this payload certainly from this client? True for at most one client. */
  readonly recognises: (payload: Payload, env: Env) => boolean;
  /** The client's version, if the payload has it. */
  readonly version?: (payload: Payload, env: Env) => string | undefined;
  /** Its names of the events in payloads, and ours. */
  readonly events: Readonly<Record<string, EventName>>;
  /** Its names of the common fields, and ours. */
  readonly fields: Readonly<Record<string, string>>;
  /** Its tools. A tool that is not listed runs only if it is plainly harmless. */
  readonly tools: Readonly<Record<string, ToolForm>>;
  /** The name of an MCP tool in the form that gates know: `mcp__server__tool`. */
  readonly serverTool?: (name: string, payload: Payload) => string | undefined;
  /** An MCP tool may have any name: one that seems to run something is not treated as an MCP tool. */
  readonly vagueServers?: true;
  /** A tool's result, in a form that gates read. */
  readonly result?: (payload: Payload) => unknown;
  /** Whatever the tables of names cannot express. */
  readonly settle?: (fields: Payload, payload: Payload) => Payload;
  /** The answer in the client's format. `input` gives a rewritten input the client's own names. */
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
  /** What happens to the call if its hook fails or cannot be started: the rest of that sentence. */
  readonly failure: string;
  /** Each call has a number, the same before and after it. */
  readonly numbersCalls?: true;
  /** Its tool that types into a running command; no hook sees what is typed. */
  readonly typesUnseen?: string;
  /** What no hook sees, as sentences. */
  readonly blind: readonly string[];
  readonly registration?: Registration;
}

/** Where a client's hooks are registered, and in which form. Claude Code has its own code for this. */
export interface Registration {
  /** A file of the project for one person, and one for everyone. */
  readonly local?: string | undefined;
  readonly project: string;
  /** The person's own file: in the folder that a variable names, or else in their home. */
  readonly user: { readonly variable?: string; readonly folder: string; readonly file: string };
  /** Other files that can name hooks or switch them off, `*` for any name: they are guarded like the ones above. */
  readonly beside?: readonly string[];
  /** `groups`: lists of matchers with handlers · `list`: lists of handlers · `plugin`: a file that is all ours. */
  readonly form: 'groups' | 'list' | 'plugin';
  /** Our events and the client's names of them, in the order in which they are written. */
  readonly events: Readonly<Partial<Record<EventName, string>>>;
  readonly handler: (command: string, seconds: number, event: EventName) => Payload;
  /** What a person has to do or know after it is written. */
  readonly afterwards?: string;
}

/** What a reply needs from its payload. */
export interface Wire {
  readonly payload: Payload;
  /** Our input with the client's own names. */
  readonly input: (ours: Payload) => Payload;
}

/** Events that the client calls by the same names as we do. */
export const sameNames = (names: string): Readonly<Partial<Record<EventName, EventName>>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, name as EventName]));

/** The object for stdout; undefined fields are left out. */
export function json(...parts: readonly (Readonly<Record<string, unknown>> | undefined)[]): Reply {
  const wire = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part ?? {})).filter(([, value]) => value !== undefined),
  );
  return Object.keys(wire).length === 0 ? silence : { ...silence, stdout: JSON.stringify(wire) };
}

/** Everything for the model, for a client that has one field for it. */
export const textForModel = ({ decision, reason, context }: Answer): string | undefined =>
  cappedContext([decision === 'deny' ? reason : undefined, context].filter((text) => (text ?? '') !== '').join('\n\n'));

/** The text of a masked result, which has the form that `result` returns. */
export function maskedText(result: unknown): string {
  const output: unknown = typeof result === 'object' && result !== null && 'output' in result ? result.output : result;
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** The kind of tool; each is checked like the Claude Code tool that does the same. */
type ToolKind = 'shell' | 'write' | 'edit' | 'patch' | 'read' | 'search' | 'question' | 'agent' | 'harmless';

/** A client's tool, and the Claude Code tool that does the same. */
export interface ToolForm {
  readonly kind: ToolKind;
  /** The name that gates know; undefined for a tool that keeps its own. */
  readonly as: string | undefined;
  /** Its input fields and our names for them, if they differ. */
  readonly fields: Fields;
  /** Reads an input that needs more than new names; undefined if it cannot be read. */
  readonly read?: (input: Payload) => Payload | undefined;
}

type Fields = Readonly<Record<string, string>>;

const form =
  (kind: ToolKind, as: string | undefined) =>
  (fields: Fields = {}, read?: ToolForm['read']): ToolForm => ({
    kind,
    as,
    fields,
    ...(read === undefined ? {} : { read }),
  });

export const shell = form('shell', 'Bash');
export const powershell = form('shell', 'PowerShell');
export const write = form('write', 'Write');
export const edit = form('edit', 'Edit');
export const notebook = form('edit', 'NotebookEdit');
export const read = form('read', 'Read');
export const search = form('search', 'Grep');
export const find = form('search', 'Glob');
export const agent = form('agent', 'Agent');
/** Keeps its name: the gates for Claude Code's question tool cannot answer another client's. */
export const question = form('question', undefined);
/** Tools that change nothing outside the conversation. */
export const harmless = (names: string): Readonly<Record<string, ToolForm>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, form('harmless', undefined)()]));

/** A patch in the `*** Begin Patch` form, in one of these fields. */
export const patch = (...names: readonly string[]): ToolForm =>
  form('patch', 'MultiEdit')({}, (input) => {
    const text = names.map((name) => input[name]).find((value) => typeof value === 'string');
    return typeof text === 'string' ? patchEdits(text) : undefined;
  });

/** Several edits in one call: a list of objects in a field, whose own fields have these names. */
export const edits = (list: string, fields: Fields = {}, outer: Fields = {}): ToolForm =>
  form('edit', 'MultiEdit')(outer, (input) => {
    const entries: unknown = input[list];
    if (!Array.isArray(entries) || !entries.every(isRecord)) return undefined;
    const pieces = entries.map((entry) => renamed(entry, fields));
    const file = input.file_path ?? pieces[0]?.file_path;
    return { ...input, file_path: file, edits: pieces };
  });

/** The command of a shell tool that is given as a list of words. */
export const words = (value: unknown): string | undefined => {
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string')) return undefined;
  const [program = '', flag = '', script] = value;
  // A single word that contains spaces is a command line that was not split.
  if (value.length === 1) return program;
  if (script !== undefined && value.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(program) && /^-l?c$/.test(flag)) {
    return script;
  }
  return value.map(quoted).join(' ');
};

/** A text as one word of a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

export function renamed(input: Payload, fields: Fields): Payload {
  if (Object.keys(fields).length === 0) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [fields[key] ?? key, value]));
}
