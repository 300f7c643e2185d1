/** Payloads as the clients send them: recorded where a client could be run, from its documentation where it could not. */

type Payload = Readonly<Record<string, unknown>>;

export type Client =
  'claude' | 'vscode' | 'copilot' | 'copilot with Claude’s names' | 'codex' | 'gemini' | 'cursor' | 'opencode';

export type Act =
  | { readonly shell: string }
  | { readonly write: readonly [file: string, content: string] }
  | { readonly edit: readonly [file: string, old: string, next: string] }
  | { readonly patch: string }
  | { readonly read: string }
  | { readonly tool: string; readonly input: Payload };

interface Form {
  readonly call: (tool: string, input: Payload) => Payload;
  readonly shell: (command: string) => readonly [tool: string, input: Payload];
  readonly write?: (file: string, content: string) => readonly [tool: string, input: Payload];
  readonly edit?: (file: string, old: string, next: string) => readonly [tool: string, input: Payload];
  readonly patch?: (text: string) => readonly [tool: string, input: Payload];
  readonly read: (file: string) => readonly [tool: string, input: Payload];
}

const command = (name: string) => (text: string) => [name, { command: text, description: 'd' }] as const;

const form: Readonly<Record<Client, Form>> = {
  claude: {
    call: (tool_name, tool_input) => ({
      session_id: 's',
      transcript_path: '/home/a/.claude/projects/p/s.jsonl',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name,
      tool_input,
      tool_use_id: 'toolu_1',
    }),
    shell: command('Bash'),
    write: (file_path, content) => ['Write', { file_path, content }],
    edit: (file_path, old_string, new_string) => ['Edit', { file_path, old_string, new_string }],
    read: (file_path) => ['Read', { file_path }],
  },
  vscode: {
    call: (tool_name, tool_input) => ({
      timestamp: '2026-11-19T10:11:08.625Z',
      hook_event_name: 'PreToolUse',
      session_id: 'v',
      transcript_path: '/home/a/.config/Code/User/workspaceStorage/1/chat/s.json',
      tool_name,
      tool_input,
      tool_use_id: 'call_1__vscode-1',
    }),
    shell: (text) => ['run_in_terminal', { command: text, description: 'd', explanation: 'e', isBackground: false }],
    write: (filePath, content) => ['create_file', { filePath, content }],
    edit: (filePath, oldString, newString) => ['replace_string_in_file', { filePath, oldString, newString }],
    patch: (input) => ['apply_patch', { input, explanation: 'e' }],
    read: (filePath) => ['read_file', { filePath, startLine: 1, endLine: 9 }],
  },
  copilot: {
    call: (toolName, toolArgs) => ({
      hookName: 'preToolUse',
      sessionId: 'p',
      timestamp: 1795083071146,
      toolName,
      toolArgs,
    }),
    shell: command('bash'),
    write: (path, file_text) => ['create', { path, file_text }],
    edit: (path, old_str, new_str) => ['edit', { path, old_str, new_str }],
    patch: (input) => ['apply_patch', { input }],
    read: (path) => ['view', { path }],
  },
  'copilot with Claude’s names': {
    call: (tool_name, tool_input) => ({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      timestamp: '2026-11-19T10:11:08.625Z',
      tool_name,
      tool_input,
    }),
    shell: command('Bash'),
    write: (path, file_text) => ['Write', { path, file_text }],
    edit: (path, old_str, new_str) => ['Edit', { path, old_str, new_str }],
    patch: (input) => ['Edit', { input }],
    read: (path) => ['Read', { path }],
  },
  codex: {
    call: (tool_name, tool_input) => ({
      session_id: '01a1',
      turn_id: '01a2',
      transcript_path: '/home/a/.codex/sessions/2026/11/19/rollout-2026-11-19T10-10-34-01a1.jsonl',
      hook_event_name: 'PreToolUse',
      model: 'gpt-5.5',
      permission_mode: 'bypassPermissions',
      tool_name,
      tool_input,
      tool_use_id: 'call_2',
    }),
    shell: command('Bash'),
    patch: (text) => ['apply_patch', { command: text }],
    read: (path) => ['view_image', { path }],
  },
  gemini: {
    call: (tool_name, tool_input) => ({
      session_id: 'g',
      transcript_path: '/home/a/.gemini/tmp/project/chats/session-1.jsonl',
      hook_event_name: 'BeforeTool',
      timestamp: '2026-11-19T10:11:56.809Z',
      tool_name,
      tool_input,
    }),
    shell: command('run_shell_command'),
    write: (file_path, content) => ['write_file', { file_path, content }],
    edit: (file_path, old_string, new_string) => ['replace', { file_path, instruction: 'i', old_string, new_string }],
    read: (file_path) => ['read_file', { file_path }],
  },
  cursor: {
    call: (tool_name, tool_input) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      cursor_version: '2.3.1',
      workspace_roots: ['/p'],
      tool_name,
      tool_input,
      tool_use_id: 'abc123',
    }),
    shell: command('Shell'),
    write: (path, contents) => ['Write', { path, contents }],
    edit: (path, old_string, new_string) => ['StrReplace', { path, old_string, new_string }],
    patch: (text) => ['ApplyPatch', { patch: text }],
    read: (path) => ['Read', { path }],
  },
  opencode: {
    call: (tool_name, tool_input) => ({
      client: { name: 'opencode', version: '1.18.34' },
      hook_event_name: 'tool.execute.before',
      session_id: 'ses_1',
      tool_name,
      tool_input,
      tool_use_id: 'call_1',
    }),
    shell: command('bash'),
    write: (filePath, content) => ['write', { filePath, content }],
    edit: (filePath, oldString, newString) => ['edit', { filePath, oldString, newString }],
    patch: (patchText) => ['apply_patch', { patchText }],
    read: (filePath) => ['read', { filePath }],
  },
};

export const clients = Object.keys(form) as Client[];

/** The payload that a client sends before an act; where it has no such tool, the way that it goes about it. */
export function before(client: Client, act: Act | Payload, more: Payload = {}): Payload {
  const { call, shell, write, edit, patch, read } = form[client];
  const made = (entry: readonly [tool: string, input: Payload]) => ({ ...call(...entry), ...more });
  const doing = act as Act;
  if ('tool' in doing) return made([doing.tool, doing.input]);
  if ('shell' in doing) return made(shell(doing.shell));
  if ('read' in doing) return made(read(doing.read));
  if ('patch' in doing) {
    if (patch === undefined) throw new Error(`${client} has no patches`);
    return made(patch(doing.patch));
  }
  if ('write' in doing) {
    const [file, content] = doing.write;
    const lines = content.split('\n').map((line) => `+${line}`);
    return made(write?.(file, content) ?? patched(patch, [`*** Add File: ${file}`, ...lines]));
  }
  const [file, old, next] = doing.edit;
  const lines = [...old.split('\n').map((line) => `-${line}`), ...next.split('\n').map((line) => `+${line}`)];
  return made(edit?.(file, old, next) ?? patched(patch, [`*** Update File: ${file}`, '@@', ...lines]));
}

function patched(patch: Form['patch'], lines: readonly string[]): readonly [tool: string, input: Payload] {
  if (patch === undefined) throw new Error('no way to change a file');
  return patch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'));
}

/** Other events, each with the marks that its client puts on it. */
export const payloads: readonly (readonly [client: Client, payload: Payload])[] = [
  ...clients.map((client) => [client, before(client, { shell: 'ls' })] as const),
  [
    'copilot with Claude’s names',
    {
      hook_event_name: 'SessionStart',
      session_id: 's',
      timestamp: 't',
      cwd: '/p',
      source: 'new',
      initial_prompt: 'go',
    },
  ],
  [
    'copilot with Claude’s names',
    {
      hook_event_name: 'Stop',
      session_id: 's',
      timestamp: 't',
      transcript_path: '/home/a/.copilot/session-state/1/events.jsonl',
      stop_reason: 'end_turn',
      stop_hook_active: false,
    },
  ],
  [
    'copilot',
    { hookName: 'permissionRequest', sessionId: 's', timestamp: 1, toolName: 'bash', toolInput: { command: 'ls' } },
  ],
  [
    'gemini',
    {
      session_id: 's',
      transcript_path: '/home/a/.gemini/tmp/project/chats/session-1.jsonl',
      hook_event_name: 'SessionStart',
      timestamp: 't',
      source: 'startup',
    },
  ],
  [
    'vscode',
    {
      timestamp: 't',
      hook_event_name: 'SessionStart',
      session_id: 's',
      source: 'new',
      transcript_path: '/w/chat.json',
    },
  ],
  [
    'codex',
    {
      session_id: 's',
      transcript_path: '/x/rollout-1.jsonl',
      hook_event_name: 'SessionStart',
      model: 'm',
      source: 'startup',
    },
  ],
];

/** What an event is called by each client, and what its payload has beside the marks. */
const names: Readonly<Record<Client, Readonly<Record<'after' | 'start' | 'prompt' | 'stop', string>>>> = {
  claude: { after: 'PostToolUse', start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' },
  vscode: { after: 'PostToolUse', start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' },
  copilot: { after: 'postToolUse', start: 'sessionStart', prompt: 'userPromptSubmitted', stop: 'agentStop' },
  'copilot with Claude’s names': {
    after: 'PostToolUse',
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    stop: 'Stop',
  },
  codex: { after: 'PostToolUse', start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' },
  gemini: { after: 'AfterTool', start: 'SessionStart', prompt: 'BeforeAgent', stop: 'AfterAgent' },
  cursor: { after: 'postToolUse', start: 'sessionStart', prompt: 'beforeSubmitPrompt', stop: 'stop' },
  opencode: { after: 'tool.execute.after', start: 'session.created', prompt: 'chat.message', stop: 'session.idle' },
};

/** The payload that a client sends when a session begins, a prompt is sent or a turn ends. */
export function moment(client: Client, what: 'start' | 'prompt' | 'stop', more: Payload = {}): Payload {
  const ofTools: readonly string[] = ['tool_name', 'tool_input', 'toolName', 'toolArgs', 'tool_use_id'];
  const marks = Object.fromEntries(
    Object.entries(form[client].call('', {})).filter(([name]) => !ofTools.includes(name)),
  );
  const key = 'hookName' in marks ? 'hookName' : 'hook_event_name';
  return { ...marks, [key]: names[client][what], source: 'startup', ...more };
}

/** The payload that a client sends after an act, with what the tool printed. */
export function afterwards(client: Client, act: Act, output: string): Payload {
  const result: Payload =
    client === 'copilot'
      ? { toolResult: { resultType: 'success', textResultForLlm: output } }
      : client === 'copilot with Claude’s names'
        ? { tool_result: { result_type: 'success', text_result_for_llm: output } }
        : client === 'gemini'
          ? { tool_response: { llmContent: output, returnDisplay: output } }
          : client === 'cursor'
            ? { tool_output: JSON.stringify({ exitCode: 0, stdout: output }) }
            : client === 'opencode'
              ? { tool_response: { output, metadata: { exit: 0 } } }
              : { tool_response: client === 'claude' ? { stdout: output, stderr: '' } : output };
  const payload = before(client, act);
  const key = 'hookName' in payload ? 'hookName' : 'hook_event_name';
  return { ...payload, ...result, [key]: names[client].after };
}
