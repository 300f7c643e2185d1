import { type Answer, cappedContext } from '../reply';
import {
  type Dialect,
  json,
  maskedText,
  type Payload,
  type Registration,
  textForModel,
  agent,
  edit,
  find,
  harmless,
  patch,
  powershell,
  question,
  read,
  search,
  shell,
  write,
  sameNames,
} from './dialect';
import { isRecord, parseJson } from '../json';

const file = { path: 'file_path' } as const;
const create = write({ ...file, file_text: 'content' });
const replace = edit({ ...file, old_str: 'old_string', new_str: 'new_string' });

const harmlessTools =
  'update_todo TodoWrite report_intent web_fetch WebFetch web_search WebSearch list_bash stop_bash read_bash read_powershell ' +
  'stop_powershell list_powershell read_agent list_agents write_agent skill sql store_memory vote_memory show_file ' +
  'fetch_copilot_cli_documentation exit_plan_mode task_complete tool_search';

/** VS Code's own agent reads the same files. */
export const copilotRegistration: Registration = {
  local: '.github/copilot/settings.local.json',
  project: '.github/hooks/gatehouse.json',
  beside: [
    '.github/hooks/*.json',
    '.github/copilot/settings.json',
    '.copilot/hooks/*.json',
    '.copilot/settings.json',
    '.copilot/config.json',
  ],
  user: { variable: 'COPILOT_HOME', folder: '.copilot', file: 'hooks/gatehouse.json' },
  form: 'list',
  events: sameNames(
    'SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse ' +
      'PostToolUseFailure SubagentStart SubagentStop PreCompact Stop',
  ),
  handler: (command, timeout) => ({ type: 'command', command, timeout }),
  afterwards: 'The hooks of a project run in folders that you trust. VS Code’s agent reads the same file.',
};

/** GitHub Copilot CLI, and the Copilot harness of VS Code's Agent Host, which is the same runtime. */
export const copilot: Dialect = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  readAt: '1.0.102',
  recognises: (payload, env) =>
    'toolArgs' in payload ||
    'toolCalls' in payload ||
    'tool_result' in payload ||
    'initial_prompt' in payload ||
    'stop_reason' in payload ||
    (typeof payload.sessionId === 'string' && typeof payload.timestamp === 'number') ||
    (env.COPILOT_CLI === '1' && 'timestamp' in payload),
  version: (_, env) => env.COPILOT_CLI_BINARY_VERSION,
  events: {
    sessionStart: 'SessionStart',
    sessionEnd: 'SessionEnd',
    userPromptSubmitted: 'UserPromptSubmit',
    preToolUse: 'PreToolUse',
    postToolUse: 'PostToolUse',
    postToolUseFailure: 'PostToolUseFailure',
    permissionRequest: 'PermissionRequest',
    agentStop: 'Stop',
    subagentStart: 'SubagentStart',
    subagentStop: 'SubagentStop',
    preCompact: 'PreCompact',
    notification: 'Notification',
    ...sameNames(
      'SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure ' +
        'PermissionRequest Stop SubagentStart SubagentStop PreCompact Notification',
    ),
  },
  fields: {
    hookName: 'hook_event_name',
    hookEventName: 'hook_event_name',
    sessionId: 'session_id',
    transcriptPath: 'transcript_path',
    toolName: 'tool_name',
    toolArgs: 'tool_input',
    toolInput: 'tool_input',
    toolUseId: 'tool_use_id',
    customInstructions: 'custom_instructions',
    agentId: 'agent_id',
    agentType: 'agent_type',
    agentName: 'agent_type',
    agent_name: 'agent_type',
    response: 'last_assistant_message',
  },
  tools: {
    bash: shell(),
    Bash: shell(),
    powershell: powershell(),
    write_bash: shell({ input: 'command' }),
    write_powershell: powershell({ input: 'command' }),
    create,
    Write: create,
    edit: replace,
    str_replace_editor: replace,
    // A client that hooks are registered with under its other names calls a patch an edit.
    Edit: edit({ ...file, old_str: 'old_string', new_str: 'new_string' }, patchOr),
    apply_patch: patch('input', 'patch'),
    view: read(file),
    Read: read(file),
    grep: search(),
    rg: search(),
    Grep: search(),
    glob: find(),
    Glob: find(),
    task: agent({ agent_type: 'subagent_type' }),
    Agent: agent({ agent_type: 'subagent_type' }),
    ask_user: question(),
    AskUserQuestion: question(),
    ...harmless(harmlessTools),
  },
  /** Names `server-tool`; nothing in the payload tells them from the client's own. */
  serverTool: (name) => {
    const [, server, tool] = /^(?:mcp__)?([\w.]+)(?:__|-)([\w-]+)$/.exec(name) ?? [];
    return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
  },
  vagueServers: true,
  settle: (fields, payload) => ({
    ...fields,
    ...single(payload),
    source: fields.source === 'new' ? 'startup' : fields.source,
  }),
  result: ({ tool_result: one, toolResult }) => {
    const said = one ?? toolResult;
    const output: unknown = isRecord(said) ? (said.text_result_for_llm ?? said.textResultForLlm) : said;
    if (typeof output !== 'string') return output;
    const [, code] = /<(?:shellId: \S+ completed|exited|command exited) with exit code (-?\d+)>\s*$/.exec(output) ?? [];
    return { output, ...(code === undefined ? {} : { exit_code: Number(code) }) };
  },
  reply(event, answer, { payload, input }) {
    const camel = 'sessionId' in payload;
    const { decision, reason, updatedInput, message } = answer;
    const changed = updatedInput === undefined || decision === 'deny' ? undefined : input(updatedInput);
    const said = progress(message);
    if (event === 'PreToolUse') {
      const why = decision === undefined ? undefined : (reason ?? '');
      if (camel) {
        return said(
          json({
            permissionDecision: decision,
            permissionDecisionReason: why,
            modifiedArgs: changed,
            ...context(answer),
          }),
        );
      }
      const specific = {
        hookEventName: event,
        permissionDecision: decision,
        permissionDecisionReason: why,
        updatedInput: changed,
        ...context(answer),
      };
      const speaks = Object.values(specific).filter((value) => value !== undefined).length > 1;
      return said(json({ hookSpecificOutput: speaks ? specific : undefined }));
    }
    if (event === 'Stop' || event === 'SubagentStop') {
      return said(json(decision === 'deny' ? { decision: 'block', reason: reason ?? '' } : undefined));
    }
    const masked =
      answer.updatedOutput === undefined
        ? undefined
        : { resultType: 'success', textResultForLlm: maskedText(answer.updatedOutput) };
    return said(json({ modifiedResult: masked, additionalContext: textForModel(answer) }));
  },
  can: { deny: true, ask: true, approve: true, rewrite: true, context: true, stop: true, mask: true },
  failure: 'the call is blocked; if the hook takes too long, the call runs.',
  blind: ['A hook cannot block a prompt.'],
  registration: copilotRegistration,
};

const context = ({ context: text }: Answer) => ({ additionalContext: cappedContext(text) });

/** A line for the person, shown in the timeline; it comes before the answer. */
const progress =
  (message: string | undefined) =>
  (reply: ReturnType<typeof json>): ReturnType<typeof json> => {
    const text = cappedContext(message);
    if (text === undefined) return reply;
    return { ...reply, stdout: `${JSON.stringify({ type: 'progress', message: text })}\n${reply.stdout}` };
  };

/** A patch under the name of an edit; anything else is one. */
function patchOr(input: Payload): Payload | undefined {
  const text = [input.input, input.patch].find((value) => typeof value === 'string');
  return text === undefined ? input : patch('input', 'patch').read?.(input);
}

/** A list with one call is read as that call; with more it counts as an unknown tool. */
function single({ toolCalls }: Payload): Payload {
  if (!Array.isArray(toolCalls)) return {};
  const [only, ...more] = toolCalls as unknown[];
  if (!isRecord(only) || more.length > 0) return {};
  const args = only.args ?? only.toolArgs ?? only.arguments ?? only.input;
  return {
    tool_name: only.name ?? only.toolName,
    tool_input: typeof args === 'string' ? (parseJson(args) ?? args) : args,
  };
}
