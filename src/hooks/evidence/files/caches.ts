import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { lazyLooseObject, lazySchema } from '../../project/lazy-schema';
import { placeOf } from '../../project/place';
import {
  count,
  field,
  fieldsFormat,
  type Format,
  jsonFormat,
  linesOf,
  oneLine,
  parsed,
  recordsFormat,
  type StateFile,
  unparsed,
} from '../../state/state-file';
import { publicFile, fileAt, type StateLocation } from '../../state/stored-files';

const lintCacheFormat: Format<string> = {
  parse: (text) => {
    const word = linesOf(text)[0]?.trim() ?? '';
    return /^[\w.+-]{1,60}$/.test(word) ? parsed(word) : unparsed('its first line is not the name of a linter');
  },
  print: (word, before) => `${[word, ...linesOf(before ?? '').slice(1)].join('\n')}\n`,
};

/** `.claude/.lint-cache`: the name of one linter. */
export const lintCache = (location: StateLocation): StateFile<string> =>
  publicFile(location, '.claude/.lint-cache', lintCacheFormat);

const breakerStates = ['closed', 'half-open', 'open'] as const;

interface LintBreaker {
  readonly state: (typeof breakerStates)[number];
  /** Failures in a row. */
  readonly count: number;
  /** Seconds since the epoch. */
  readonly at: number;
}

const lintBreakerFormat = fieldsFormat<LintBreaker>(
  3,
  ([word, failures, epoch]) => {
    const state = breakerStates.find((known) => known === word);
    const number = count(failures);
    const at = count(epoch);
    return state === undefined || number === undefined || at === undefined ? undefined : { state, count: number, at };
  },
  ({ state, count: failures, at }) => [state, failures, at],
);

/** `.claude/.lint-breaker`: `closed|half-open|open`, failures, epoch. */
export const lintBreaker = (location: StateLocation): StateFile<LintBreaker> =>
  publicFile(location, '.claude/.lint-breaker', lintBreakerFormat);

/** What a model said about a command, by the hash of the command. */
interface CachedReview {
  /** SHA-256 of the command, in hex. */
  readonly hash: string;
  readonly verdict: string;
  readonly reason: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

const llmReviewCacheFormat = recordsFormat<CachedReview>(
  (line) => {
    const [hash = '', verdict = '', reason = '', epoch, ...more] = line.split('|');
    const at = count(epoch);
    if (!/^[0-9a-f]{64}$/.test(hash) || !/^[a-z-]{1,40}$/.test(verdict) || at === undefined || more.length > 0) {
      return undefined;
    }
    return { hash, verdict, reason, at };
  },
  ({ hash, verdict, reason, at }) => [hash, field(verdict, '|', 40), field(reason), String(at)].join('|'),
);

/** `.claude/.llm-review-cache`: `hash|verdict|reason|epoch` per line; the last line of a hash counts. */
export const llmReviewCache = (location: StateLocation): StateFile<CachedReview[]> =>
  publicFile(location, '.claude/.llm-review-cache', llmReviewCacheFormat);

const updateStates = ['up-to-date', 'updated', 'breaking', 'conflict', 'error'] as const;

/** What the last look for a newer harness found. */
export interface UpdateStatus {
  readonly status: (typeof updateStates)[number];
  readonly local: string;
  readonly remote: string;
  /** How many commits lie between the two. */
  readonly count: number;
  /** Seconds since the epoch. */
  readonly at: number;
  readonly summary: string;
}

const updateStatusFormat = fieldsFormat<UpdateStatus>(
  6,
  ([word, local = '', remote = '', commits, epoch, summary = '']) => {
    const status = updateStates.find((state) => state === word);
    const number = count(commits === '' ? '0' : commits);
    const at = count(epoch);
    if (status === undefined || number === undefined || at === undefined) return undefined;
    return {
      status,
      local: local.slice(0, 80),
      remote: remote.slice(0, 80),
      count: number,
      at,
      summary: summary.slice(0, 1_000),
    };
  },
  ({ status, local, remote, count: commits, at, summary }) => [
    status,
    field(local, '|', 80),
    field(remote, '|', 80),
    commits,
    at,
    field(summary, '|', 1_000),
  ],
);

/** `.update-status` in the agent's own configuration folder: `status|local|remote|count|epoch|summary`. */
export function updateStatus(claudeHome: string, home: string): StateFile<UpdateStatus> {
  const place = placeOf(claudeHome);
  const folder = existsSync(claudeHome) ? place.cwd : claudeHome;
  const relative = path.relative(place.root, path.join(folder, '.update-status')).split(path.sep).join('/');
  return fileAt({ place, home }, relative, updateStatusFormat);
}

/** What is carried over a compaction of the conversation. */
export interface PreservedContext {
  /** UTC, as people read it. */
  readonly savedAt: string;
  readonly lines: readonly string[];
  /** Whole paths of files that the session changed. */
  readonly files: readonly string[];
}

const keptFiles = 10;
const keptLines = 200;
const lineLimit = 1_000;

export const preservedContextFormat: Format<PreservedContext> = {
  parse: (text) => {
    let headings = 0;
    let savedAt = '';
    const lines: string[] = [];
    const files: string[] = [];
    for (const raw of linesOf(text)) {
      const line = raw.trim().slice(0, lineLimit);
      if (line.startsWith('#')) {
        headings++;
        savedAt ||= /\d{4}-\d\d-\d\dT[\d:]+Z/.exec(line)?.[0] ?? '';
      } else if (line !== '') {
        (headings > 1 ? files : lines).push(line);
      }
    }
    return parsed({ savedAt, lines: lines.slice(0, keptLines), files: files.slice(0, keptFiles) });
  },
  print: ({ savedAt, lines, files }) => {
    const body = lines.slice(0, keptLines).map(plain);
    const tail = files.slice(0, keptFiles).map(plain);
    return `${[`# Preserved before compaction: ${oneLine(savedAt)}`, ...body, '', '# Files changed in this session', ...tail].join('\n')}\n`;
  },
};

/** A line that would read as a heading is moved out of that position. */
function plain(line: string): string {
  const text = oneLine(line).slice(0, lineLimit).trim();
  return text.startsWith('#') ? `- ${text}` : text;
}

/** `.claude/.preserved-context`: written before a compaction, read once after it. */
export const preservedContext = (location: StateLocation): StateFile<PreservedContext> =>
  publicFile(location, '.claude/.preserved-context', preservedContextFormat);

/** A sub-agent that runs, or ran for so many seconds. Times are seconds since the epoch. */
type TrackedAgent =
  | { readonly state: 'active'; readonly type: string; readonly start: number }
  | { readonly state: 'done'; readonly type: string; readonly start: number; readonly seconds: number };

const subagentTrackerFormat = recordsFormat<TrackedAgent>(
  (line) => {
    const [state, type = '', epoch, duration, ...more] = line.split('|');
    const start = count(epoch);
    if (start === undefined || more.length > 0) return undefined;
    if (state === 'ACTIVE' && duration === undefined) return { state: 'active', type, start };
    const seconds = count(duration);
    return state === 'DONE' && seconds !== undefined ? { state: 'done', type, start, seconds } : undefined;
  },
  (agent) =>
    agent.state === 'active'
      ? `ACTIVE|${field(agent.type, '|', 80)}|${String(agent.start)}`
      : `DONE|${field(agent.type, '|', 80)}|${String(agent.start)}|${String(agent.seconds)}`,
);

/** `.claude/.subagent-tracker`: `ACTIVE|type|epoch` or `DONE|type|start|seconds` per line. */
export const subagentTracker = (location: StateLocation): StateFile<TrackedAgent[]> =>
  publicFile(location, '.claude/.subagent-tracker', subagentTrackerFormat);

const text = lazySchema(() => z._default(z.string(), ''));
const number = lazySchema(() => z._default(z.number(), 0));

const StatuslineCache = lazyLooseObject(() => ({
  dirty: number,
  worktrees: number,
  plan: text,
  test: text,
  /** Seconds since the epoch. */
  updated: number,
  agents_active: number,
  agents_types: text,
  agents_total: number,
}));
type StatuslineCache = z.infer<typeof StatuslineCache>;

/** `.claude/.statusline-cache`: what a status line shows without asking git itself. */
export const statuslineCache = (location: StateLocation): StateFile<StatuslineCache> =>
  publicFile(location, '.claude/.statusline-cache', jsonFormat(StatuslineCache));
