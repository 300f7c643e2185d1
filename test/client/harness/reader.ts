import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decisionLogFile } from '../../../src/hooks/pipeline/decision-log';
import { Trace } from '../../../src/hooks/pipeline/trace';
import { recorderMark } from './recorder';
import type { CommandOutcome, Exchange, Folders, Outcome, ToolUse } from './script';

export interface ToolResult extends ToolUse {
  readonly id: string;
  readonly thread: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What one hook answered, as the client took it. */
export interface HookResponse {
  readonly event: string;
  readonly name: string;
  readonly outcome: string;
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The facts of a finished session. */
export interface Session {
  readonly exitCode: number | null;
  /** The client's closing words. */
  readonly result: string;
  /** Of the client alone. */
  readonly durationMs: number;
  /** With the namespace, the project's commit and the installation. */
  readonly totalMs: number;
  readonly stderr: string;
  readonly toolResults: readonly ToolResult[];
  /** Every text that the model received, in order. */
  readonly modelSaw: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Answers of hooks other than the harness's own recorder. */
  readonly hookResponses: readonly HookResponse[];
  /** Every payload that the client sent to hooks, in order. */
  readonly payloads: readonly Readonly<Record<string, unknown>>[];
  /** The product's own records of what it decided, in order. */
  readonly decisions: readonly Trace[];
  readonly commands: readonly CommandOutcome[];
  readonly events: Outcome['events'];
  readonly project: string;
  readonly folders: Folders;
  /** A file of the project as it is now; undefined where there is none. */
  readFile(name: string): string | undefined;
  /** Removes the session's folder. It otherwise goes when the test run ends. */
  cleanup(): void;
}

export function readSession(folders: Folders, outcome: Outcome, totalMs: number, cleanup: () => void): Session {
  const result = outcome.events.findLast((event) => event.type === 'result');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    exitCode: outcome.exitCode,
    result: text(result?.result),
    durationMs: outcome.durationMs,
    totalMs,
    stderr: outcome.stderr,
    toolResults: toolResultsIn(outcome.exchanges),
    modelSaw: outcome.exchanges.flatMap((exchange) => exchange.received.map((piece) => piece.text)),
    exchanges: outcome.exchanges,
    hookResponses: outcome.events
      .filter((event) => event.subtype === 'hook_response' && !isRecorder(text(event.stdout), text(event.stderr)))
      .map((event) => ({
        event: text(event.hook_event),
        name: text(event.hook_name),
        outcome: text(event.outcome),
        exitCode: typeof event.exit_code === 'number' ? event.exit_code : undefined,
        stdout: text(event.stdout),
        stderr: text(event.stderr),
      })),
    payloads: readPayloads(folders.payloads),
    decisions: readDecisions(path.join(folders.gatehouseHome, 'projects')),
    commands: outcome.commands,
    events: outcome.events,
    project: folders.project,
    folders,
    readFile: (name) => {
      const file = path.join(folders.project, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
    cleanup,
  };
}

/** What an older client reports of a hook in the background is no answer, only where its output lies. */
const isRecorder = (stdout: string, stderr: string): boolean =>
  stderr.trim() === recorderMark || /^Output truncated .*\/tasks\/hook_/.test(stdout);

function toolResultsIn(exchanges: readonly Exchange[]): ToolResult[] {
  const asked = new Map(exchanges.flatMap(({ uses }) => uses.map((use) => [use.id, use] as const)));
  return exchanges.flatMap(({ thread, received }) =>
    received.flatMap((piece) => {
      const use = asked.get(piece.toolUseId ?? '');
      return use === undefined ? [] : [{ ...use, thread, text: piece.text, isError: piece.isError ?? false }];
    }),
  );
}

/** A session's own namespace counts its processes in the order in which they start. */
function readPayloads(folder: string): Session['payloads'] {
  return readdirSync(folder)
    .sort((one, other) => parseInt(one) - parseInt(other))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text) as Record<string, unknown>);
}

function readDecisions(projects: string): Trace[] {
  const logs = existsSync(projects)
    ? readdirSync(projects).map((name) => path.join(projects, name, decisionLogFile))
    : [];
  const lines = logs.filter((log) => existsSync(log)).flatMap((log) => readFileSync(log, 'utf8').trimEnd().split('\n'));
  return lines.map((line) => Trace.parse(JSON.parse(line))).sort((one, other) => one.at - other.at);
}
