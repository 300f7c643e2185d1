import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { type EvidenceKind, evidenceKinds } from '../../../evidence/evidence';
import { type FlagFile, flagFiles, OwnWrites } from '../../../state/seal';
import { receiptsFile, wasRecorded } from '../../../evidence/receipts';
import { foreignTexts, isFirstCall, rememberFolder } from '../../../state/sealed-memory';
import { putRunnerBack, runnerChanged } from '../../../install/deploy';
import { hookVariables, withHookVariables } from '../../../install/harm';
import { changedShims, keptPrograms, putShimBack } from '../../../install/deployed-files';
import { carryOut, lossOfEntries, type SettingsFile } from '../../../install/settings-file';
import { noteClient } from '../../../person/caller';
import { raiseAlarm } from '../../../pipeline/alarms';
import { subjectOf } from '../../../pipeline/trace';
import { context, deny, message, pass, type Ruling } from '../../../pipeline/gate';
import type { Site } from '../../../pipeline/site';
import type { FinishedCall } from '../../../protocol/call';
import { gatehouseHome } from '../../../project/home';
import { configDiffers, keepConfig, putConfigBack } from '../../../configuration/layers';
import { lazyObject } from '../../../project/lazy-schema';
import { readText } from '../../../project/read-file';
import { firstTelling } from '../../../project/told-once';
import { keepServers } from '../../../client/mcp-servers';
import { isBeingWritten, noteSessionBegin, noteSnapshots } from '../../../agent-runs/start-files';
import { changedDuring, gitConfigs, type Look, noteLook, settingsOf, startOf, type Tampering } from '../tamper-check';
import { clipped } from '../../../project/text';
import type { Git } from '../../../project/git';
import { headOf, worktreeFolders } from '../../../project/place';

/** Looks at what changed during the call, voids it or puts it back, and tells the person once in a session. */
export async function settleChanges(
  call: FinishedCall,
  site: Site,
  enforced: boolean,
): Promise<Ruling | readonly Ruling[]> {
  const by = `${call.tool} ${clipped(subjectOf(call), 160)}`;
  const look: Look = { call, by, repairs: enforced && site.dry !== true };
  const found = [
    ...changedDocuments(look, site),
    ...receiptsWithoutSource(look, site),
    ...(await changedFlags(look, site)),
    ...(await lostHooks(look, site)),
    ...(await changedConfig(look, site)),
    ...changedPrograms(look, site),
    ...(await changedSettings(look, site)),
    ...(await changedSnapshots(look, site)),
    ...(await movedRefs(look, site)),
  ];
  if (look.repairs && found.some(({ voids }) => voids)) await site.evidence.voidTampered(evidenceKinds, by);
  if (site.dry !== true && !isBeingWritten(site)) noteLook(site);
  if (found.length === 0) return pass('the change was made by Gatehouse or the person');
  const rulings: Ruling[] = [];
  for (const { file, text } of found) {
    const { sessionId: session, toolUseId } = call;
    if (site.dry !== true) await raiseAlarm(site, { at: site.clock.now(), kind: 'tampered', session, toolUseId, text });
    rulings.push(context(`${text} Only Gatehouse and the person may change this.`, text));
    if (firstTelling(site.env, session, `tampered ${file}`)) {
      rulings.push(message(`${text} To view and clear alarms: gatehouse alarms`, text));
    }
  }
  return rulings;
}

/** What a session begins with is the person's. */
export async function keepStart(site: Site, session: string): Promise<void> {
  await keepSettings(site);
  await keepRefs(site);
  await noteSessionBegin(site);
  await keepServers(site, session);
  await noteClient(site.env, await site.caller());
  for (const folder of [site.home, gatehouseHome(site.env)]) rememberFolder(folder);
}

/** The client runs each command in a snapshot of the person's shell, which only the client writes, and once. */
async function changedSnapshots({ by }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  return (await noteSnapshots(site)).map((file) => ({
    file,
    text: `${file}, which the client loads before every command, was changed behind Gatehouse's back by ${by}; no run counts until a new session.`,
    voids: true,
  }));
}

/** The person's configuration, regardless of the gate's level: a changed configuration would set that level. */
async function changedConfig({ by, call }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  const home = gatehouseHome(site.env);
  const file = path.join(home, 'config.json');
  if (!(await configDiffers(home))) return [];
  if (!changedDuring(call, file)) {
    await keepConfig(home);
    return [];
  }
  putConfigBack(home);
  const text = `${file} was changed behind Gatehouse's back by ${by}. It was restored; the changed text is in config.json.changed. If you made that change, copy it back while no call runs.`;
  return [{ file, text }];
}

/** The shims and the runner: only an installation changes them, and says what it left. */
function changedPrograms({ by, repairs }: Look, site: Site): readonly Tampering[] {
  const home = gatehouseHome(site.env);
  const kept = keptPrograms(home);
  if (kept === undefined) return [];
  const findings = changedShims(home, kept).map((name): Tampering => {
    const file = path.join(home, 'bin', name);
    if (repairs) putShimBack(home, name, kept);
    const text = `${file}, which the hooks start, was changed behind Gatehouse's back by ${by}.`;
    return { file, text: repairs ? `${text} It was restored.` : text, voids: true };
  });
  if (!runnerChanged(home, kept.build)) return findings;
  const file = path.join(home, 'runner', kept.build);
  const back = repairs && putRunnerBack(home, kept.build, kept.source);
  const rest = back ? 'It was restored.' : "To repair: 'gatehouse doctor --fix', or install the hooks again.";
  const text = `${file}, the program of the hooks, was changed behind Gatehouse's back by ${by}. ${rest}`;
  return [...findings, { file, text, voids: true }];
}

/** Receipts and other sealed files that another program wrote, even if it knows the key. */
function changedDocuments({ by, repairs }: Look, site: Site): readonly Tampering[] {
  return foreignTexts(site.home, gatehouseHome(site.env)).map(({ file, restore }): Tampering => {
    const text = `${file} was changed behind Gatehouse's back by ${by}.`;
    return { file, text: repairs && restore() ? `${text} It was restored.` : text, voids: true };
  });
}

/** For a process that remembers no seals: receipts that appeared while the call ran, and that no call or person earned. */
function receiptsWithoutSource({ by, call }: Look, site: Site): readonly Tampering[] {
  const file = path.join(site.home, receiptsFile);
  if (!isFirstCall() || !changedDuring(call, file)) return [];
  const from = startOf(call);
  const late = evidenceKinds
    .flatMap((kind) => site.evidence.history(kind))
    .filter(({ verdict, at }) => verdict === 'pass' && at >= from);
  if (late.every((receipt) => wasRecorded(site.home, receipt))) return [];
  return [
    { file, text: `${file} was changed behind Gatehouse's back by ${by}; what it says does not count.`, voids: true },
  ];
}

const kindsIn: Readonly<Record<FlagFile, readonly EvidenceKind[]>> = {
  '.claude_review_state.json': ['code_review', 'doc_review', 'precommit'],
  '.claude/.test-status': ['tests'],
  '.claude/.proof-status': ['proof'],
};

/** Public files that say whether a flag is passed. */
async function changedFlags({ by, repairs }: Look, site: Site): Promise<readonly Tampering[]> {
  const findings: Tampering[] = [];
  for (const file of flagFiles) {
    const writes = new OwnWrites(site.home, file);
    const text = readText(path.join(site.root, file)) ?? '';
    if (!writes.isForeign(text)) continue;
    if (repairs) {
      await site.evidence.voidTampered(kindsIn[file], by);
      writes.settle(text);
    }
    findings.push({ file, text: `${file} was changed behind Gatehouse's back by ${by}; what it says does not count.` });
  }
  return findings;
}

const Kept = lazyObject(() => ({
  v: z.literal(1),
  /** By settings file: the variables that change what hooks are or do. */
  variables: z.record(z.string(), z.record(z.string(), z.string())),
  /** Where git looks for its hooks, and which configuration says so; absent if none does. */
  gitHooks: z.optional(z.object({ scope: z.string(), folder: z.string() })),
}));
type Kept = z.infer<typeof Kept>;
type GitHooks = Kept['gitHooks'];

const keptIn = (site: Site) => site.own('kept-settings', Kept, { sealed: true });

/** Remembers the settings as they are if nothing was remembered yet. */
async function keepSettings(site: Site): Promise<void> {
  if (keptIn(site).read().kind !== 'ok') await keep(site, await gitHooksOf(site));
}

async function keep(site: Site, gitHooks: GitHooks): Promise<void> {
  await keptIn(site).update(() => ({ v: 1, variables: variablesOf(site), ...(gitHooks && { gitHooks }) }));
}

/** Settings of other programs that say what runs as a hook. */
async function changedSettings(look: Look, site: Site): Promise<readonly Tampering[]> {
  const kept = keptIn(site).value();
  const gitHooks = await gitHooksOf(site);
  const findings =
    kept === undefined
      ? []
      : [...changedVariables(look, kept, site), ...(await changedGitHooks(look, kept.gitHooks, gitHooks, site))];
  // What was found was put back perhaps.
  if (site.dry !== true) await keep(site, findings.length === 0 ? gitHooks : await gitHooksOf(site));
  return findings;
}

const variablesOf = (site: Site): Kept['variables'] =>
  Object.fromEntries(settingsOf(site).map(({ file }) => [file, hookVariables(readText(file) ?? '')]));

function changedVariables({ by, call, repairs }: Look, { variables }: Kept, site: Site): readonly Tampering[] {
  return settingsOf(site).flatMap(({ file }): readonly Tampering[] => {
    const [before, text] = [variables[file] ?? {}, readText(file)];
    if (text === undefined || !changedDuring(call, file)) return [];
    const now = hookVariables(text);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (one) => before[one] !== now[one],
    );
    if (changed.length === 0) return [];
    if (repairs) writeFileSync(file, withHookVariables(readFileSync(file, 'utf8'), before));
    const what = `${changed.join(', ')} in the \`env\` of ${file} changes what hooks do`;
    const told = `${what}, and was changed behind Gatehouse's back by ${by}.`;
    return [{ file, text: repairs ? `${told} It was restored.` : told, voids: true }];
  });
}

/** Scripts that set up a project name its hooks' folder; a folder that the last commit does not hold is another's. */
async function changedGitHooks(
  { by, call, repairs }: Look,
  before: GitHooks,
  now: GitHooks,
  site: Site,
): Promise<readonly Tampering[]> {
  if (!gitConfigs(site.place.repository, site.env).some((file) => changedDuring(call, file))) return [];
  if (now?.folder === before?.folder || (await isProjects(now?.folder, site))) return [];
  const scope = now?.scope ?? before?.scope ?? 'local';
  const back = repairs && (await putBack(scope, before, site));
  const what = now === undefined ? 'is no longer set' : `is ${now.folder} now`;
  const told = `core.hooksPath, which says what git runs by itself, ${what}: it was changed behind Gatehouse's back by ${by}.`;
  return [{ file: 'core.hooksPath', text: back ? `${told} It was restored.` : told }];
}

async function gitHooksOf({ git }: Site): Promise<GitHooks> {
  const told = await git?.ask(['config', '--show-scope', '--get-all', 'core.hooksPath']).catch(() => '');
  const lines = (told ?? '').split('\n').map((line) => line.split('\t'));
  const [scope = '', folder = ''] = lines.findLast(([from = '']) => from !== '' && from !== 'command') ?? [];
  return scope === '' ? undefined : { scope, folder };
}

async function isProjects(folder: string | undefined, { git }: Site): Promise<boolean> {
  if (folder === undefined || git === undefined) return false;
  if (/^\.husky(?:\/_)?$/.test(folder)) return true;
  const held = await git.ask(['ls-tree', '--name-only', 'HEAD', '--', folder]).catch(() => '');
  if (held === '') return false;
  return (await git.ask(['status', '--porcelain', '-uall', '--ignored', '--', folder]).catch(() => '?')) === '';
}

async function putBack(scope: string, before: GitHooks, { git }: Site): Promise<boolean> {
  const words = before === undefined ? ['--unset-all', 'core.hooksPath'] : ['core.hooksPath', before.folder];
  const done = git?.ask(['config', `--${scope}`, ...words]).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}

/** A person may remove the hooks by hand; a call of the agent may not. */
async function lostHooks({ by, call, repairs }: Look, site: Site): Promise<readonly Tampering[]> {
  const findings: Tampering[] = [];
  for (const settings of settingsOf(site)) {
    const { file } = settings;
    if (!changedDuring(call, file) || lossOf(settings) === undefined) continue;
    if (repairs) await carryOut(settings, { kind: 'restore' });
    const what = repairs ? 'They were restored.' : 'They are missing.';
    const text = `The hooks in ${file} were taken out behind Gatehouse's back by ${by}. ${what}`;
    findings.push({ file, text, voids: true });
  }
  return findings;
}

/** While a session runs it keeps the hooks that it began with; 'gatehouse uninstall' goes through. */
export function lossDuringSession(site: Site): Ruling {
  for (const settings of settingsOf(site)) {
    const loss = lossOf(settings);
    if (loss === undefined) continue;
    const reason = `${settings.file} would lose Gatehouse's hooks while the session runs (${loss}).`;
    return deny('registration', reason, { instead: "A person can remove them with 'gatehouse uninstall'." });
  }
  return pass('the hooks stay registered');
}

function lossOf(settings: SettingsFile): string | undefined {
  try {
    return lossOfEntries(settings);
  } catch {
    return 'the file cannot be read';
  }
}

const KeptRefs = lazyObject(() => ({
  v: z.literal(1),
  /** What was checked out here. */
  branch: z.optional(z.string()),
  commit: z.optional(z.string()),
  /** The commit of every branch, and of every worktree without one. */
  tips: z.record(z.string(), z.string()),
}));
export type Refs = Omit<z.infer<typeof KeptRefs>, 'v'>;

const keptRefs = (site: Site) => site.own('kept-refs', KeptRefs, { sealed: true });

/** Remembers where every branch and worktree stands. */
async function keepRefs(site: Site): Promise<void> {
  const refs = await refsOf(site);
  if (refs !== undefined) await keptRefs(site).update(() => ({ v: 1, ...refs }));
}

/** Commits are looked for where a branch or a worktree is on another one than before. */
async function movedRefs(look: Look, site: Site): Promise<readonly Tampering[]> {
  const before = keptRefs(site).value();
  const now = await refsOf(site);
  if (now === undefined) return [];
  const moved = Object.keys(now.tips).filter((ref) => now.tips[ref] !== before?.tips[ref]);
  const same = before?.commit === now.commit && before?.branch === now.branch && moved.length === 0;
  if (before === undefined || same) {
    if (before === undefined && site.dry !== true) await keepRefs(site);
    return [];
  }
  const { hiddenCommits } = await import(/* webpackChunkName: "commands" */ './commits');
  const findings = await hiddenCommits(look, before, now, moved, site);
  if (site.dry !== true) await keepRefs(site);
  return findings;
}

async function refsOf({ git }: Pick<Site, 'git'>): Promise<Refs | undefined> {
  if (git === undefined) return undefined;
  try {
    const listed = await git.ask(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads']);
    const branches = listed.split('\n').flatMap((line) => {
      const at = line.indexOf(' ');
      return at < 0 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
    });
    const [branch, commit] = [git.branch(), git.commit()];
    const tips = Object.fromEntries([...branches, ...detached(git)]);
    return { ...(branch === undefined ? {} : { branch }), ...(commit === undefined ? {} : { commit }), tips };
  } catch {
    return undefined;
  }
}

/** Worktrees that stand on a commit and no branch, by the folder that git has for them. */
function detached({ repository: { commonDir } }: Git): readonly (readonly [string, string])[] {
  return [commonDir, ...worktreeFolders(commonDir)].flatMap((folder) => {
    const head = headOf(folder);
    return /^[0-9a-f]{40,64}$/.test(head) ? [[folder, head] as const] : [];
  });
}
