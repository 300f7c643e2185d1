import {
  type Dialect,
  json,
  agent,
  edit,
  edits,
  find,
  harmless,
  notebook,
  patch,
  question,
  read,
  search,
  shell,
  write,
  sameNames,
} from './dialect';
import { cappedContext } from '../reply';
import { copilotRegistration } from './copilot';

const file = { filePath: 'file_path' } as const;
const replaced = { ...file, oldString: 'old_string', newString: 'new_string' } as const;

const harmlessTools =
  'list_dir get_errors get_changed_files get_terminal_output terminal_last_command terminal_selection get_search_view_results ' +
  'list_code_usages vscode_listCodeUsages test_search fetch_webpage github_repo open_simple_browser get_vscode_api memory ' +
  'manage_todo_list get_project_setup_info resolve_memory_file_uri view_image tool_search tool_search_tool_regex ' +
  'copilot_getNotebookSummary read_notebook_cell_output get_task_output vscode_get_project_setup_info vscode_getProblems';

/** VS Code's own agent, in the form that its Local sessions send. Sessions of the Copilot harness speak as Copilot CLI. */
export const vscode: Dialect = {
  name: 'vscode',
  title: 'VS Code agent',
  readAt: '1.127 (documentation of October 2026)',
  recognises: (payload, env) =>
    (typeof payload.hookEventName === 'string' && !('toolCalls' in payload || 'toolArgs' in payload)) ||
    (typeof payload.timestamp === 'string' &&
      env.COPILOT_CLI !== '1' &&
      env.GEMINI_SESSION_ID === undefined &&
      ('tool_use_id' in payload || 'transcript_path' in payload) &&
      !('stop_reason' in payload || /[/\\]\.(?:copilot|gemini)[/\\]/.test(textOf(payload.transcript_path)))),
  events: sameNames(
    'SessionStart UserPromptSubmit PreToolUse PostToolUse ' + 'PreCompact SubagentStart SubagentStop Stop',
  ),
  fields: {
    hookEventName: 'hook_event_name',
    sessionId: 'session_id',
    toolName: 'tool_name',
    toolInput: 'tool_input',
    toolResponse: 'tool_response',
    toolUseId: 'tool_use_id',
  },
  tools: {
    run_in_terminal: shell(),
    runInTerminal: shell(),
    create_file: write(file),
    createFile: write(file),
    replace_string_in_file: edit(replaced),
    multi_replace_string_in_file: edits('replacements', replaced),
    insert_edit_into_file: edit({ ...file, code: 'new_string' }),
    apply_patch: patch('input', 'patch'),
    edit_notebook_file: notebook({ filePath: 'notebook_path', notebookPath: 'notebook_path', newCode: 'new_source' }),
    read_file: read(file),
    grep_search: search({ query: 'pattern' }),
    semantic_search: search({ query: 'pattern' }),
    file_search: find({ query: 'pattern' }),
    runSubagent: agent({ agentName: 'subagent_type' }),
    vscode_askQuestions: question(),
    ...harmless(harmlessTools),
  },
  serverTool: (name) => {
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? [];
    return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
  },
  settle: (fields) => ({ ...fields, source: fields.source === 'new' ? 'startup' : fields.source }),
  result: ({ tool_response: said, toolResponse }) => ({ output: said ?? toolResponse, exit: 'unknown' }),
  reply(event, answer, { input }) {
    const { decision, reason, updatedInput, context, message } = answer;
    const specific: Record<string, unknown> = { hookEventName: event };
    const wire: Record<string, unknown> = { systemMessage: cappedContext(message) };
    if (event === 'PreToolUse') {
      specific.permissionDecision = decision;
      specific.permissionDecisionReason = decision === undefined ? undefined : (reason ?? '');
      specific.updatedInput = updatedInput === undefined || decision === 'deny' ? undefined : input(updatedInput);
    } else if (decision === 'deny') {
      wire.decision = 'block';
      wire.reason = reason ?? '';
      if (event === 'Stop' || event === 'SubagentStop') Object.assign(specific, wire, { systemMessage: undefined });
    }
    if (takesContext.has(event)) specific.additionalContext = cappedContext(context);
    const said = Object.entries(specific).filter(([, value]) => value !== undefined);
    return json(wire, said.length > 1 ? { hookSpecificOutput: Object.fromEntries(said) } : undefined);
  },
  can: {
    deny: true,
    ask: true,
    approve: true,
    rewrite: true,
    context: true,
    stop: true,
    mask: 'A hook cannot replace the output of a tool.',
  },
  failure: 'the call runs, with a warning.',
  blind: [
    'Hooks do not see text that is sent to a terminal that is already open.',
    'Hooks are not told whether a command succeeded, so test runs of the agent do not count as evidence.',
    'Hooks are not told of a tool that failed.',
  ],
  registration: { ...copilotRegistration, local: undefined, afterwards: 'GitHub Copilot CLI reads the same file.' },
};

const takesContext: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'SessionStart', 'SubagentStart']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
