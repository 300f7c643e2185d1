import {
  type Dialect,
  json,
  maskedText,
  textForModel,
  agent,
  edit,
  find,
  harmless,
  patch,
  question,
  read,
  search,
  shell,
  words,
  write,
  type ToolForm,
  sameNames,
} from './dialect';
import { cappedContext } from '../reply';

/** A command as text or as a list of words, whichever field holds it. */
const command: ToolForm = shell({ cmd: 'command' }, (input) => {
  const line = Array.isArray(input.command) ? words(input.command) : input.command;
  return typeof line === 'string' ? { ...input, command: line } : undefined;
});

const harmlessTools =
  'update_plan view_image request_user_input get_goal create_goal update_goal web_search tool_search clock wait ' +
  'list_mcp_resources list_mcp_resource_templates read_mcp_resource list_dir close_agent wait_agent list_agents resume_agent';

/** OpenAI Codex: its hooks have the form of Claude Code's, read more strictly. */
export const codex: Dialect = {
  name: 'codex',
  title: 'Codex',
  readAt: '0.169.0',
  recognises: (payload) =>
    ('turn_id' in payload && 'session_id' in payload && !('message_id' in payload)) ||
    /[/\\]rollout-[^/\\]+\.jsonl$/.test(typeof payload.transcript_path === 'string' ? payload.transcript_path : ''),
  events: sameNames(
    'SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest ' +
      'PostToolUse PreCompact PostCompact SubagentStart SubagentStop Stop',
  ),
  fields: { turn_id: 'prompt_id' },
  tools: {
    Bash: command,
    exec_command: command,
    shell: command,
    shell_command: command,
    local_shell: command,
    container_exec: command,
    'container.exec': command,
    unified_exec: command,
    write_stdin: shell({ chars: 'command', input: 'command' }),
    apply_patch: patch('command', 'input', 'patch'),
    Edit: edit({}, (input) => patch('command', 'input', 'patch').read?.(input) ?? input),
    Write: write({}, (input) => patch('command', 'input', 'patch').read?.(input) ?? input),
    read_file: read({ path: 'file_path' }),
    grep_files: search(),
    glob: find(),
    spawn_agent: agent({ agent_type: 'subagent_type', message: 'prompt' }),
    send_input: agent({ message: 'prompt' }),
    ask_user: question(),
    ...harmless(harmlessTools),
  },
  result: (payload) => ({ output: payload.tool_response, exit: 'unknown' }),
  /** A field that the event does not know makes it throw the whole answer away. */
  reply(event, answer, { input }) {
    const { decision, reason, updatedInput, message } = answer;
    const systemMessage = cappedContext(message);
    if (event === 'PreToolUse') {
      const context = { additionalContext: cappedContext(answer.context) };
      const refused = { permissionDecision: 'deny', permissionDecisionReason: reason ?? '', ...context };
      const changed = { permissionDecision: 'allow', updatedInput: input(updatedInput ?? {}), ...context };
      const specific = decision === 'deny' ? refused : updatedInput === undefined ? context : changed;
      const speaks = Object.values(specific).some((value) => value !== undefined);
      return json({ systemMessage, hookSpecificOutput: speaks ? { hookEventName: event, ...specific } : undefined });
    }
    if (event === 'PermissionRequest') return json({ systemMessage });
    if (event === 'PostToolUse' && answer.updatedOutput !== undefined) {
      const text = [maskedText(answer.updatedOutput), textForModel(answer)].filter((part) => part !== undefined);
      return json({ decision: 'block', reason: text.join('\n\n'), systemMessage });
    }
    const blocked = decision === 'deny' && blockable.has(event) ? { decision: 'block', reason: reason ?? '' } : {};
    const context = takesContext.has(event) ? cappedContext(answer.context) : undefined;
    const undelivered = takesContext.has(event) ? undefined : cappedContext(answer.context);
    return json({
      ...blocked,
      systemMessage: systemMessage ?? undelivered,
      hookSpecificOutput: context === undefined ? undefined : { hookEventName: event, additionalContext: context },
    });
  },
  can: {
    deny: true,
    ask: 'A hook cannot ask a question in Codex: what a person should confirm first is blocked, and the person can allow it once.',
    approve: 'Codex takes no approval from a hook; its own sandbox and approval policy decide.',
    rewrite: true,
    context: true,
    stop: true,
    mask: true,
  },
  failure: 'the call runs.',
  numbersCalls: true,
  typesUnseen: 'write_stdin',
  blind: [
    'Hooks do not see what is typed into a running command (write_stdin), so shells and interpreters that wait for input are blocked.',
    'Hooks are not told whether a command succeeded, so test runs of the agent do not count as evidence.',
  ],
  registration: {
    project: '.codex/hooks.json',
    beside: ['.codex/config.toml'],
    user: { variable: 'CODEX_HOME', folder: '.codex', file: 'hooks.json' },
    form: 'groups',
    events: sameNames(
      'SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse ' + 'SubagentStart SubagentStop PreCompact Stop',
    ),
    handler: (command, timeout) => ({ type: 'command', command, timeout }),
    afterwards:
      'Codex runs no hook that you have not reviewed: start it and enter /hooks. A project’s hooks also need the project to be trusted.',
  },
};

const blockable: ReadonlySet<string> = new Set(['PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop']);
const takesContext: ReadonlySet<string> = new Set(['PostToolUse', 'UserPromptSubmit', 'SessionStart', 'SubagentStart']);
