import assert from 'node:assert/strict';
import { readCall, isToolCall, type Call } from '../../../src/hooks/protocol/call';
import { eventNames } from '../../../src/hooks/protocol/events';
import { editOf } from '../../../src/hooks/protocol/tools';

/** What every payload of the newest client carries. */
const common = {
  session_id: 'session-1',
  transcript_path: '/home/a/.claude/projects/p/session-1.jsonl',
  cwd: '/p',
  prompt_id: 'prompt-1',
  permission_mode: 'acceptEdits',
};

function call(event: string | undefined, fields: Readonly<Record<string, unknown>> = {}): Call {
  const read = readCall(
    { ...common, ...(event === undefined ? {} : { hook_event_name: event }), ...fields },
    undefined,
    '/here',
  );
  if ('problem' in read) assert.fail(read.problem);
  return read;
}

/** The fields of a call that a test is about. */
const pick = (one: Call, ...keys: string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, (one as unknown as Record<string, unknown>)[key]]));

describe('reading a payload', () => {
  it('gives every event what all payloads carry', () => {
    for (const event of eventNames) {
      const one = call(event, event.startsWith('P') && event.includes('ToolUse') ? { tool_name: 'Bash' } : {});
      assert.deepEqual(
        pick(one, 'event', 'sessionId', 'cwd', 'promptId', 'permissionMode', 'transcriptPath', 'dialect'),
        {
          event,
          sessionId: 'session-1',
          cwd: '/p',
          promptId: 'prompt-1',
          permissionMode: 'acceptEdits',
          transcriptPath: common.transcript_path,
          dialect: 'claude',
        },
      );
    }
  });

  it('drops a field of the wrong type and keeps every other one', () => {
    const one = call('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      prompt_id: 7,
      agent_id: null,
      scratchpad_dir: '/s',
    });
    assert.deepEqual(pick(one, 'promptId', 'agentId', 'scratchpadDir', 'tool', 'input'), {
      promptId: undefined,
      agentId: undefined,
      scratchpadDir: '/s',
      tool: 'Bash',
      input: { command: 'ls' },
    });
    assert.deepEqual(pick(call('PreToolUse', { tool_name: 'Bash', tool_input: 'ls' }), 'input'), { input: {} });
  });

  const shapes: readonly {
    name: string;
    event: string;
    fields: Readonly<Record<string, unknown>>;
    reads: Readonly<Record<string, unknown>>;
  }[] = [
    {
      name: 'a shell command before it runs',
      event: 'PreToolUse',
      fields: { tool_name: 'Bash', tool_input: { command: 'ls', description: 'list' }, tool_use_id: 'toolu_1' },
      reads: { tool: 'Bash', input: { command: 'ls', description: 'list' }, toolUseId: 'toolu_1', agentId: undefined },
    },
    {
      name: 'a shell command inside a sub-agent',
      event: 'PreToolUse',
      fields: { tool_name: 'Bash', tool_input: { command: 'ls' }, agent_id: 'a1', agent_type: 'general-purpose' },
      reads: { agentId: 'a1', agentType: 'general-purpose' },
    },
    {
      name: 'a shell command after it ran',
      event: 'PostToolUse',
      fields: {
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: { stdout: 'a', stderr: '', interrupted: false, isImage: false },
        duration_ms: 31,
      },
      reads: { response: { stdout: 'a', stderr: '', interrupted: false, isImage: false }, durationMs: 31 },
    },
    {
      name: 'a response under its former name',
      event: 'PostToolUse',
      fields: { tool_name: 'Bash', tool_output: 'text' },
      reads: { response: 'text' },
    },
    {
      name: 'an MCP answer in blocks',
      event: 'PostToolUse',
      fields: {
        tool_name: 'mcp__codex__codex',
        tool_input: { prompt: 'hi' },
        tool_response: [{ type: 'text', text: 'hello' }],
      },
      reads: { tool: 'mcp__codex__codex', response: [{ type: 'text', text: 'hello' }] },
    },
    {
      name: 'a failure in words',
      event: 'PostToolUseFailure',
      fields: { tool_name: 'Bash', tool_input: {}, error: 'Exit code 3\nbad', is_interrupt: false },
      reads: { error: 'Exit code 3\nbad', isInterrupt: false },
    },
    {
      name: 'a failure that is an object',
      event: 'PostToolUseFailure',
      fields: { tool_name: 'Bash', error: { code: 3 }, is_interrupt: true },
      reads: { error: '{"code":3}', isInterrupt: true },
    },
    {
      name: 'the former name of the agent tool',
      event: 'PreToolUse',
      fields: { tool_name: 'Task', tool_input: { subagent_type: 'x' } },
      reads: { tool: 'Agent' },
    },
    { name: 'a prompt', event: 'UserPromptSubmit', fields: { prompt: 'do it' }, reads: { prompt: 'do it' } },
    { name: 'a start', event: 'SessionStart', fields: { source: 'compact' }, reads: { source: 'compact' } },
    { name: 'a start without a source', event: 'SessionStart', fields: {}, reads: { source: 'startup' } },
    { name: 'an end', event: 'SessionEnd', fields: { reason: 'clear' }, reads: { reason: 'clear' } },
    {
      name: 'a stop with work in the background',
      event: 'Stop',
      fields: {
        stop_hook_active: true,
        last_assistant_message: 'done',
        background_tasks: [{ id: 'x', type: 'subagent', status: 'running' }],
      },
      reads: {
        stopHookActive: true,
        lastAssistantMessage: 'done',
        backgroundTasks: [{ id: 'x', type: 'subagent', status: 'running' }],
      },
    },
    {
      name: 'a stop of an old client',
      event: 'Stop',
      fields: { response: 'done' },
      reads: { stopHookActive: false, lastAssistantMessage: 'done', backgroundTasks: [] },
    },
    {
      name: 'a stop of a sub-agent',
      event: 'SubagentStop',
      fields: { agent_id: 'a1', agent_type: 'Plan', last_assistant_message: 'plan', stop_hook_active: false },
      reads: { agentId: 'a1', agentType: 'Plan', lastAssistantMessage: 'plan' },
    },
    {
      name: 'a sub-agent of an old client',
      event: 'SubagentStart',
      fields: { subagent_type: 'Explore' },
      reads: { agentType: 'Explore' },
    },
    {
      name: 'a notification',
      event: 'Notification',
      fields: { message: 'waiting', notification_type: 'idle_prompt' },
      reads: { message: 'waiting', title: '', notificationType: 'idle_prompt' },
    },
  ];
  for (const { name, event, fields, reads } of shapes) {
    it(`reads ${name}`, () => {
      assert.deepEqual(pick(call(event, fields), ...Object.keys(reads)), reads);
    });
  }

  it('takes event and directory from the registration where the payload has none', () => {
    const read = readCall({ session_id: 's', prompt: 'p' }, 'UserPromptSubmit', '/here');
    assert.ok(!('problem' in read));
    assert.deepEqual([read.event, read.cwd], ['UserPromptSubmit', '/here']);
  });

  it('D9 believes the registration rather than the payload', () => {
    const payload = { hook_event_name: 'Stop', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const read = readCall(payload, 'PreToolUse', '/here');
    assert.ok(!('problem' in read));
    assert.equal(read.event, 'PreToolUse');
  });

  it('lets single fields of a wrong type fall away and keeps every unknown key', () => {
    const one = call('PreToolUse', {
      tool_name: 'Bash',
      tool_input: 'ls',
      tool_use_id: 7,
      cwd: 3,
      effort: { level: 'high' },
    });
    assert.ok(isToolCall(one));
    assert.deepEqual(pick(one, 'input', 'toolUseId', 'cwd'), { input: {}, toolUseId: undefined, cwd: '/here' });
    assert.deepEqual(one.raw.effort, { level: 'high' });
  });

  const unreadable: readonly (readonly [name: string, payload: unknown, event: string | undefined, problem: RegExp])[] =
    [
      ['a list', [], 'Stop', /not a JSON object/],
      ['nothing', null, 'Stop', /not a JSON object/],
      ['a text', 'x', 'Stop', /not a JSON object/],
      ['an unknown event', { hook_event_name: 'Lunch' }, undefined, /unknown event "Lunch"/],
      ['no event at all', {}, undefined, /unknown event ""/],
      ['a name from the prototype', { hook_event_name: 'constructor' }, undefined, /unknown event "constructor"/],
      ['a tool call without a tool', { hook_event_name: 'PreToolUse' }, undefined, /PreToolUse without tool_name/],
    ];
  for (const [name, payload, event, problem] of unreadable) {
    it(`says why it cannot read ${name}`, () => {
      const read = readCall(payload, event);
      assert.ok('problem' in read);
      assert.match(read.problem, problem);
    });
  }
});

describe('what an edit tool changes', () => {
  const edits: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>, edit: unknown])[] = [
    ['Write', { file_path: '/a', content: 'x' }, { path: '/a', extent: 'whole', texts: ['x'], replaced: [] }],
    ['Write', { file_path: '/a' }, { path: '/a', extent: 'whole', texts: [''], replaced: [] }],
    ['Write', { content: 'x' }, undefined],
    ['Write', { file_path: 7 }, undefined],
    [
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true },
      { path: '/a', extent: 'part', texts: ['y'], replaced: ['x'] },
    ],
    [
      'MultiEdit',
      {
        file_path: '/a',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: 'v', new_string: 'w' },
        ],
      },
      { path: '/a', extent: 'part', texts: ['y', 'w'], replaced: ['x', 'v'] },
    ],
    ['MultiEdit', { file_path: '/a', edits: 'x' }, { path: '/a', extent: 'part', texts: [], replaced: [] }],
    [
      'NotebookEdit',
      { notebook_path: '/a.ipynb', new_source: 'x' },
      { path: '/a.ipynb', extent: 'part', texts: ['x'], replaced: [] },
    ],
    ['Bash', { file_path: '/a', command: 'ls' }, undefined],
  ];
  for (const [tool, input, edit] of edits) {
    it(`${tool} ${JSON.stringify(input)}`, () => {
      const one = call('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(isToolCall(one));
      assert.deepEqual(editOf(one), edit);
    });
  }
});
