import type { ToolCall, ToolInput } from './call';

/** The tools that gates are written for, by family. A matcher in settings.json names them exactly. */
export const shellTools = ['Bash', 'PowerShell'] as const;
export const editTools = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'] as const;
export const searchTools = ['Read', 'Grep', 'Glob'] as const;

/** Tools that change nothing: if the gates are broken, the agent can still read and ask. */
export const lookingTools = [...searchTools, 'LS', 'NotebookRead', 'AskUserQuestion'] as const;
export const onlyLooks = (tool: string): boolean => (lookingTools as readonly string[]).includes(tool);

export const agentTools = ['Agent', 'Task'] as const;

export const isShellTool = (tool: string): boolean => (shellTools as readonly string[]).includes(tool);

export const isEditTool = (tool: string): boolean => (editTools as readonly string[]).includes(tool);

/** Can a shell command do the same in a way that matters? An edit in the project's own files has gates enough. */
export const mayHaveShellForm = (call: ToolCall): boolean =>
  call.tool.startsWith('mcp__') ||
  /^(?:WebFetch|ReadMcpResource(?:Tool)?|ExitWorktree|Config)$/.test(call.tool) ||
  (/^(?:Agent|Task)$/.test(call.tool) && call.input.mode !== undefined) ||
  (isEditTool(call.tool) && editsOf(call).some((edit) => isUnusual(edit, call.cwd)));

/** Outside the folder of the call, or settings that the agent, the editor or a shell obeys. */
export const isUnusual = ({ path }: Edit, cwd: string): boolean =>
  !path.startsWith(`${cwd}/`) ||
  /\/(?:\.\.|\.claude|\.vscode|\.devcontainer)\/|\.code-workspace$|\/\.?mise\.toml$/.test(path);

/** The command of a shell tool, whatever the shell; undefined for other tools and for a payload without one. */
export function shellCommand(call: ToolCall): string | undefined {
  if (!isShellTool(call.tool)) return undefined;
  return typeof call.input.command === 'string' ? call.input.command : undefined;
}

/**
 * What a shell tool runs, as command lines for a POSIX shell. On Windows the terminal of some clients is PowerShell, and
 * the payload does not say so: a line that looks like PowerShell is judged as both.
 */
export function shellLines(call: ToolCall): readonly string[] {
  const command = shellCommand(call);
  if (command === undefined || command.trim() === '') return [];
  if (call.tool === 'PowerShell') return [inPowerShell(command)];
  return mayBePowerShell(call) ? [command, inPowerShell(command)] : [command];
}

/** Claude Code and Copilot CLI have a PowerShell tool, so their other shell tool is not PowerShell. */
export function mayBePowerShell(call: ToolCall): boolean {
  if (call.tool === 'PowerShell') return true;
  const command = call.dialect === 'claude' ? undefined : shellCommand(call);
  return command !== undefined && cmdlet.test(command);
}

const inPowerShell = (command: string): string => `pwsh -Command '${command.replaceAll("'", `'\\''`)}'`;
const cmdlet =
  /(?<![\w./-])(?:(?:get|set|add|clear|copy|move|remove|rename|new|out|invoke|start|stop|write|import|export|select|where|foreach|test|expand|convertto|convertfrom|install|uninstall|register|unregister|enable|disable|restart|format|tee|update|unblock)-[a-z]{3,}|iex|irm|iwr|ri|rni|ni|sc|gc)(?![\w./-])|\$env:|\[(?:system\.)?[a-z.]+\]::/i;

/** One change that an edit tool makes to one file. */
export interface Edit {
  readonly path: string;
  /** `whole` replaces the file's content, `part` a piece of it. */
  readonly extent: 'whole' | 'part';
  /** The text that goes in: the whole new content, or the new pieces in order. */
  readonly texts: readonly string[];
  /** The pieces that are replaced by `texts`; empty for a whole write. */
  readonly replaced: readonly string[];
  /** A piece that is not found exactly may be applied anyway. */
  readonly loose?: true;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an edit tool is about to change, or has changed; undefined if the call names no file. */
export const editOf = (call: ToolCall): Edit | undefined => editsOf(call)[0];

/** The same for every file of the call: a patch and the editor's own agent may change several at once. */
export function editsOf(call: ToolCall): readonly Edit[] {
  if (call.tool.startsWith('mcp__')) return serverEdits(call.tool, call.input);
  if (!isEditTool(call.tool)) return [];
  const { input, tool } = call;
  const path = input.file_path ?? input.notebook_path;
  if (typeof path !== 'string' || path === '') return [];
  const pieces = tool === 'MultiEdit' ? piecesOf(input.edits, path) : [];
  return [...new Set([path, ...pieces.map(({ file }) => file)])].map((file) => readEdit(file, tool, input, pieces));
}

interface Piece {
  readonly file: string;
  readonly old: string;
  readonly new: string;
  /** The whole new content, if the piece has all of it. */
  readonly content: string | undefined;
}

/** If one entry is not a piece, nothing is certain. */
function piecesOf(edits: unknown, usual: string): readonly Piece[] {
  const entries: unknown[] = Array.isArray(edits) ? edits : [];
  if (!entries.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))) return [];
  return (entries as ToolInput[]).map(({ file_path: file, old_string: old, new_string: next, content }) => ({
    file: typeof file === 'string' ? file : usual,
    old: text(old),
    new: text(next),
    content: typeof content === 'string' ? content : undefined,
  }));
}

function readEdit(path: string, tool: string, input: ToolInput, pieces: readonly Piece[]): Edit {
  switch (tool) {
    case 'Write':
      return { path, extent: 'whole', texts: [text(input.content)], replaced: [] };
    case 'MultiEdit': {
      const own = pieces.filter(({ file }) => file === path);
      const whole = own.findLast(({ content }) => content !== undefined)?.content;
      if (whole !== undefined) return { path, extent: 'whole', texts: [whole], replaced: [] };
      const [texts, replaced] = [own.map((piece) => piece.new), own.map((piece) => piece.old)];
      return { path, extent: 'part', texts, replaced, ...(input.loose === true ? { loose: true } : {}) };
    }
    case 'NotebookEdit':
      return { path, extent: 'part', texts: [text(input.new_source)], replaced: [] };
    default:
      return { path, extent: 'part', texts: [text(input.new_string)], replaced: [text(input.old_string)] };
  }
}

/** An MCP tool that changes files, judging by its name. Files that it only reads or copies do not count. */
const changing =
  /(?:^|_)(?:write|edit|create|append|insert|replace|patch|update|delete|remove|unlink|rm|move|mv|rename|copy|cp|save|put|modify|touch|mkdir|overwrite|truncate|apply|store|dump|export|download|extract|unzip|set)(?:_|\d|s?$)/;
const copying = /(?:^|_)(?:copy|cp|download|export|extract|unzip)(?:_|$)/;
const names = /(?:^|_)(?:paths?|files?|filename|uri|target|dest|destination|to|output|source|src|from|old|new)$/;
const origins = /(?:^|_)(?:source|src|from|old|url|uri)(?:_|$)/;
const contents = /^(?:content|contents|text|body|data|file_text|new_text|new_string|new_str|value|code|source_code)$/;

const deepest = 6;

/** The files that an MCP tool is about to change, as far as its name and its input say. */
export function serverEdits(tool: string, input: ToolInput): readonly Edit[] {
  const name = spaced(tool.replace(/^mcp__.*?__/, ''));
  if (!changing.test(name)) return [];
  const whole = /(?:^|_)(?:write|create|save|put|overwrite)(?:_|$)/.test(name);
  const text = Object.entries(input).find(([key, value]) => contents.test(spaced(key)) && typeof value === 'string');
  return [...new Set(pathsIn(input, copying.test(name)))].map((path): Edit => {
    if (whole && text !== undefined) return { path, extent: 'whole', texts: [text[1] as string], replaced: [] };
    return { path, extent: 'part', texts: textsIn(input), replaced: [''], loose: true };
  });
}

/** The paths in an input; for a tool that copies, only where it copies to. */
export function pathsIn(value: unknown, copies: boolean, depth = 0): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const isName = names.test(spaced(key)) && !(copies && origins.test(spaced(key)));
    if (typeof inner === 'string') return isName && isPath(inner) ? [plain(inner)] : [];
    if (!Array.isArray(inner)) return pathsIn(inner, copies, depth + 1);
    return inner.flatMap((one: unknown) => {
      if (typeof one !== 'string') return pathsIn(one, copies, depth + 1);
      return isName && isPath(one) ? [plain(one)] : [];
    });
  });
}

const isPath = (text: string): boolean =>
  text !== '' && text.length < 4096 && !/\n|^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(text);
const plain = (text: string): string => text.replace(/^file:\/\//, '');

/** Every text in an input, however deep it is nested. */
export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** A name in lower case, its words separated by underscores. */
export const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
