import type { ClientVersion } from './client-package';

/** One tool call that the scripted model asks for. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the scripted model answers to one request. */
export interface Turn {
  readonly text?: string;
  readonly uses?: readonly ToolUse[];
  /** Files that another program writes (null: removes) in the project just before the model answers. */
  readonly meanwhile?: Files;
  /** The model answers only when this file of the project holds this text. */
  readonly once?: { readonly file: string; readonly holds: string };
  /** The model server refuses the request instead. */
  readonly failure?: { readonly status: number; readonly message: string };
}

/** Another conversation than the main one: a sub-agent, known by a text in its system prompt or first message. */
export interface Thread {
  readonly marker: string;
  readonly turns: readonly Turn[];
}

/** Paths below the project and their contents; null stands for no such file. */
export type Files = Readonly<Record<string, string | null>>;

/**
 * What a person does in a session with several prompts. A prompt waits for the turn's end. To resume is to leave the
 * client and to come back to the same conversation.
 */
export type Input = { readonly user: string } | { readonly files: Files } | { readonly resume: true };

/** How the person answers a permission prompt; the first whose `tool` matches counts. Without any the answer is no. */
export interface PermissionAnswer {
  readonly tool: string;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string;
  readonly updatedInput?: Readonly<Record<string, unknown>>;
}

/** What an MCP tool of the stand-in server gives back to one call. */
export type McpReply =
  | string
  | { readonly blocks: readonly string[] }
  | { readonly structured: Readonly<Record<string, unknown>> }
  | { readonly error: string }
  /** A text that comes when the client has fired this event. */
  | { readonly late: string; readonly after: string }
  /** The server asks the person something first. */
  | { readonly elicit: string };

/** Server name → tool name → the replies in the order of the calls (the last one repeats). */
export type McpServers = Readonly<Record<string, Readonly<Record<string, readonly McpReply[]>>>>;

export interface SessionScript {
  readonly client: ClientVersion;
  readonly prompt: string;
  readonly inputs: readonly Input[] | null;
  readonly turns: readonly Turn[];
  readonly threads: readonly Thread[];
  readonly answers: readonly PermissionAnswer[];
  readonly servers: McpServers;
  /** The person lets the project's own formatters, linters and tests run. */
  readonly trusted: boolean;
  /** The harness's own hooks keep every payload. */
  readonly recorded: boolean;
  /** Files of the project whose content is noted whenever the model is asked. */
  readonly watch: readonly string[];
  /** Runner command lines that are run in the project before the client starts. */
  readonly commands: readonly RunnerCommand[];
  /** Command lines of the client itself that are run before it starts: `['plugin', 'install', 'x@y']`. */
  readonly clientCommands: readonly (readonly string[])[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface RunnerCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The folders of one session, all below `base`. Same paths inside and outside the namespace. */
export interface Folders {
  readonly base: string;
  readonly project: string;
  readonly home: string;
  readonly claudeHome: string;
  readonly gatehouseHome: string;
  /** A copy of the built product, laid out as an installation is. */
  readonly product: string;
  readonly payloads: string;
}

/** What the program inside the namespace is told. */
export interface Order {
  readonly folders: Folders;
  /** What a session must not be able to write. */
  readonly checkout: string;
  readonly script: SessionScript;
  readonly clientCommand: readonly string[];
  readonly path: string;
  readonly mcpServerProgram: string;
}

/** One piece of what the model received. */
export interface Received {
  readonly role: string;
  readonly type: string;
  readonly text: string;
  readonly toolUseId?: string;
  readonly isError?: boolean;
}

/** One request to the scripted model and its answer. */
export interface Exchange {
  readonly atMs: number;
  /** `main`, or the marker of the thread. */
  readonly thread: string;
  /** Everything since the model's last message. */
  readonly received: readonly Received[];
  readonly uses: readonly (ToolUse & { readonly id: string })[];
  readonly text: string;
  /** The watched files as they were when the request came. */
  readonly files: Files;
}

export interface CommandOutcome {
  readonly args: readonly string[];
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the program inside the namespace leaves behind. */
export interface Outcome {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly stderr: string;
  readonly commands: readonly CommandOutcome[];
  readonly exchanges: readonly Exchange[];
  /** The client's stream-json events, in order. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Shell code for a hook that ends after Gatehouse's, because the client applies the rewrite of the hook that ends last.
 * It waits for the recorded decision, and for the end of Gatehouse's hook: the client started both.
 */
export const afterGatehouse = (command: string): string =>
  [
    `until grep -q "${command}" "$GATEHOUSE_HOME"/projects/*/decisions.jsonl; do sleep 0.1; done`,
    'while ps -o args= --ppid $PPID | grep -q "[g]atehouse-hook.* PreToolUse"; do sleep 0.1; done',
  ].join('; ');
