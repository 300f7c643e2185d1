import {
  type Dialect,
  json,
  type Payload,
  textForModel,
  agent,
  edit,
  edits,
  find,
  harmless,
  patch,
  question,
  read,
  search,
  shell,
  write,
  sameNames,
} from './dialect';
import { cappedContext } from '../reply';
import { isRecord, parseJson } from '../json';

const file = { path: 'file_path', target_file: 'file_path' } as const;
const content = { ...file, contents: 'content', fileText: 'content', file_text: 'content' } as const;
const replaced = { ...file, old_str: 'old_string', new_str: 'new_string', code_edit: 'new_string' } as const;
const removal = write(file, (input) => ({ ...input, content: '' }));

const harmlessTools =
  'LS List TodoWrite WebSearch WebFetch ReadLints CreatePlan SwitchMode FetchMcpResource ListMcpResources Await ' +
  'GenerateImage SemanticSearch';

/** Cursor. Its hooks have their own names; it also runs those of Claude Code’s settings, if the person turned that on. */
export const cursor: Dialect = {
  name: 'cursor',
  title: 'Cursor',
  readAt: '2.x (documentation of 2026)',
  recognises: (payload) =>
    'cursor_version' in payload ||
    ('conversation_id' in payload && ('workspace_roots' in payload || 'generation_id' in payload)),
  version: ({ cursor_version: said }, env) => (typeof said === 'string' ? said : env.CURSOR_VERSION),
  events: {
    preToolUse: 'PreToolUse',
    postToolUse: 'PostToolUse',
    postToolUseFailure: 'PostToolUseFailure',
    beforeShellExecution: 'PreToolUse',
    beforeMCPExecution: 'PreToolUse',
    beforeReadFile: 'PreToolUse',
    afterShellExecution: 'PostToolUse',
    afterMCPExecution: 'PostToolUse',
    afterFileEdit: 'PostToolUse',
    beforeSubmitPrompt: 'UserPromptSubmit',
    stop: 'Stop',
    subagentStart: 'SubagentStart',
    subagentStop: 'SubagentStop',
    sessionStart: 'SessionStart',
    sessionEnd: 'SessionEnd',
    preCompact: 'PreCompact',
    ...sameNames(
      'PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit Stop ' +
        'SubagentStop SessionStart SessionEnd PreCompact',
    ),
  },
  fields: {
    conversation_id: 'session_id',
    generation_id: 'prompt_id',
    error_message: 'error',
    subagent_type: 'agent_type',
    subagent_id: 'agent_id',
    summary: 'last_assistant_message',
    duration: 'duration_ms',
  },
  tools: {
    Shell: shell(),
    Bash: shell(),
    Write: write(content),
    TabWrite: write(content),
    StrReplace: edit(replaced),
    Edit: edit(replaced),
    MultiEdit: edits('edits', replaced, file),
    EditNotebook: edit({ target_notebook: 'file_path', ...replaced }),
    ApplyPatch: patch('patch', 'input'),
    Delete: removal,
    delete_file: removal,
    run_terminal_cmd: shell(),
    edit_file: edit(replaced),
    search_replace: edit(replaced),
    Read: read(file),
    TabRead: read(file),
    Grep: search(),
    Glob: find({ glob_pattern: 'pattern' }),
    Task: agent(),
    AskQuestion: question(),
    ...harmless(harmlessTools),
  },
  serverTool: (name) => {
    const [, server, tool] = /^MCP:(?:([^:]+):)?(.+)$/.exec(name) ?? [];
    return tool === undefined ? undefined : `mcp__${server ?? 'cursor'}__${tool}`;
  },
  settle(fields, payload) {
    const roots: unknown = payload.workspace_roots;
    const [root] = Array.isArray(roots) ? (roots as unknown[]) : [];
    const active = Number(payload.loop_count ?? 0) > 0;
    return {
      ...fields,
      ...single(payload),
      cwd: [payload.cwd, root].find((value) => typeof value === 'string' && value !== ''),
      stop_hook_active: fields.stop_hook_active ?? active,
    };
  },
  result: ({ tool_output: said, output, result_json: server }) => {
    const text = said ?? output ?? server;
    if (typeof text !== 'string') return text;
    const result = parseJson(text);
    if (isRecord(result) && typeof result.exitCode === 'number') return { ...result, exit_code: result.exitCode };
    return { output: text, ...(said === undefined && server === undefined ? { exit: 'unknown' } : {}) };
  },
  reply(event, answer, { payload, input }) {
    const { decision, reason, updatedInput, message } = answer;
    const refused = decision === 'deny';
    const user_message = cappedContext(refused ? reason : message);
    switch (event) {
      case 'PreToolUse': {
        if (refused) return json({ permission: 'deny', user_message, agent_message: reason ?? '' });
        const changed = updatedInput === undefined ? undefined : input(updatedInput);
        return changed === undefined ? json({}) : json({ permission: 'allow', updated_input: changed });
      }
      case 'UserPromptSubmit':
        return json(refused ? { continue: false, user_message } : {});
      case 'Stop':
      case 'SubagentStop':
        return json(refused && payload.status !== 'aborted' ? { followup_message: reason ?? '' } : {});
      case 'PostToolUse':
      case 'SessionStart':
        return json({ additional_context: textForModel(answer) });
      default:
        return json({ user_message: cappedContext(message) });
    }
  },
  can: {
    deny: true,
    ask: 'Cursor ignores a question before a tool: what a person should confirm first is blocked, and the person can allow it once.',
    approve: 'Cursor takes no approval that skips its own prompt.',
    rewrite: true,
    context: 'Hooks can tell the model something only after a tool and when a session begins.',
    stop: 'The end of a turn can be held only by a follow-up message, five times at most.',
    mask: 'Hooks can replace only the output of MCP tools.',
  },
  failure: 'the call is blocked, because the entry says failClosed.',
  blind: ['Hooks see edits by Tab completions only after they are made.'],
  registration: {
    project: '.cursor/hooks.json',
    user: { folder: '.cursor', file: 'hooks.json' },
    form: 'list',
    events: {
      SessionStart: 'sessionStart',
      SessionEnd: 'sessionEnd',
      UserPromptSubmit: 'beforeSubmitPrompt',
      PreToolUse: 'preToolUse',
      PostToolUse: 'postToolUse',
      PostToolUseFailure: 'postToolUseFailure',
      SubagentStop: 'subagentStop',
      PreCompact: 'preCompact',
      Stop: 'stop',
    },
    handler: (command, timeout, event) => ({
      command,
      timeout,
      ...(event === 'PreToolUse' ? { failClosed: true } : {}),
    }),
    afterwards: 'Cursor runs the hooks of a project in workspaces that you trust.',
  },
};

/** The hooks of one kind of act name no tool. */
function single(payload: Payload): Payload {
  switch (payload.hook_event_name) {
    case 'beforeShellExecution':
    case 'afterShellExecution':
      return { tool_name: 'Shell', tool_input: { command: payload.command, working_directory: payload.cwd } };
    case 'beforeMCPExecution':
    case 'afterMCPExecution':
      return { tool_name: `MCP:${String(payload.tool_name)}`, tool_input: parsed(payload.tool_input) };
    case 'beforeReadFile':
      return { tool_name: 'Read', tool_input: { file_path: payload.file_path } };
    case 'afterFileEdit':
      return { tool_name: 'MultiEdit', tool_input: { file_path: payload.file_path, edits: payload.edits } };
    default:
      return {};
  }
}

const parsed = (value: unknown): unknown =>
  typeof value === 'string' ? (parseJson(value) ?? { input: value }) : value;
