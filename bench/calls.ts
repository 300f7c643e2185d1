import type { LatencyStage } from './latency-stage';

export interface Call {
  readonly event: string;
  readonly payload: string;
}

/** The common path of every event that is registered, and a large file. */
export function callsAt(stage: LatencyStage): ReadonlyMap<string, Call> {
  const call = (event: string, more: Readonly<Record<string, unknown>>): Call => ({
    event,
    payload: stage.payload(event, more),
  });
  // The events of one call have one id: what ran is compared with what was judged.
  const tool = (event: string, name: string, input: object, more: object = {}): Call =>
    call(event, { tool_name: name, tool_input: input, tool_use_id: `toolu_${name}`, ...more });
  const file = `${stage.project}/a.ts`;
  const listing = { command: 'ls -la src', description: 'list' };
  return new Map([
    ['PreToolUse Bash', tool('PreToolUse', 'Bash', listing)],
    [
      'PreToolUse Edit',
      tool('PreToolUse', 'Edit', { file_path: file, old_string: '1', new_string: '2', replace_all: false }),
    ],
    ['PreToolUse Read', tool('PreToolUse', 'Read', { file_path: file })],
    [
      'PostToolUse Bash',
      tool('PostToolUse', 'Bash', listing, { tool_response: { stdout: 'a', stderr: '', interrupted: false } }),
    ],
    ['UserPromptSubmit', call('UserPromptSubmit', { prompt: 'go on' })],
    ['SessionStart', call('SessionStart', { source: 'startup' })],
    ['SubagentStart', call('SubagentStart', { agent_id: 'a', agent_type: 'Explore' })],
    ['Notification', call('Notification', { message: 'm', notification_type: 'idle_prompt' })],
    ['PreCompact', call('PreCompact', { trigger: 'auto' })],
    ['SessionEnd', call('SessionEnd', { reason: 'other' })],
    ['Stop', call('Stop', { stop_hook_active: false, last_assistant_message: 'done' })],
    [
      '1 MB Write',
      tool('PreToolUse', 'Write', { file_path: `${stage.project}/big.txt`, content: 'line of text\n'.repeat(80_000) }),
    ],
  ]);
}
