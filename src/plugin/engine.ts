/** The part of the client's interface for mods that ours uses. Everything outside the module goes through it. */
export interface Engine {
  readonly plugin: { readonly root: string };
  readonly session: { id(): Promise<string>; cwd(): Promise<string>; root(): Promise<string> };
  readonly env: { get(name: string): Promise<string | null | undefined> };
  readonly fs: { read(path: string): Promise<string> };
  readonly process: { run(words: readonly string[], options: { timeoutMs: number }): Promise<{ exitCode: number }> };
  readonly http: { fetch(url: string, init: Request): Promise<Response> };
}

interface Request {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Response {
  readonly ok: boolean;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A tool call before anything is decided; the fields of its input stand beside these. */
interface ToolCall {
  readonly tool: string;
  readonly tool_use_id?: string;
  readonly agentId?: string;
}

/** The same where permission is decided, with the input that will run. */
interface ToolCheck {
  readonly tool: string;
  readonly tool_use_id?: string;
  readonly input: object;
}

/** The settings hooks of a call. */
interface ClassicPreToolUse {
  readonly tool_use_id?: string;
}

interface Events {
  'session.start': { event: object; result: object };
  'tool.call': { event: ToolCall; result: { readonly deny?: string } };
  'tool.check': { event: ToolCheck; result: { readonly decision: string; readonly reason?: string } };
  'classic.PreToolUse': { event: ClassicPreToolUse; result: { readonly deny?: unknown } };
}

type Hook<E extends keyof Events> = (
  $: Engine,
  e: Events[E]['event'],
  next: (e: Events[E]['event']) => Promise<Events[E]['result']>,
) => Promise<Events[E]['result']>;

/** Every event of a tool call; `tool.run` is the call as it was allowed, before it runs. */
type ToolHook = (
  $: Engine,
  e: ToolCall,
  next: { (e: ToolCall): Promise<{ readonly deny?: string }>; readonly event: string },
) => Promise<{ readonly deny?: string }>;

export interface Registrar {
  <E extends keyof Events>(event: E, hook: Hook<E>): { catch(handler: Hook<E>): void };
  (events: 'tool.*', matcher: { readonly tool_use_id: RegExp }, hook: ToolHook): { catch(handler: ToolHook): void };
}
