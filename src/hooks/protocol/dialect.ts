import { isEventName } from './events';

/** Other clients read the same settings file. Their payloads are told apart by marks the agent's own never has. */

type Payload = Readonly<Record<string, unknown>>;

/** The payload with the field names of the agent's own client, and whose it was. */
export function claudeFields(payload: Payload): { dialect: 'claude' | 'vscode' | 'foreign'; fields: Payload } {
  const marked = typeof payload.conversation_id === 'string' && Array.isArray(payload.workspace_roots);
  // A call that also has the agent's own fields can be judged, so it is.
  if (marked && typeof payload.tool_name !== 'string' && !isEventName(payload.hook_event_name)) {
    return { dialect: 'foreign', fields: payload };
  }
  if (typeof payload.hookEventName === 'string') return { dialect: 'vscode', fields: fromVSCode(payload) };
  return { dialect: 'claude', fields: payload };
}

/** VS Code's own agent: the tool it calls, and the tool of ours that does the same. */
const vscodeTools: Readonly<Record<string, string>> = {
  create_file: 'Write',
  replace_string_in_file: 'Edit',
  multi_replace_string_in_file: 'MultiEdit',
  insert_edit_into_file: 'Edit',
  edit_notebook_file: 'NotebookEdit',
  run_in_terminal: 'Bash',
  read_file: 'Read',
  grep_search: 'Grep',
  file_search: 'Glob',
  semantic_search: 'Grep',
};

const vscodeInput: Readonly<Record<string, string>> = {
  filePath: 'file_path',
  oldString: 'old_string',
  newString: 'new_string',
  notebookPath: 'notebook_path',
  newCode: 'new_source',
  query: 'pattern',
};

function fromVSCode(payload: Payload): Payload {
  const { hookEventName, sessionId, toolName, toolInput, toolResponse, toolUseId, ...rest } = payload;
  const name = rest.tool_name ?? toolName;
  const input = rest.tool_input ?? toolInput;
  return {
    ...rest,
    hook_event_name: hookEventName,
    session_id: rest.session_id ?? sessionId,
    tool_use_id: rest.tool_use_id ?? toolUseId,
    tool_name: typeof name === 'string' ? (vscodeTools[name] ?? name) : undefined,
    tool_input: renamed(input),
    tool_response: rest.tool_response ?? toolResponse,
    source: rest.source === 'new' ? 'startup' : rest.source,
  };
}

function renamed(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { replacements, ...fields } = Object.fromEntries(
    Object.entries(input).map(([key, value]): [string, unknown] => [vscodeInput[key] ?? key, value]),
  );
  if (!Array.isArray(replacements)) return replacements === undefined ? fields : { ...fields, replacements };
  const edits: readonly unknown[] = replacements.map(renamed);
  const [first] = edits;
  const named = typeof first === 'object' && first !== null && 'file_path' in first ? first.file_path : undefined;
  return { ...fields, file_path: fields.file_path ?? named, edits };
}
