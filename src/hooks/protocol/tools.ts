import * as z from 'zod/mini';
import type { ToolCall, ToolInput } from './call';

/** The tools that gates are written for, by family. A matcher in settings.json names them exactly. */
export const shellTools = ['Bash', 'PowerShell'] as const;
export const editTools = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'] as const;
export const searchTools = ['Read', 'Grep', 'Glob'] as const;
export const agentTools = ['Agent', 'Task'] as const;

/** The command of a shell tool, whatever the shell; undefined for other tools and for a payload without one. */
export function shellCommand(call: ToolCall): string | undefined {
  if (!(shellTools as readonly string[]).includes(call.tool)) return undefined;
  return typeof call.input.command === 'string' ? call.input.command : undefined;
}

/** One change that an edit tool makes to one file. */
export interface Edit {
  readonly path: string;
  /** `whole` replaces the file's content, `part` a piece of it. */
  readonly extent: 'whole' | 'part';
  /** The text that goes in: the whole new content, or the new pieces in order. */
  readonly texts: readonly string[];
  /** The pieces that go out, beside `texts`; empty for a whole write. */
  readonly replaced: readonly string[];
}

const string = z.catch(z.string(), '');
const Pieces = z.array(
  z.looseObject({ old_string: string, new_string: string, file_path: z.catch(z.optional(z.string()), undefined) }),
);

/** What an edit tool is about to change, or has changed; undefined where the call names no file. */
export function editOf(call: ToolCall): Edit | undefined {
  return editsOf(call)[0];
}

/** The same for every file of the call: the editor's own agent may change several at once. */
export function editsOf(call: ToolCall): readonly Edit[] {
  if (!(editTools as readonly string[]).includes(call.tool)) return [];
  const { input, tool } = call;
  const path = input.file_path ?? input.notebook_path;
  if (typeof path !== 'string' || path === '') return [];
  const pieces = tool === 'MultiEdit' ? Pieces.safeParse(input.edits) : undefined;
  const files = pieces?.success === true ? pieces.data.map(({ file_path }) => file_path ?? path) : [];
  return [...new Set([path, ...files])].map((file) => readEdit(file, tool, input, path));
}

function readEdit(path: string, tool: string, input: ToolInput, usual: string): Edit {
  switch (tool) {
    case 'Write':
      return { path, extent: 'whole', texts: [string.parse(input.content)], replaced: [] };
    case 'MultiEdit': {
      const pieces = Pieces.safeParse(input.edits);
      const edits = pieces.success ? pieces.data.filter(({ file_path }) => (file_path ?? usual) === path) : [];
      return {
        path,
        extent: 'part',
        texts: edits.map((edit) => edit.new_string),
        replaced: edits.map((edit) => edit.old_string),
      };
    }
    case 'NotebookEdit':
      return { path, extent: 'part', texts: [string.parse(input.new_source)], replaced: [] };
    default:
      return {
        path,
        extent: 'part',
        texts: [string.parse(input.new_string)],
        replaced: [string.parse(input.old_string)],
      };
  }
}
