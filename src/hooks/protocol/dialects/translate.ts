import { isEventName, type EventName } from '../events';
import { type Dialect, type Env, type Payload, type Wire, renamed, type ToolForm } from './dialect';
import { parseJson, isRecord } from '../json';
import { spaced } from '../tools';

/** A payload in Claude Code's format, which gates are written for. */
export interface Translation {
  readonly dialect: Dialect;
  readonly version: string | undefined;
  readonly fields: Payload;
  /** The client's own event: some clients report a failed command as one that ran. */
  readonly event: EventName | undefined;
  readonly wire: Wire;
  /** Why it is unknown what the tool does; undefined if it is known. */
  readonly unknown: string | undefined;
}

const toolEvents: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
]);

/** `said` is the event that the registration names: it outranks the payload. */
export function translated(dialect: Dialect, payload: Payload, said: string | undefined, env: Env): Translation {
  const named = renamed(payload, dialect.fields);
  const settled = dialect.settle?.(named, payload) ?? named;
  const name = settled.hook_event_name;
  const claimed = typeof name === 'string' && Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined;
  const event = isEventName(said) ? said : claimed;
  const version = dialect.version?.(payload, env)?.slice(0, 40);
  if (event === undefined || !toolEvents.has(event)) {
    return {
      dialect,
      version,
      event,
      fields: { ...settled, hook_event_name: event },
      wire: { payload, input: (ours) => ours },
      unknown: event === undefined ? 'the event is not known' : undefined,
    };
  }
  const tool = { ...toolOf(dialect, settled, payload), ...conflictingSpellings(dialect, payload) };
  const response = event === 'PostToolUse' ? (dialect.result?.(payload) ?? settled.tool_response) : undefined;
  const failed = event === 'PostToolUse' && tool.form?.kind === 'shell' ? failureIn(response) : undefined;
  return {
    dialect,
    version,
    event,
    fields: {
      ...settled,
      // A call id that differs afterwards does not connect the two.
      tool_use_id: dialect.numbersCalls === true ? settled.tool_use_id : undefined,
      tool_name: tool.name,
      tool_input: tool.input,
      hook_event_name: failed === undefined ? event : 'PostToolUseFailure',
      ...(response === undefined ? {} : { tool_response: response }),
      ...(failed === undefined ? {} : { error: failed }),
    },
    wire: { payload, input: (ours) => theirs(ours, tool) },
    unknown: tool.unknown,
  };
}

/** Two spellings of one field with different values: the client may read the other one. */
function conflictingSpellings({ fields }: Dialect, payload: Payload): { readonly unknown?: string } {
  for (const ours of ['tool_name', 'tool_input']) {
    const spellings = [ours, ...Object.keys(fields).filter((theirs) => fields[theirs] === ours)];
    const given = spellings.filter((name) => name in payload);
    if (given.length < 2) continue;
    const said = new Set(given.map((name) => JSON.stringify(payload[name])));
    if (said.size > 1) return { unknown: `it says its ${ours} twice, and not the same` };
  }
  return {};
}

interface Tool {
  readonly name: unknown;
  readonly input: unknown;
  readonly form: ToolForm | undefined;
  /** The original input. */
  readonly given: Payload;
  readonly unknown: string | undefined;
}

function toolOf(dialect: Dialect, { tool_name: name, tool_input: input }: Payload, payload: Payload): Tool {
  if (typeof name !== 'string' || name === '') {
    return { name, input, form: undefined, given: {}, unknown: 'it names no tool' };
  }
  const form = Object.hasOwn(dialect.tools, name) ? dialect.tools[name] : undefined;
  const given = givenTo(input, form);
  if (form === undefined) {
    const server = name.startsWith('mcp__') ? name : dialect.serverTool?.(name, payload);
    const vague = dialect.vagueServers === true && !name.startsWith('mcp__');
    const unknown = server === undefined ? acts(name, given) : vague ? executes(name, given) : undefined;
    return { name: server ?? name, input: given, form, given, unknown };
  }
  const ours = renamed(given, form.fields);
  const read = form.read === undefined ? ours : form.read(ours);
  const several = Array.isArray(read?.edits) && form.kind !== 'harmless';
  const as = several ? 'MultiEdit' : (form.as ?? name);
  return { name: as, input: read ?? ours, form, given, unknown: unreadable(name, form, read) };
}

/** Some clients send an input as JSON text, and a patch as plain text. */
function givenTo(input: unknown, form: ToolForm | undefined): Payload {
  if (isRecord(input)) return input;
  if (typeof input !== 'string') return {};
  const value = parseJson(input);
  if (isRecord(value)) return value;
  return form?.kind === 'patch' ? { input } : {};
}

/** A tool that gates check must say what it runs or which file it changes. */
function unreadable(name: string, { kind }: ToolForm, input: Payload | undefined): string | undefined {
  if (input === undefined) return `its input is in no form that is known for ${name}`;
  if (kind === 'shell' && typeof input.command !== 'string') return `${name} says no command`;
  const file = input.file_path ?? input.notebook_path;
  const writes = kind === 'write' || kind === 'edit' || kind === 'patch';
  return writes && (typeof file !== 'string' || file === '') ? `${name} names no file` : undefined;
}

/** Words in the names of tools that run or change something. */
const acting =
  /(?:^|[^a-z])(?:bash|sh|shell|zsh|cmd|powershell|terminal|console|exec\w*|eval\w*|run|spawn|script|python|node|repl|write|create|edit|modify|update|replace|insert|append|patch|apply|delete|remove|unlink|move|rename|copy|mkdir|chmod|commit|push|deploy|install|kill|upload|send|save|put)(?:$|[^a-z])/;

/** Fields that hold what is run or written. */
const actingFields =
  /^(?:command|commands|cmd|script|code|program|args|argv|chars|stdin|sql|patch|patch_?text|diff|content|contents|file_?text|new_?(?:str|string|text|content|source|code)|old_?(?:str|string|text)|edits|replacements|changes|target_?file|destination)$/i;

const executing =
  /(?:^|[^a-z])(?:bash|sh|shell|zsh|cmd|powershell|terminal|exec\w*|eval\w*|run|spawn|script|repl)(?:$|[^a-z])/;
const executingFields = /^(?:command|commands|cmd|script|code|chars|stdin)$/i;

/** The same for a tool that may be an MCP tool: those write to their own places, but run commands here. */
function executes(name: string, input: Payload): string | undefined {
  const runs = Object.keys(input).some((key) => executingFields.test(key)) || executing.test(spaced(name));
  const patches = Object.values(input).some((value) => typeof value === 'string' && value.includes('*** Begin Patch'));
  return runs || patches ? acts(name, input) : undefined;
}

/** Why a tool that is not listed may run or write something; undefined if nothing suggests it. */
function acts(name: string, input: Payload): string | undefined {
  const field = Object.keys(input).find((key) => actingFields.test(key));
  if (field !== undefined) return `the tool '${name.slice(0, 80)}' is unknown, and its input has '${field}'`;
  return acting.test(spaced(name))
    ? `the tool '${name.slice(0, 80)}' is unknown, and its name suggests that it changes something`
    : undefined;
}

/** What a failed command printed, as Claude Code reports it; undefined if it did not fail. */
function failureIn(response: unknown): string | undefined {
  if (!isRecord(response) || typeof response.exit_code !== 'number' || response.exit_code === 0) return undefined;
  return `Exit code ${response.exit_code}\n${typeof response.output === 'string' ? response.output : ''}`;
}

/** A rewritten input with the client's own names. What was not changed keeps its form. */
function theirs(ours: Payload, { form, given }: Tool): Payload {
  const names = Object.entries(form?.fields ?? {});
  const entries = Object.entries(ours).map(([key, value]): [string, unknown] => {
    const own = names.find(([their, our]) => our === key && their in given)?.[0] ?? key;
    return [own, own in given && JSON.stringify(given[own]) === JSON.stringify(value) ? given[own] : value];
  });
  const changed = Object.fromEntries(entries);
  if (Array.isArray(given.command) && typeof changed.command === 'string')
    changed.command = ['bash', '-lc', changed.command];
  return { ...given, ...changed };
}
