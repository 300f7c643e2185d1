import path from 'node:path';
import { conflictsAt } from '../install/conflicts';
import { foundIn } from '../install/registration';
import { scopes, settingsPath, settingsSources } from '../install/scope';
import { read, registeredSince } from '../install/settings-file';
import { hooksDisabledIn, isIgnored, registrationsAt, unreadRegistrations } from '../install/settings-sources';
import { judgedSince } from '../pipeline/decision-log';
import { claudeHome, gatehouseHome, personHome, projectHome, type Env } from '../project/home';
import { placeOf } from '../project/place';
import { readJson } from '../project/read-file';
import { editTools, shellTools } from '../protocol/tools';
import { activePlugins, clientArguments, optionValues } from './plugins';
import { recentTranscripts, type FinishedCall, type Transcript } from './transcripts';
import { counted } from '../project/text';
import { fieldsOf } from '../protocol/json';

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

const isJudged = ({ tool }: FinishedCall): boolean =>
  (shellTools as readonly string[]).includes(tool) || (editTools as readonly string[]).includes(tool);

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

function holdsHooks(file: string): boolean {
  try {
    return foundIn(read(file) ?? '').length > 0;
  } catch {
    return false;
  }
}

function byPlugin(directory: string, session: string, env: Env): Likely {
  const names = activePlugins(directory, env, session)
    .filter(({ mods }) => mods.length > 0)
    .map(({ id }) => id);
  const which = names.length === 0 ? 'a mod' : `the mod of ${names.join(' or ')}`;
  return {
    reason: `${which} kept the hooks from starting`,
    repair: 'Disable that plugin: claude plugin disable.',
  };
}

const began: Likely = {
  reason: 'it began before the hooks were registered',
  repair: 'Start a new session.',
};

const untrusted = (directory: string): Likely => ({
  reason: `the client was not told to trust ${directory}`,
  repair: `Start the client in ${directory} and accept its trust prompt.`,
});

const byUnknownFlag: Likely = {
  reason: 'the client was started with --bare, --safe-mode, --setting-sources or --settings that leave the hooks out',
  repair: 'Start the client without these options.',
};

/** The client asks once for each folder; what lies below a trusted one is trusted too. */
function isFolderTrusted(directory: string, env: Env): boolean {
  const file =
    env.CLAUDE_CONFIG_DIR === undefined
      ? path.join(personHome(env), '.claude.json')
      : path.join(claudeHome(env), '.claude.json');
  const projects = fieldsOf(fieldsOf(readJson(file)).projects);
  for (let folder = directory; ; folder = path.dirname(folder)) {
    if (fieldsOf(projects[folder]).hasTrustDialogAccepted === true) return true;
    if (folder === path.dirname(folder)) return false;
  }
}
