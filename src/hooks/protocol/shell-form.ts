import type { PreToolUse, ToolInput } from './call';
import { quoted, words } from './dialects/dialect';
import { editsOf, isEditTool, isUnusual, pathsIn, spaced } from './tools';

/**
 * The shell command that would do what a call is about to do: one of a server's tool, one that fetches, or an edit. It
 * meets the gates that a shell command meets, so that no tool is a way around them. Undefined if there is none.
 */
export function shellFormOf(call: PreToolUse): PreToolUse | undefined {
  const name = spaced(call.tool.replace(/^mcp__/, ''));
  const fields = fieldsOf(call.input);
  const lines = [
    ...(call.tool.startsWith('mcp__') ? [...runsIn(name, fields), ...changesIn(name, call.input, fields)] : []),
    ...writesIn(call),
    ...(isEditTool(call.tool) ? [] : fetchesIn(fields)),
  ];
  if (lines.length === 0) return undefined;
  const tool = /powershell|pwsh/.test(`${name} ${text(fields, /^shell$/) ?? ''}`) ? 'PowerShell' : 'Bash';
  return { ...call, tool, input: { command: lines.join('\n') } };
}

const writesIn = (call: PreToolUse): readonly string[] =>
  editsOf(call)
    .filter((edit) => isUnusual(edit, call.cwd) && (isEditTool(call.tool) || edit.extent === 'whole'))
    .flatMap(({ path, extent, texts }) =>
      texts.map((one) => `printf %s ${quoted(one)} ${extent === 'whole' ? '>' : '>>'} ${wordOf(path)}`),
    );

type Fields = readonly (readonly [name: string, value: unknown])[];

/** The fields of an input and of the objects in it. */
const fieldsOf = (input: ToolInput): Fields =>
  Object.entries(input).flatMap(([name, value]): Fields => {
    const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    return [[name, value] as const, ...inner].map(([key, one]) => [spaced(key), one] as const);
  });

const text = (fields: Fields, name: RegExp): string | undefined =>
  fields
    .map(([key, value]) => (name.test(key) && typeof value === 'string' ? value : ''))
    .find((value) => value !== '');

/** Commands and code, in the folder or on the machine that the input names. */
function runsIn(name: string, fields: Fields): readonly string[] {
  const lines = [...commandsIn(fields), ...typedIn(name, fields), ...codeIn(name, fields), ...statementsIn(fields)];
  if (lines.length === 0) return [];
  const machine = text(fields, /^(?:host(?:name)?|container(?:_id|_name)?|pod(?:_name)?|connection(?:_name|_id)?)$/);
  if (machine !== undefined) return lines.map((line) => `ssh ${quoted(machine)} ${quoted(line)}`);
  const folder = text(fields, /^(?:cwd|dir(?:ectory)?|work(?:ing)?_?dir(?:ectory)?)$/);
  return folder === undefined ? lines : [`cd ${quoted(folder)}`, ...lines];
}

function commandsIn(fields: Fields): readonly string[] {
  const more = fields.find(([key, value]) => /^arg(?:ument)?s$/.test(key) && Array.isArray(value))?.[1];
  const rest = Array.isArray(more) ? (words(['', ...(more as unknown[])]) ?? '').slice(3) : '';
  return fields.flatMap(([key, value]) => {
    if (!/^(?:\w+_)?(?:command|cmd)(?:_line)?s?$/.test(key)) return [];
    const several = key.endsWith('s') && Array.isArray(value);
    const lines = several ? (value as unknown[]).filter((one) => typeof one === 'string') : [value];
    return lines
      .flatMap((one) => (typeof one === 'string' ? one : (words(one) ?? [])))
      .map((one) => `${one} ${rest}`.trim());
  });
}

/** What is typed into a terminal. */
function typedIn(name: string, fields: Fields): readonly string[] {
  if (!/(?:^|_)(?:terminal|tmux|shell|pty|console|process)(?:_|$)/.test(name)) return [];
  const typed = text(fields, /^(?:input|keys|stdin)$/);
  return typed === undefined ? [] : [typed];
}

/** Code is read in the language that the call names, or else in both that servers usually run. */
function codeIn(name: string, fields: Fields): readonly string[] {
  if (!/(?:^|_)(?:run|exec\w*|eval\w*|repl|python|node|js|javascript|jupyter|script|interpreter)(?:_|$)/.test(name))
    return [];
  const code = text(fields, /^(?:\w+_)?(?:code|script|function|expression)$/);
  if (code === undefined) return [];
  const language = text(fields, /^(?:lang(?:uage)?|runtime|interpreter)$/)?.toLowerCase() ?? name;
  if (/bash|shell|zsh|(?:^|_)sh(?:$|_)/.test(language)) return [code];
  const [python, script] = [/python|jupyter/.test(language), /node|js|script|deno|bun|browser/.test(language)];
  return [...(python || !script ? [`python3 -c ${quoted(code)}`] : []), ...(python ? [] : [`node -e ${quoted(code)}`])];
}

/** Statements with which a database loses something. */
const destructive =
  /(?:^|;)\s*(?:drop\s+(?:table|database|schema|view|index|user|role|owned)|truncate|alter\s+\w+|delete\s+from)\s/i;
const statementsIn = (fields: Fields): readonly string[] =>
  fields.flatMap(([key, value]) =>
    /^(?:\w+_)?(?:sql|query|statement)$/.test(key) && typeof value === 'string' && destructive.test(value)
      ? `psql -c ${quoted(value)}`
      : [],
  );

/** Files that a server removes or moves here, not in a repository or a bucket of a service. */
function changesIn(name: string, input: ToolInput, fields: Fields): readonly string[] {
  if (!/(?:file|dir|directory|folder|path|tree|fs)s?(?:_|$)/.test(name)) return [];
  if (fields.some(([key]) => /^(?:owner|repo(?:sitory)?|bucket|project_id)$/.test(key))) return [];
  const paths = pathsIn(input, false).map(wordOf);
  if (/(?:^|_)(?:delete|remove|rm|rmdir|unlink)(?:_|$)/.test(name))
    return paths.length === 0 ? [] : [`rm -rf ${paths.join(' ')}`];
  return /(?:^|_)(?:move|mv|rename)(?:_|$)/.test(name) && paths.length === 2 ? [`mv ${paths.join(' ')}`] : [];
}

const fetchesIn = (fields: Fields): readonly string[] =>
  fields.flatMap(([key, value]) =>
    /^(?:url|uri|href)$/.test(key) && typeof value === 'string' && /^(?:https?|ftp|file):/i.test(value)
      ? `curl ${quoted(value)}`
      : [],
  );

/** A server may take a leading ~ for the home folder, as the shell does. */
const wordOf = (path: string): string => (path.startsWith('~/') ? `~${quoted(path.slice(1))}` : quoted(path));
