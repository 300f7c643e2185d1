import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checksum, flagFiles } from '../../state/seal';
import { receiptsFile } from '../../evidence/receipts';
import { foreignTexts } from '../../state/sealed-memory';
import { deployedFiles } from '../../install/deployed-files';
import { scopes, settingsPath, sourceIn } from '../../install/scope';
import type { SettingsFile } from '../../install/settings-file';
import { gate, type Gate, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { gatehouseHome, personHome } from '../../project/home';
import { entriesIn, makeFolder } from '../../project/read-file';
import { type Repository, worktreeFolders } from '../../project/place';
import type { FinishedCall } from '../../protocol/call';
import { snapshotFiles } from '../../agent-runs/start-files';

const level: Gate['level'] = { observe: 'observe', standard: 'enforce', harness: 'enforce' };

/** Detects and undoes changes that a call made to evidence, configuration, hooks and the installation. */
export const tamperCheck = gate({
  id: 'tamper-check',
  title: 'Tamper check',
  summary:
    'Checks after every tool call whether it tampered with evidence, the hooks, their registration or your configuration: voids the evidence, restores the rest and tells you. Also keeps a running session from losing its hooks.',
  events: ['SessionStart', 'PostToolUse', 'PostToolUseFailure', 'ConfigChange'],
  posture: 'open',
  level,
  cannotBeOff: true,
  async decide(call, site) {
    if (call.event === 'SessionStart') {
      if (site.dry !== true) await (await settling()).keepStart(site, call.sessionId);
      return pass('recorded the state at the start of the session');
    }
    if (call.event === 'ConfigChange') return (await settling()).lossDuringSession(site);
    if (lookUnchanged(site)) return pass('nothing that Gatehouse protects was changed');
    const { settleChanges } = await settling();
    return settleChanges(call, site, site.config.level({ id: 'tamper-check', level }) === 'enforce');
  },
});

/** Nearly every call changed nothing. */
const settling = () => import(/* webpackChunkName: "rest" */ './tamper-check/settle');

type WatchSite = Pick<Site, 'root' | 'home' | 'env' | 'place'>;

/** The files that Gatehouse's decisions depend on. */
function watchedFiles({ root, home: state, env, place }: WatchSite): readonly string[] {
  const home = gatehouseHome(env);
  return [
    ...flagFiles.map((file) => path.join(root, file)),
    path.join(state, receiptsFile),
    sourceIn(root, 'local').file,
    sourceIn(root, 'project').file,
    settingsPath('user', root, env),
    path.join(home, 'config.json'),
    ...deployedFiles(home),
    ...snapshotFiles(env),
    ...gitConfigs(place.repository, env),
    ...(place.repository === undefined ? [] : refFiles(place.repository)),
  ];
}

/** Where git may be told of other hooks. */
export function gitConfigs(repository: Repository | undefined, env: Site['env']): readonly string[] {
  if (repository === undefined) return [];
  const person = personHome(env);
  return [
    path.join(repository.commonDir, 'config'),
    path.join(repository.gitDir, 'config.worktree'),
    path.join(person, '.gitconfig'),
    path.join(person, '.config/git/config'),
  ];
}

const checksumFile = (home: string): string => path.join(home, 'watched-files');

/** Every watched file's size, change time and identity: equal to the last ones, nothing was changed. */
function looksOf(site: WatchSite): string {
  const looks = watchedFiles(site).map((file) => {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats === undefined ? '-' : `${stats.size} ${stats.ctimeMs} ${stats.ino}`;
  });
  return looks.join('\n');
}

/**
 * What this process last saw, by worktree: a program that knows the key could write the checksum that the next process
 * compares with.
 */
const seen = new Map<string, string>();

function lookUnchanged(site: WatchSite): boolean {
  try {
    const last = seen.get(site.home);
    const looks = looksOf(site);
    const unchanged =
      last === undefined
        ? readFileSync(checksumFile(site.home), 'utf8') === checksum(looks, site.home)
        : last === looks;
    return unchanged && foreignTexts(site.home, gatehouseHome(site.env)).length === 0;
  } catch {
    return false;
  }
}

export function noteLook(site: WatchSite): void {
  try {
    const looks = looksOf(site);
    seen.set(site.home, looks);
    makeFolder(site.home);
    writeFileSync(checksumFile(site.home), checksum(looks, site.home), { mode: 0o600 });
  } catch {
    // The next call looks at the contents again.
  }
}

/** Repositories with more branches in files of their own are rare, and every call looks at them. */
const mostFiles = 300;

/** Where git keeps what its branches and worktrees stand on; a folder's times change when a file in it is replaced. */
export function refFiles({ gitDir, commonDir }: Repository): readonly string[] {
  const folders = [commonDir, ...worktreeFolders(commonDir)];
  const branches = branchFiles(path.join(commonDir, 'refs', 'heads'));
  return [
    path.join(gitDir, 'HEAD'),
    path.join(commonDir, 'packed-refs'),
    path.join(commonDir, 'reftable', 'tables.list'),
    ...folders.map((folder) => path.join(folder, 'HEAD')),
    ...branches,
  ];
}

function branchFiles(top: string): readonly string[] {
  const folders = [top];
  const files: string[] = [];
  for (const folder of folders) {
    for (const entry of entriesIn(folder)) {
      (entry.isDirectory() ? folders : files).push(path.join(folder, entry.name));
    }
  }
  return [...folders, ...files.slice(0, mostFiles)];
}

/** One file that a call changed, in a sentence for people. */
export interface Tampering {
  readonly file: string;
  readonly text: string;
  /** Results of hooks since then are unreliable too. */
  readonly voids?: true;
}

/** What a look needs to know beside the site. */
export interface Look {
  readonly call: FinishedCall;
  /** The call, as people read it. */
  readonly by: string;
  /** May things be put back? */
  readonly repairs: boolean;
}

export const settingsOf = ({ root, env }: Pick<Site, 'root' | 'env'>): readonly SettingsFile[] =>
  scopes.map((scope) => ({ file: settingsPath(scope, root, env), home: gatehouseHome(env), env }));

/** Change times cannot be set, and tell a person's edit between two calls from what the call did. */
export function changedDuring(call: FinishedCall, file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false }) ?? lstatSync(path.dirname(file), { throwIfNoEntry: false });
  return stats === undefined || stats.ctimeMs >= startOf(call);
}

/** When the call began, at the latest that this look can tell. */
export const startOf = ({ raw: { duration_ms: duration } }: FinishedCall): number =>
  typeof duration === 'number' ? Date.now() - duration - slackMs : 0;

/** From the tool's end to this look. */
const slackMs = 5_000;
