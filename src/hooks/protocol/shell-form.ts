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
    ...(call.tool.startsWith('mcp__') ? linesOf(name, call.input, fields) : agentIn(call)),
    ...discardsIn(call),
    ...writesIn(call),
    ...(isEditTool(call.tool) ? [] : fetchesIn(fields)),
  ];
  if (lines.length === 0) return undefined;
  const tool = /powershell|pwsh/.test(`${name} ${text(fields, /^shell$/) ?? ''}`) ? 'PowerShell' : 'Bash';
  return { ...call, tool, input: { command: lines.join('\n') } };
}

function linesOf(name: string, input: ToolInput, fields: Fields): readonly string[] {
  const git = gitIn(name, fields);
  return git.length > 0 ? git : [...runsIn(name, fields), ...changesIn(name, input, fields)];
}

/** The client itself keeps a worktree with changes unless it is told to discard them. */
const discardsIn = ({ tool, input }: PreToolUse): readonly string[] =>
  tool === 'ExitWorktree' && input.action === 'remove' && input.discard_changes === true
    ? ['git worktree remove --force .']
    : [];

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
  const lines = [
    ...commandsIn(fields),
    ...typedIn(name, fields),
    ...codeIn(name, fields),
    ...statementsIn(name, fields),
  ];
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
  if (
    !/(?:^|_)(?:run|exec\w*|eval\w*|repl|python|node|js|javascript|jupyter|script|applescript|interpreter)(?:_|$)/.test(
      name,
    )
  )
    return [];
  const code = text(fields, /^(?:\w+_)?(?:code|script|function|expression|source)$/);
  if (code === undefined) return [];
  const language = text(fields, /^(?:lang(?:uage)?(?:_id)?|runtime|interpreter)$/)?.toLowerCase() ?? name;
  if (/bash|shell|zsh|(?:^|_)sh(?:$|_)/.test(language)) return [code];
  if (/applescript|osascript/.test(language)) return [`osascript -e ${quoted(code)}`];
  const [python, script] = [/python|jupyter/.test(language), /node|js|script|deno|bun|browser/.test(language)];
  if (script && !python) return [`node -e ${quoted(code)}`];
  const cell = cellOf(code);
  return [...cell.lines, `python3 -c ${quoted(cell.python)}`, ...(python ? [] : [`node -e ${quoted(code)}`])];
}

/** A notebook's cell: what stands behind `!`, or below `%%bash`, goes to a shell. */
function cellOf(code: string): { readonly lines: readonly string[]; readonly python: string } {
  const whole = /^\s*%%(?:bash|sh|script\s+\w+)[^\n]*\n([^]*)$/.exec(code)?.[1];
  if (whole !== undefined) return { lines: [whole], python: '' };
  const magic = /^([ \t]*)(?:\w+[ \t]*=[ \t]*)?(?:!!?|%(?:sx|system)[ \t])(.+)$/gm;
  return { lines: Array.from(code.matchAll(magic), ([, , line = '']) => line), python: code.replace(magic, '$1pass') };
}

/** Statements with which a database loses something. */
const destructive =
  /(?:^|;)\s*(?:drop\s+(?:table|database|schema|view|index|user|role|owned)|truncate|alter\s+\w+|delete\s+from)\s/i;
const statementsIn = (name: string, fields: Fields): readonly string[] =>
  fields.flatMap(([key, value]) =>
    /^(?:\w+_)?(?:sql|query|statement)$/.test(key) &&
    !(key.endsWith('query') && /(?:^|_)(?:search|find|ask|lookup)(?:_|$)/.test(name)) &&
    typeof value === 'string' &&
    destructive.test(value)
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

const gitCommands: ReadonlySet<string> = new Set(
  (
    'add am branch checkout cherry-pick clean clone commit config filter-branch gc merge mv pull push rebase reflog remote ' +
    'reset restore revert rm stash submodule switch tag update-ref worktree'
  ).split(' '),
);
/** The first word after these commands says what they do. */
const gitGroups = /^(?:reflog|remote|stash|submodule|worktree)$/;
/** Words in a tool's name or mode that are options of git. */
const gitModes = /^(?:abort|all|amend|continue|force|hard|keep|mirror|mixed|quit|skip|soft)$/;
const gitOptions: Readonly<Record<string, string>> = {
  delete: '--delete',
  remove: '--delete',
  directories: '-d',
  ignored: '-x',
};

/** What a server for git does in a repository here: `git_push` with `force` is `git push --force`. */
function gitIn(name: string, fields: Fields): readonly string[] {
  const tool = name
    .split(/(?<![a-z\d])git(?:_|$)/)
    .slice(1)
    .at(-1);
  if (tool === undefined || fields.some(([key]) => /^(?:owner|project_id)$/.test(key))) return [];
  const line = /^(?:(?:command|cmd|exec\w*|run|raw)(?:_|$))?$/.test(tool) ? writtenGit(fields) : namedGit(tool, fields);
  if (line === undefined) return [];
  const folder = text(fields, /^(?:repo(?:sitory)?(?:_?path)?|path|cwd|dir(?:ectory)?|work(?:ing)?_?dir(?:ectory)?)$/);
  return folder === undefined ? [line] : [`cd ${wordOf(folder)}`, line];
}

/** The whole command is in one field. */
function writtenGit(fields: Fields): string | undefined {
  const args = fields.find(([key]) => /^arg(?:ument)?s$/.test(key))?.[1];
  const line = commandsIn(fields)[0] ?? (Array.isArray(args) ? words(['git', ...(args as unknown[])]) : undefined);
  return line?.replace(/^(?!git\s)/, 'git ');
}

/** The command is in the tool's name; its options and what it is about are fields. */
function namedGit(tool: string, fields: Fields): string | undefined {
  const parts = tool
    .replace(/^add_or_commit$/, text(fields, /^action$/) ?? 'commit')
    .replace(/cherry_pick|update_ref|filter_branch/, (pair) => pair.replace('_', '-'))
    .split('_');
  const command = parts.find((part) => gitCommands.has(part));
  if (command === undefined) return undefined;
  const modes = [...parts, spaced(text(fields, /^(?:mode|operation|action|sub_?command)$/) ?? '')];
  const does = modes.filter((mode) => mode !== command && mode !== '');
  const switches = fields.flatMap(([key, value]) => (value === true ? [key] : []));
  const message = command === 'push' ? undefined : text(fields, /^message$/);
  const remote = /^(?:push|pull)$/.test(command) ? (text(fields, /^remote(?:_name)?$/) ?? 'origin') : undefined;
  const subject = text(
    fields,
    /^(?:(?:branch|ref|tag|stash)(?:_name|_ref|spec|_or_path)?|name|target|commit(?:_hash)?|revision|sha)$/,
  );
  const setting = command === 'config' ? [text(fields, /^key$/), text(fields, /^value$/)] : [];
  const files = fields.flatMap(([key, value]) => (/^(?:files?|paths|pathspecs?)$/.test(key) ? value : []));
  return [
    `git ${command}`,
    ...(gitGroups.test(command)
      ? does.slice(0, 1)
      : does.flatMap((mode) => gitOptions[mode] ?? (gitModes.test(mode) ? `--${mode}` : []))),
    ...switches.map((name) => gitOptions[name] ?? `--${name.replaceAll('_', '-')}`),
    ...(message === undefined ? [] : ['-m', quoted(message)]),
    ...[remote, subject, ...setting, ...files].flatMap((word) => (typeof word === 'string' ? quoted(word) : [])),
  ].join(' ');
}

/** An agent without permission checks, and a setting of the client. */
function agentIn({ tool, input }: PreToolUse): readonly string[] {
  if (/^(?:Agent|Task)$/.test(tool)) {
    return typeof input.mode === 'string' ? [`claude --permission-mode ${quoted(input.mode)}`] : [];
  }
  const { setting, value } = input;
  return tool === 'Config' && typeof setting === 'string' && (typeof value === 'string' || typeof value === 'boolean')
    ? [`claude config set ${quoted(setting)} ${quoted(String(value))}`]
    : [];
}

const fetchesIn = (fields: Fields): readonly string[] =>
  fields.flatMap(([key, value]) =>
    /^(?:url|uri|href)$/.test(key) && typeof value === 'string' && /^(?:https?|ftp|file):/i.test(value)
      ? `curl ${quoted(value)}`
      : [],
  );

/** A server may take a leading ~ for the home folder, as the shell does. */
const wordOf = (path: string): string => (path.startsWith('~/') ? `~${quoted(path.slice(1))}` : quoted(path));
