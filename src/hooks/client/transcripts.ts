import { statSync } from 'node:fs';
import path from 'node:path';
import { claudeHome, type Env } from '../project/home';
import { namesIn, readText } from '../project/read-file';
import { isRecord, parseJson } from '../protocol/json';

/** What a session's transcript says of the calls that were made in it. */
export interface Transcript {
  readonly session: string;
  /** Where the client was started. */
  readonly directory: string;
  /** Milliseconds since the epoch. */
  readonly began: number;
  /** `cli`, `sdk-cli`, `claude-vscode`; undefined in older transcripts. */
  readonly entrypoint: string | undefined;
  /** Calls that ended, the oldest first. */
  readonly calls: readonly FinishedCall[];
}

export interface FinishedCall {
  readonly id: string;
  readonly tool: string;
  readonly at: number;
  /** Where the agent stood. */
  readonly cwd: string;
}

const mostTranscripts = 30;
const headBytes = 64 * 1024;
const tailBytes = 4 * 1024 * 1024;

/** The transcripts of sessions in a folder or below it that were written to since a time, the newest first. */
export function recentTranscripts(root: string, since: number, env: Env): readonly Transcript[] {
  const projects = path.join(claudeHome(env), 'projects');
  const start = slugOf(root);
  const files = namesIn(projects)
    .filter(
      (name) => name === start || name.startsWith(`${start}-`) || (start.length >= slugLimit && name.startsWith(start)),
    )
    .flatMap((name) => namesIn(path.join(projects, name)).map((file) => path.join(projects, name, file)))
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => {
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return at < since ? [] : [{ file, at }];
    })
    .sort((one, other) => other.at - one.at)
    .slice(0, mostTranscripts);
  return files.flatMap(({ file }) => {
    const transcript = readTranscript(file);
    return transcript !== undefined && isWithin(transcript.directory, root) ? [transcript] : [];
  });
}

const slugLimit = 200;
/** The client names a folder for each directory that it was started in. */
const slugOf = (directory: string): string => directory.replace(/[^A-Za-z0-9]/g, '-').slice(0, slugLimit);

const isWithin = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}${path.sep}`);

type Line = Readonly<Record<string, unknown>>;

function readTranscript(file: string): Transcript | undefined {
  const head = linesOf(readText(file, { firstBytes: headBytes }));
  const first = head.find(({ cwd }) => typeof cwd === 'string');
  if (first === undefined) return undefined;
  return {
    session: path.basename(file, '.jsonl'),
    directory: String(first.cwd),
    began: timeOf(first),
    entrypoint: typeof first.entrypoint === 'string' ? first.entrypoint : undefined,
    calls: callsIn(linesOf(readText(file, { lastBytes: tailBytes }))),
  };
}

/** Lines that are no JSON say nothing: the first one of a tail is cut, and the last one may still be written. */
function linesOf(text = ''): readonly Line[] {
  return text.split('\n').flatMap((line) => {
    const value = parseJson(line);
    return isRecord(value) ? [value] : [];
  });
}

function callsIn(lines: readonly Line[]): readonly FinishedCall[] {
  const begun = new Map<string, FinishedCall>();
  const finished: FinishedCall[] = [];
  for (const line of lines) {
    if (line.isSidechain === true) continue;
    for (const part of partsOf(line)) {
      const { type, id, name, tool_use_id: ended } = part;
      if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string') {
        begun.set(id, { id, tool: name, at: timeOf(line), cwd: typeof line.cwd === 'string' ? line.cwd : '' });
      } else if (type === 'tool_result' && typeof ended === 'string' && !wasInvalid(part)) {
        const call = begun.get(ended);
        if (call !== undefined) finished.push(call);
      }
    }
  }
  return finished;
}

/** A call with invalid input or of a missing tool: the client runs no hook for it. */
const wasInvalid = ({ content }: Line): boolean =>
  typeof content === 'string' && content.startsWith('<tool_use_error>');

function partsOf({ message }: Line): readonly Line[] {
  const content = isRecord(message) ? message.content : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

const timeOf = ({ timestamp }: Line): number => (typeof timestamp === 'string' ? Date.parse(timestamp) : NaN) || 0;
