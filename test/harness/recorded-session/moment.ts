/** One moment of a session as the client tells it: what happens, and the payloads that hooks get. */
export interface Moment {
  /** For the person who watches, in a few words. */
  readonly about: string;
  /** Pause before it, at the demo's pace. */
  readonly pauseMs: number;
  /** What hooks hear before it happens; when one refuses, it does not happen. */
  readonly before?: Fields;
  /** Files as the agent's tool leaves them. */
  readonly writes?: Readonly<Record<string, string>>;
  /** What hooks hear afterwards. */
  readonly after?: Fields;
}

/** A payload without what the whole session shares: session, transcript, folder, turn. */
export interface Fields {
  readonly hook_event_name: string;
  readonly tool_name?: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly tool_response?: unknown;
  readonly [field: string]: unknown;
}

interface Tool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
  readonly durationMs: number;
  readonly server?: string;
}

/** A tool call with what hooks hear before and after it. */
export function toolMoment(about: string, pauseMs: number, tool: Tool, writes?: Moment['writes']): Moment {
  const fields = {
    tool_name: tool.name,
    tool_input: tool.input,
    tool_use_id: `toolu_${about.replace(/\W+/g, '_')}`,
    ...(tool.server === undefined ? {} : { mcp_server: { name: tool.server, source: 'local' } }),
  };
  return {
    about,
    pauseMs,
    before: { hook_event_name: 'PreToolUse', ...fields },
    ...(writes === undefined ? {} : { writes }),
    after: { hook_event_name: 'PostToolUse', ...fields, tool_response: tool.response, duration_ms: tool.durationMs },
  };
}

export function shell(about: string, pauseMs: number, command: string, stdout: string): Moment {
  return toolMoment(about, pauseMs, {
    name: 'Bash',
    input: { command, description: about },
    response: { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    durationMs: 420,
  });
}

/** A review by another model over MCP: the answer is a list of content blocks. */
export function review(about: string, pauseMs: number, prompt: string, report: string): Moment {
  return toolMoment(about, pauseMs, {
    name: 'mcp__codex__codex',
    input: { prompt, sandbox: 'read-only' },
    response: [{ type: 'text', text: report }],
    // It began after the last edit: what changes while a review runs is not what it passes.
    durationMs: 5,
    server: 'codex',
  });
}

/** A whole file written by the agent. `file` is relative to the project. */
export function write(about: string, pauseMs: number, project: string, file: string, content: string): Moment {
  const input = { file_path: `${project}/${file}`, content };
  const response = { type: 'update', filePath: input.file_path, content, structuredPatch: [] };
  return toolMoment(about, pauseMs, { name: 'Write', input, response, durationMs: 12 }, { [file]: content });
}
