import assert from 'node:assert/strict';
import { isToolCall, type Call } from '../../../src/hooks/protocol/call';
import { readCall } from '../../../src/hooks/protocol/dialects/read-call';
import { otherDialects } from '../../../src/hooks/protocol/dialects';
import type { Answer } from '../../../src/hooks/protocol/reply';
import { editsOf, shellCommand } from '../../../src/hooks/protocol/tools';
import { before, payloads, type Act, type Client } from './client-payloads';

type Payload = Readonly<Record<string, unknown>>;

const hearing = (payload: Payload, event?: string, client?: string) =>
  readCall(payload, { event, client, env: {}, directory: '/here' });

async function heard(payload: Payload, event?: string, client?: string): Promise<Call> {
  const { call } = await hearing(payload, event, client);
  if ('problem' in call) assert.fail(call.problem);
  return call;
}

/** What gates see of a call, in one line. */
async function seen(payload: Payload, event?: string): Promise<string> {
  const call = await heard(payload, event);
  assert.ok(isToolCall(call), call.event);
  if (call.unknown !== undefined) return `unknown: ${call.unknown}`;
  const edits = editsOf(call).map(
    ({ path, extent, texts, replaced }) => `${path} ${extent} ${JSON.stringify(replaced)} → ${JSON.stringify(texts)}`,
  );
  return `${call.tool}: ${shellCommand(call) ?? edits.join('; ')}`;
}

const patch = [
  '*** Begin Patch',
  '*** Add File: new.ts',
  '+one',
  '+two',
  '*** Update File: old.ts',
  '@@ function a()',
  ' keep',
  '-out',
  '+in',
  '@@',
  '-last',
  '*** Delete File: gone.ts',
  '*** Update File: from.ts',
  '*** Move to: to.ts',
  '@@',
  '-x',
  '+y',
  '*** End Patch',
].join('\n');

const patched = [
  'new.ts whole [] → ["one\\ntwo\\n"]',
  'old.ts part ["keep\\nout","last"] → ["keep\\nin",""]',
  'gone.ts whole [] → [""]',
  'to.ts part ["x"] → ["y"]',
  'from.ts whole [] → [""]',
].join('; ');

const acts: readonly (readonly [client: Client, act: Act | Payload, seen: string])[] = [
  ['claude', { shell: 'ls' }, 'Bash: ls'],
  ['claude', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['claude', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['vscode', { shell: 'ls' }, 'Bash: ls'],
  ['vscode', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['vscode', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['vscode', { patch }, `MultiEdit: ${patched}`],
  ['copilot', { shell: 'ls' }, 'Bash: ls'],
  ['copilot', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['copilot', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['copilot', { patch }, `MultiEdit: ${patched}`],
  ['copilot with Claude’s names', { shell: 'ls' }, 'Bash: ls'],
  ['copilot with Claude’s names', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['copilot with Claude’s names', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['copilot with Claude’s names', { patch }, `MultiEdit: ${patched}`],
  ['codex', { shell: 'ls' }, 'Bash: ls'],
  ['codex', { patch }, `MultiEdit: ${patched}`],
  ['gemini', { shell: 'ls' }, 'Bash: ls'],
  ['gemini', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['gemini', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['cursor', { shell: 'ls' }, 'Bash: ls'],
  ['cursor', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['cursor', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['opencode', { shell: 'ls' }, 'Bash: ls'],
  ['opencode', { write: ['/p/a', 'x'] }, 'Write: /p/a whole [] → ["x"]'],
  ['opencode', { edit: ['/p/a', 'x', 'y'] }, 'Edit: /p/a part ["x"] → ["y"]'],
  ['opencode', { patch }, `MultiEdit: ${patched}`],
  ['codex', { tool: 'exec_command', input: { cmd: 'ls' } }, 'Bash: ls'],
  ['codex', { tool: 'shell', input: { command: ['bash', '-lc', 'ls | wc'] } }, 'Bash: ls | wc'],
  ['codex', { tool: 'shell', input: { command: ['git', 'commit', '-m', 'a b'] } }, "Bash: git commit -m 'a b'"],
  ['codex', { tool: 'write_stdin', input: { session_id: 1, chars: 'rm -rf /\n' } }, 'Bash: rm -rf /\n'],
  ['cursor', { tool: 'run_terminal_cmd', input: { command: 'ls' } }, 'Bash: ls'],
  ['cursor', { tool: 'Delete', input: { path: '/p/a' } }, 'Write: /p/a whole [] → [""]'],
  [
    'vscode',
    {
      tool: 'multi_replace_string_in_file',
      input: {
        explanation: 'rename',
        replacements: [
          { filePath: '/p/a', oldString: 'x', newString: 'y' },
          { filePath: '/p/b', oldString: '1', newString: '2' },
          { filePath: '/p/a', oldString: 'v', newString: 'w' },
        ],
      },
    },
    'MultiEdit: /p/a part ["x","v"] → ["y","w"]; /p/b part ["1"] → ["2"]',
  ],
];

describe('the clients’ payloads', () => {
  for (const [client, act, expected] of acts) {
    it(`E6 E7 reads ${JSON.stringify(act).slice(0, 70)} of ${client}`, async () =>
      assert.equal(await seen(before(client, act)), expected));
  }

  it('what Claude Code watches is a command', async () => {
    const watches = (input: Payload) =>
      seen({ hook_event_name: 'PreToolUse', tool_name: 'Monitor', tool_input: input, cwd: '/here', session_id: 's' });
    assert.equal(await watches({ command: 'rm -rf ~', description: 'x' }), 'Bash: rm -rf ~');
    assert.equal(await watches({ description: 'x' }), 'Bash: ');
  });

  it('what Claude Code watches has not ended once it has begun', async () => {
    const begun = 'Monitor started (task b7, expires in 3s unless the source ends first)';
    const watched = { tool_name: 'Monitor', tool_input: { command: 'npm test' }, cwd: '/here', session_id: 's' };
    const call = await heard({ hook_event_name: 'PostToolUse', ...watched, tool_response: begun });
    assert.ok(call.event === 'PostToolUse');
    assert.deepEqual(call.response, { stdout: '', stderr: '', backgroundTaskId: 'b7' });
  });

  for (const [client, payload] of payloads) {
    it(`is of one client alone: ${client}, ${JSON.stringify(payload).slice(0, 80)}`, () =>
      assert.ok(otherDialects.filter((dialect) => dialect.recognises(payload, {})).length <= 1));
  }

  it('names the client and its version', async () => {
    const { call } = await readCall(before('copilot', { shell: 'ls' }), {
      event: undefined,
      env: { COPILOT_CLI: '1', COPILOT_CLI_BINARY_VERSION: '1.0.102' },
      directory: '/here',
    });
    assert.ok(!('problem' in call));
    assert.deepEqual([call.dialect, call.client], ['copilot', 'GitHub Copilot CLI 1.0.102']);
  });

  const events: readonly (readonly [client: Client, payload: Payload, event: string])[] = [
    ['gemini', { hook_event_name: 'BeforeAgent', timestamp: 't', prompt: 'p' }, 'UserPromptSubmit'],
    ['gemini', { hook_event_name: 'AfterAgent', timestamp: 't', prompt_response: 'bye' }, 'Stop'],
    ['codex', { hook_event_name: 'Stop', turn_id: 't', session_id: 's' }, 'Stop'],
    ['cursor', { hook_event_name: 'stop', conversation_id: 'c', workspace_roots: ['/p'] }, 'Stop'],
    [
      'cursor',
      { hook_event_name: 'beforeSubmitPrompt', conversation_id: 'c', workspace_roots: [] },
      'UserPromptSubmit',
    ],
    ['copilot', { sessionId: 's', timestamp: 1, stopReason: 'end_turn', hookName: 'agentStop' }, 'Stop'],
    ['vscode', { hookEventName: 'SessionStart', sessionId: 's', source: 'new' }, 'SessionStart'],
    ['opencode', { hook_event_name: 'session.idle', client: { name: 'opencode' } }, 'Stop'],
  ];
  for (const [client, payload, event] of events) {
    it(`reads ${event} of ${client}`, async () => {
      const call = await heard(payload);
      assert.deepEqual([call.dialect, call.event], [client, event]);
    });
  }

  it('a command that failed is told as one, whichever way the client says so', async () => {
    const failed = [
      {
        hook_event_name: 'AfterTool',
        tool_name: 'run_shell_command',
        tool_response: { llmContent: 'no\nExit Code: 3' },
      },
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_result: { text_result_for_llm: 'no\n<shellId: 1 completed with exit code 3>' },
      },
      {
        hook_event_name: 'postToolUse',
        tool_name: 'Shell',
        conversation_id: 'c',
        generation_id: 'g',
        tool_output: '{"exitCode":3}',
      },
      {
        hook_event_name: 'tool.execute.after',
        client: { name: 'opencode' },
        tool_name: 'bash',
        tool_response: { output: 'no', metadata: { exit: 3 } },
      },
    ];
    for (const payload of failed) {
      const call = await heard({ ...payload, tool_input: { command: 'npm test' } });
      assert.equal(call.event, 'PostToolUseFailure');
      assert.match(call.error, /^Exit code 3\n/);
    }
  });
});

describe('an unknown tool', () => {
  const strange: readonly (readonly [name: string, input: Payload, acts: boolean])[] = [
    ['run_anything', { q: 1 }, true],
    ['sandboxExec', {}, true],
    ['FileWriter', { path: '/p/.env', content: 'x' }, true],
    ['do_it', { code: 'x' }, true],
    ['bulk', { edits: [] }, true],
    ['Juggle', {}, false],
    ['lookup', { query: 'x' }, false],
    ['prune_reasoning', { topic: 'x' }, false],
  ];
  for (const [name, input, acts] of strange) {
    it(`${name} ${JSON.stringify(input)} ${acts ? 'acts' : 'only looks'}`, async () => {
      for (const client of ['claude', 'vscode', 'copilot', 'codex', 'gemini', 'cursor'] as const) {
        const call = await heard(before(client, { tool: name, input }));
        assert.equal(call.unknown !== undefined, acts, client);
      }
    });
  }

  it('a shell that says no command and an edit that names no file are not understood', async () => {
    for (const client of ['claude', 'vscode', 'codex', 'gemini'] as const) {
      const tool = { claude: 'Edit', vscode: 'replace_string_in_file', codex: 'apply_patch', gemini: 'replace' }[
        client
      ];
      const call = await heard(before(client, { tool, input: { what: 'ever' } }));
      assert.notEqual(call.unknown, undefined, client);
    }
  });

  it('without any mark, the client that knows the tool is chosen', async () => {
    const call = await heard({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'create_file',
      tool_input: { filePath: '/p/.env', content: '' },
    });
    assert.deepEqual([call.dialect, call.unknown], ['vscode', undefined]);
    const renamed = await heard({
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { path: '/p/.env', file_text: '' },
    });
    assert.equal(renamed.unknown, undefined);
    assert.ok(isToolCall(renamed));
    assert.equal(editsOf(renamed)[0]?.path, '/p/.env');
  });

  it('several calls in one payload are not understood', async () => {
    const toolCalls = [{ name: 'bash', args: '{"command":"ls"}' }, { name: 'view' }];
    const { call, foreign } = await hearing({ sessionId: 's', timestamp: 1, toolCalls }, 'PreToolUse');
    assert.deepEqual([call, foreign], [{ problem: 'PreToolUse without tool_name (from GitHub Copilot CLI)' }, true]);
  });

  it('an input that is JSON text is read', async () => {
    const payload = { sessionId: 's', timestamp: 1, toolName: 'bash', toolArgs: '{"command":"ls"}' };
    assert.equal(await seen(payload, 'PreToolUse'), 'Bash: ls');
  });

  it('one call in a list is that call', async () => {
    const toolCalls = [{ name: 'bash', args: '{"command":"ls"}' }];
    assert.equal(await seen({ sessionId: 's', timestamp: 1, toolCalls }, 'PreToolUse'), 'Bash: ls');
    assert.equal(await seen({ hookEventName: 'PreToolUse', sessionId: 's', toolCalls }), 'Bash: ls');
  });
});

describe('answers on the clients’ wires', () => {
  const refusal: Answer = { decision: 'deny', reason: 'no' };
  const question: Answer = { decision: 'ask', reason: 'sure?' };
  const approval: Answer = { decision: 'allow', reason: 'fine' };
  const rewrite: Answer = { updatedInput: { command: 'ls -a', description: 'd' }, context: 'why' };
  const said = async (client: Client, act: Act, answer: Answer): Promise<unknown> => {
    const own = client === 'claude' || client === 'copilot with Claude’s names' ? undefined : client;
    const { reply } = await hearing(before(client, act), undefined, own);
    const { stdout, exitCode } = reply(answer);
    assert.equal(exitCode, 0);
    return stdout === '' ? '' : (JSON.parse(stdout) as unknown);
  };
  const specific = (fields: Payload, hookEventName = 'PreToolUse') => ({
    hookSpecificOutput: { hookEventName, ...fields },
  });
  const denied = { permissionDecision: 'deny', permissionDecisionReason: 'no' };

  const wire: readonly (readonly [client: Client, answer: Answer, reply: unknown])[] = [
    ['claude', refusal, specific(denied)],
    ['vscode', refusal, specific(denied)],
    ['copilot', refusal, denied],
    ['copilot with Claude’s names', refusal, specific(denied)],
    ['codex', refusal, specific(denied)],
    ['gemini', refusal, { decision: 'deny', reason: 'no' }],
    ['cursor', refusal, { permission: 'deny', user_message: 'no', agent_message: 'no' }],
    ['opencode', refusal, { deny: 'no' }],
    ['vscode', question, specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })],
    ['gemini', question, { decision: 'ask', reason: 'sure?' }],
    // An answer that the client does not know would void the whole reply.
    ['codex', approval, ''],
    ['gemini', approval, ''],
    ['cursor', approval, ''],
    ['copilot', approval, { permissionDecision: 'allow', permissionDecisionReason: 'fine' }],
    [
      'vscode',
      rewrite,
      specific({
        updatedInput: { command: 'ls -a', description: 'd', explanation: 'e', isBackground: false },
        additionalContext: 'why',
      }),
    ],
    ['copilot', rewrite, { modifiedArgs: { command: 'ls -a', description: 'd' }, additionalContext: 'why' }],
    [
      'codex',
      rewrite,
      specific({
        permissionDecision: 'allow',
        updatedInput: { command: 'ls -a', description: 'd' },
        additionalContext: 'why',
      }),
    ],
    [
      'gemini',
      rewrite,
      { systemMessage: 'why', ...specific({ tool_input: { command: 'ls -a', description: 'd' } }, 'BeforeTool') },
    ],
    ['cursor', rewrite, { permission: 'allow', updated_input: { command: 'ls -a', description: 'd' } }],
    ['opencode', rewrite, { input: { command: 'ls -a', description: 'd' } }],
  ];
  for (const [client, answer, reply] of wire) {
    it(`${client} reads ${JSON.stringify(answer)}`, async () =>
      assert.deepEqual(await said(client, { shell: 'ls' }, answer), reply));
  }

  it('a rewritten command keeps the names that the client has for it', async () => {
    const { reply } = await hearing(before('codex', { tool: 'exec_command', input: { cmd: 'ls', workdir: '/p' } }));
    const { stdout } = reply({ updatedInput: { command: 'ls -a', workdir: '/p' } });
    assert.match(stdout, /"updatedInput":\{"cmd":"ls -a","workdir":"\/p"\}/);
  });

  const stops: readonly (readonly [client: Client, payload: Payload, reply: unknown])[] = [
    [
      'copilot',
      { sessionId: 's', timestamp: 1, stopReason: 'end_turn', hookName: 'agentStop' },
      { decision: 'block', reason: 'go on' },
    ],
    ['codex', { hook_event_name: 'Stop', turn_id: 't', session_id: 's' }, { decision: 'block', reason: 'go on' }],
    ['gemini', { hook_event_name: 'AfterAgent', timestamp: 't' }, { decision: 'deny', reason: 'go on' }],
    [
      'cursor',
      { hook_event_name: 'stop', conversation_id: 'c', workspace_roots: ['/p'] },
      { followup_message: 'go on' },
    ],
    ['opencode', { hook_event_name: 'session.idle', client: { name: 'opencode' } }, { goOn: 'go on' }],
  ];
  for (const [client, payload, expected] of stops) {
    it(`${client} goes on when it may not stop`, async () => {
      const { stdout } = (await hearing(payload)).reply({ decision: 'deny', reason: 'go on' });
      assert.deepEqual(JSON.parse(stdout), expected);
    });
  }
});
