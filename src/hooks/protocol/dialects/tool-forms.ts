import { patchEdits } from '../patch';
import type { Payload } from './dialect';
import { isRecord } from '../json';

/** The kind of tool; each is checked like the Claude Code tool that does the same. */
export type ToolKind = 'shell' | 'write' | 'edit' | 'patch' | 'read' | 'search' | 'question' | 'agent' | 'harmless';

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
/** Changes nothing outside the conversation. */
export const harmless = form('harmless', undefined)();

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

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export function renamed(input: Payload, fields: Fields): Payload {
  if (Object.keys(fields).length === 0) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [fields[key] ?? key, value]));
}
