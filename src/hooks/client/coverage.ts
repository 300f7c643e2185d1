import { statSync } from 'node:fs';
import path from 'node:path';
import { conflictsAt } from '../install/conflicts';
import { foundIn } from '../install/registration';
import { scopes, settingsPath, settingsSources } from '../install/scope';
import { hooksDisabledIn, isIgnored, registrationsAt, unreadRegistrations } from '../install/settings-sources';
import { read, registeredSince } from '../install/settings-file';
import { judgedSince } from '../pipeline/decision-log';
import { claudeHome, type Env, gatehouseHome, projectHome, claudeState } from '../project/home';
import { isWithin, placeOf } from '../project/place';
import { namesIn, readJson, readText } from '../project/read-file';
import { counted } from '../project/text';
import { fieldsOf, isRecord, parseJson } from '../protocol/json';
import { isEditTool, isShellTool } from '../protocol/tools';
import { activePlugins, clientArguments, optionValues } from './plugins';
import { attempt } from '../project/functions';

/** A session in which tools ran and no Gatehouse hook was heard. */
export interface CoverageGap {
  readonly session: string;
  /** Where its client was started. */
  readonly directory: string;
  /** The first call that was not heard. */
  readonly since: number;
  readonly calls: number;
  readonly reason: string;
  /** What a person can do about it. */
  readonly repair: string;
}

/** One sentence for people, without the reason. */
export const gapText = ({ session, directory, calls }: CoverageGap): string =>
  `Session ${session.slice(0, 8)} in ${directory} ran ${counted(calls, 'call')} and no hook fired`;

const week = 7 * 24 * 3_600_000;
/** The client needs a moment to notice changed settings. */
const slackMs = 5_000;

const isJudged = ({ tool }: FinishedCall): boolean => isShellTool(tool) || isEditTool(tool);

/** Recent sessions in a worktree whose calls reached no gate although hooks were registered. */
export function coverageGaps(root: string, env: Env, now: number, lookedAt = 0): readonly CoverageGap[] {
  const since = Math.max(now - week, lookedAt);
  const known = new Map<string, ReturnType<typeof judgedSince>>();
  const judgedAt = (cwd: string) => {
    const home = projectHome(env, placeOf(cwd).root);
    const judged = known.get(home) ?? judgedSince(home, since);
    known.set(home, judged);
    return judged;
  };
  return recentTranscripts(root, since, env).flatMap((transcript): CoverageGap[] => {
    const registered = registeredFrom(transcript.directory, env);
    if (registered === undefined || placeOf(transcript.directory).root !== root) return [];
    const from = Math.max(since, registered + slackMs);
    const judged = transcript.calls.filter(isJudged);
    const unheard = judged.filter((call) => {
      const { ids, from: logged } = judgedAt(call.cwd);
      return call.at >= Math.max(from, logged) && !ids.has(call.id);
    });
    const [first] = unheard;
    if (first === undefined) return [];
    const { session, directory } = transcript;
    const partly = judged.some(({ id, cwd }) => judgedAt(cwd).ids.has(id));
    const likely = reasonFor(transcript, registered, partly, env);
    return [{ session, directory, since: first.at, calls: unheard.length, ...likely }];
  });
}

/** The earliest time from which on a file near this directory held our hooks. */
function registeredFrom(directory: string, env: Env): number | undefined {
  const files = new Set([
    ...settingsSources(directory, env).map(({ file }) => file),
    ...unreadRegistrations(directory, env).map(({ file }) => file),
    ...scopes.map((scope) => settingsPath(scope, directory, env)),
  ]);
  const times = [...files].flatMap((file) => registeredSince({ file, home: gatehouseHome(env) }) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

type Likely = Pick<CoverageGap, 'reason' | 'repair'>;

/** Why no hook fired, the most certain sign first. */
function reasonFor(transcript: Transcript, registered: number, partly: boolean, env: Env): Likely {
  const { directory, session } = transcript;
  return (
    byFlag(clientArguments(session, env) ?? []) ??
    bySettings(directory, env) ??
    (partly ? byPlugin(directory, session, env) : undefined) ??
    (transcript.began < registered ? began : undefined) ??
    (transcript.entrypoint === 'cli' && !isFolderTrusted(directory, env) ? untrusted(directory) : undefined) ??
    byUnknownFlag
  );
}

const withoutFlag = (flag: string): Likely => ({
  reason: `the client was started with ${flag}`,
  repair: `Start the client without ${flag.split(' ')[0] ?? flag}.`,
});

function byFlag(words: readonly string[]): Likely | undefined {
  const plain = ['--bare', '--safe-mode'].find((flag) => words.includes(flag));
  if (plain !== undefined) return withoutFlag(plain);
  const [sources] = optionValues(words, '--setting-sources');
  if (sources !== undefined) return withoutFlag(`--setting-sources ${sources}`);
  const settings = optionValues(words, '--settings').some((text) => text.includes('disableAllHooks'));
  return settings ? withoutFlag('--settings with disableAllHooks') : undefined;
}

function bySettings(directory: string, env: Env): Likely | undefined {
  const disabled = hooksDisabledIn(directory, env);
  if (disabled !== undefined) {
    return { reason: `disableAllHooks in ${disabled}`, repair: `Remove disableAllHooks from ${disabled}.` };
  }
  const managed = conflictsAt({ scope: 'local', directory, env, entries: [] }).find(({ kind }) => kind === 'managed');
  if (managed !== undefined) {
    return {
      reason: `managed settings: ${managed.message.replace(/\.$/, '')}`,
      repair: managed.repair ?? 'Ask your administrator.',
    };
  }
  if (registrationsAt(directory, env).length > 0) return undefined;
  const ignored = settingsSources(directory, env).find(({ file }) => holdsHooks(file) && isIgnored(file));
  if (ignored !== undefined) {
    return { reason: `the client ignores ${ignored.file}`, repair: 'gatehouse doctor says what to correct in it.' };
  }
  const [unread] = unreadRegistrations(directory, env);
  if (unread !== undefined) {
    const reason = `it was started in ${directory}, where the client does not read ${unread.file}`;
    return { reason, repair: `Start the client in ${unread.directory}.` };
  }
  return { reason: 'the hooks were removed from the settings', repair: 'gatehouse install' };
}

const holdsHooks = (file: string): boolean => attempt(() => foundIn(read(file) ?? '').length > 0) ?? false;

function byPlugin(directory: string, session: string, env: Env): Likely {
  const names = activePlugins(directory, env, session)
    .filter(({ mods }) => mods.length > 0)
    .map(({ id }) => id);
  const which = names.length === 0 ? 'a mod' : `the mod of ${names.join(' or ')}`;
  return { reason: `${which} kept the hooks from starting`, repair: 'Disable that plugin: claude plugin disable.' };
}

const began: Likely = { reason: 'it began before the hooks were registered', repair: 'Start a new session.' };

const untrusted = (directory: string): Likely => ({
  reason: `the client was not told to trust ${directory}`,
  repair: `Start the client in ${directory} and accept its trust prompt.`,
});

const byUnknownFlag: Likely = {
  reason: 'the client was started with --bare, --safe-mode, --setting-sources or --settings that leave the hooks out',
  repair: 'Start the client without these options.',
};

/** The client asks once for each folder; what is below a trusted one is trusted too. */
function isFolderTrusted(directory: string, env: Env): boolean {
  const projects = fieldsOf(fieldsOf(readJson(claudeState(env))).projects);
  for (let folder = directory; ; folder = path.dirname(folder)) {
    if (fieldsOf(projects[folder]).hasTrustDialogAccepted === true) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** What a session's transcript says of the calls that were made in it. */
interface Transcript {
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

interface FinishedCall {
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
function recentTranscripts(root: string, since: number, env: Env): readonly Transcript[] {
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
