import {
  type Dialect,
  json,
  maskedText,
  textForModel,
  agent,
  edit,
  find,
  harmless,
  question,
  read,
  search,
  shell,
  write,
} from './dialect';
import { cappedContext } from '../reply';
import { isRecord } from '../json';

const harmlessTools =
  'list_directory read_many_files web_fetch google_web_search write_todos update_topic enter_plan_mode exit_plan_mode ' +
  'activate_skill get_internal_docs complete_task list_background_processes read_background_output list_mcp_resources ' +
  'read_mcp_resource tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency ' +
  'tracker_visualize save_memory cli_help';

/** Google’s Gemini CLI. */
export const gemini: Dialect = {
  name: 'gemini',
  title: 'Gemini CLI',
  readAt: '0.61.0',
  recognises: (payload, env) =>
    /^(?:Before|After)(?:Tool|Agent|Model|ToolSelection)$|^PreCompress$/.test(String(payload.hook_event_name)) ||
    'mcp_context' in payload ||
    (typeof payload.timestamp === 'string' &&
      (env.GEMINI_SESSION_ID !== undefined || /[/\\]\.gemini[/\\]/.test(String(payload.transcript_path)))),
  events: {
    BeforeTool: 'PreToolUse',
    AfterTool: 'PostToolUse',
    BeforeAgent: 'UserPromptSubmit',
    AfterAgent: 'Stop',
    SessionStart: 'SessionStart',
    SessionEnd: 'SessionEnd',
    PreCompress: 'PreCompact',
    Notification: 'Notification',
  },
  fields: { prompt_response: 'last_assistant_message' },
  tools: {
    run_shell_command: shell(),
    write_file: write(),
    replace: edit(),
    read_file: read(),
    grep_search: search(),
    search_file_content: search(),
    glob: find(),
    invoke_agent: agent({ agent_name: 'subagent_type', name: 'subagent_type' }),
    delegate_to_agent: agent({ agent_name: 'subagent_type' }),
    ask_user: question(),
    ...harmless(harmlessTools),
  },
  serverTool: (name, { mcp_context: server }) => {
    if (isRecord(server) && typeof server.server_name === 'string' && typeof server.tool_name === 'string') {
      return `mcp__${server.server_name}__${server.tool_name}`;
    }
    const [, own, tool] = /^mcp_(.+?)_(.+)$/.exec(name) ?? [];
    return own === undefined || tool === undefined ? undefined : `mcp__${own}__${tool}`;
  },
  result: ({ tool_response: said }) => {
    if (!isRecord(said)) return said;
    const output = typeof said.llmContent === 'string' ? said.llmContent : JSON.stringify(said.llmContent ?? '');
    const [, code] = /^Exit Code: (-?\d+)$/m.exec(output) ?? [];
    const stopped = isRecord(said.error) || /^Signal: (?!\(none\))/m.test(output);
    return { output, ...(code === undefined ? (stopped ? { exit_code: 1 } : {}) : { exit_code: Number(code) }) };
  },
  reply(event, answer, { input }) {
    const { decision, reason, updatedInput, message } = answer;
    const systemMessage = cappedContext(message);
    switch (event) {
      case 'PreToolUse': {
        const changed = updatedInput === undefined || decision === 'deny' ? undefined : input(updatedInput);
        return json({
          ...(decision === 'deny' || decision === 'ask' ? { decision, reason: reason ?? '' } : {}),
          systemMessage: systemMessage ?? (decision === 'deny' ? undefined : cappedContext(answer.context)),
          hookSpecificOutput: changed === undefined ? undefined : { hookEventName: 'BeforeTool', tool_input: changed },
        });
      }
      case 'PostToolUse': {
        if (answer.updatedOutput !== undefined) {
          const text = [maskedText(answer.updatedOutput), textForModel(answer)].filter((part) => part !== undefined);
          return json({ decision: 'deny', reason: text.join('\n\n'), systemMessage });
        }
        // A deny would hide what the tool printed, so feedback for the agent is added after the output.
        return json({ systemMessage, ...context('AfterTool', textForModel(answer)) });
      }
      case 'UserPromptSubmit':
        if (decision === 'deny') return json({ decision, reason: reason ?? '', systemMessage });
        return json({ systemMessage, ...context('BeforeAgent', cappedContext(answer.context)) });
      case 'Stop':
        if (decision === 'deny') return json({ decision, reason: reason ?? '', systemMessage });
        return json({ systemMessage: systemMessage ?? cappedContext(answer.context) });
      case 'SessionStart':
        return json({ systemMessage, ...context('SessionStart', cappedContext(answer.context)) });
      default:
        return json({ systemMessage });
    }
  },
  can: {
    deny: true,
    ask: true,
    approve: 'Gemini CLI takes no approval from a hook; its own policy decides.',
    rewrite: true,
    context: true,
    stop: true,
    mask: true,
  },
  failure: 'the call runs, with a warning.',
  blind: ['Hooks are not told when a sub-agent begins or ends.'],
  registration: {
    project: '.gemini/settings.json',
    user: { folder: '.gemini', file: 'settings.json' },
    form: 'groups',
    // PreCompress comes before every request to the model, whether anything is compressed or not.
    events: {
      SessionStart: 'SessionStart',
      SessionEnd: 'SessionEnd',
      UserPromptSubmit: 'BeforeAgent',
      PreToolUse: 'BeforeTool',
      PostToolUse: 'AfterTool',
      Notification: 'Notification',
      Stop: 'AfterAgent',
    },
    handler: (command, seconds) => ({ type: 'command', name: 'gatehouse', command, timeout: seconds * 1000 }),
    afterwards: 'Gemini CLI runs the hooks of a project in folders that you trust.',
  },
};

const context = (hookEventName: string, additionalContext: string | undefined) => ({
  hookSpecificOutput: additionalContext === undefined ? undefined : { hookEventName, additionalContext },
});
