import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Scope } from '../hooks/install/scope';
import { type AgentNotice, noticeFor, announceWindow, isWatched, withdrawWindow } from '../hooks/person/notices';
import { openAlarms } from '../hooks/pipeline/alarms';
import { isRefusal, type Trace } from '../hooks/pipeline/trace';
import { lazySchema } from '../hooks/project/lazy-schema';
import { messageOf } from '../hooks/project/text';
import { isFirstWindow } from '../hooks/project/told-once';
import { canBeAllowed, refusalText } from './decisions/outcome';
import type { FlagState } from './flags/flag';
import { Batcher } from './platform/coalescer';
import { type Disposable, Disposables, DisposableOwner } from './platform/disposables';
import { type Person, preferences } from './platform/person';
import { t } from './platform/text';
import type { DamageStore, RegistrationStore } from './registration/registration-store';
import type { DecisionStore } from './store/decision-store';
import type { FlagModel } from './store/flag-model';
import type { Folder } from './store/folder';
import type { OpenFolders } from './store/open-folders';
import type { Stores } from './stores';
import { DecisionNode } from './tree/decisions-tree';

export type Reinstall = (folder: Folder, scope: Scope) => Promise<void>;

/** All notifications. */
export function openNotices(stores: Stores, reinstall: Reinstall, person: Person) {
  const { folders, registration, damage, flagModel, decisions } = stores;
  const wanted = preferences.notifications;
  const repair = async (folder: Folder, scope: Scope) => {
    try {
      await reinstall(folder, scope);
    } catch (error) {
      await person.warn(messageOf(error));
    }
  };
  const ds = new Disposables();
  ds.add(new WindowPresence(folders, decisions, wanted));
  ds.add(passOnAgentNotices(decisions, person, wanted));
  ds.add(announceRefusals(decisions, person, wanted));
  const isAlarm = ({ status }: FlagState) => status === 'alarm';
  ds.add(tellOnce(flagModel, 'alarms', isAlarm, (folder) => tellAlarm(folder, person)));
  const isBlocking = ({ hold }: FlagState) => hold === 'block';
  ds.add(tellOnce(flagModel, 'proof', isBlocking, (folder) => askToVerify(folder, person), wanted));
  ds.add(damage.onDidChange(() => void offerRepair(damage, registration, repair, person)));
  ds.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void damage.refresh()));
  const lost = ds.add(new LostHooksNotice(folders, registration, person, repair));
  return { lost, dispose: () => ds.dispose() };
}

/** Tells something about a flag once for each folder, until the flag is no longer in that state. */
function tellOnce(
  flags: FlagModel,
  id: string,
  isDue: (state: FlagState) => boolean,
  tell: (folder: Folder) => Promise<void>,
  wanted = () => true,
): Disposable {
  const told = new Set<Folder>();
  return flags.onDidChange(({ folder, flag, state }) => {
    if (flag.id !== id) return;
    if (!isDue(state)) told.delete(folder);
    else if (!told.has(folder) && wanted()) {
      told.add(folder);
      void tell(folder);
    }
  });
}

async function askToVerify({ name, root }: Folder, person: Person): Promise<void> {
  const verify = t('Verify…');
  const picked = await person.tell(t('The work in {0} is ready for you to verify.', name), verify);
  if (picked === verify) await vscode.commands.executeCommand('gatehouse.verifyProof', root);
}

/** Gatehouse was not in force. */
async function tellAlarm(folder: Folder, person: Person): Promise<void> {
  const [first] = openAlarms(folder);
  if (first === undefined || !isFirstWindow(folder.home, `alarm-${first.at}`)) return;
  const show = t('Show');
  const text = t('Gatehouse was not in force in {0}. {1}.', folder.name, first.text.replace(/\.$/, ''));
  const picked = await person.warn(text, show);
  if (picked === show) await vscode.commands.executeCommand('gatehouse.showAlarms', folder.root);
}

/** Offers to repair the installed runner when its files have changed since installation. Each damage is announced once. */
async function offerRepair(
  damage: DamageStore,
  registration: RegistrationStore,
  reinstall: Reinstall,
  person: Person,
): Promise<void> {
  const { files, guarded: folder } = damage;
  const scope = folder && registration.scopeOf(folder);
  if (files.length === 0 || folder === undefined || scope === undefined) return;
  const repair = t('Repair');
  const text = t('The installed hook program is damaged ({0}): tool calls are blocked.', files.join(', '));
  if ((await person.warn(text, repair)) !== repair) return;
  await reinstall(folder, scope);
  await damage.refresh();
}

const freshMs = 60_000;

/** Older records are not announced: the window was closed, or the log was replaced. */
const isFresh = ({ at }: Trace, { services: { clock } }: Folder): boolean => clock.now() - at <= freshMs;

interface Refusal {
  readonly folder: Folder;
  readonly trace: Trace;
}

const gatherMs = 3_000;

/** Announces every blocked call, grouped over a few seconds, even while an earlier notification is open. */
function announceRefusals(decisions: DecisionStore, person: Person, wanted: () => boolean): Disposable {
  const ds = new Disposables();
  const batcher = ds.add(new Batcher<Refusal>((refusals) => void announce(refusals, person), gatherMs));
  const isNews = (trace: Trace, folder: Folder) =>
    isRefusal(trace) && wanted() && isFresh(trace, folder) && isFirstWindow(folder.home, trace.id);
  ds.add(
    decisions.onDidChange(({ folder, added = [] }) =>
      batcher.add(added.filter((trace) => isNews(trace, folder)).map((trace) => ({ folder, trace }))),
    ),
  );
  return ds;
}

async function announce(refusals: readonly Refusal[], person: Person): Promise<void> {
  const last = refusals.at(-1);
  if (last === undefined) return;
  const commands: Readonly<Record<string, string>> = {
    [t('Why?')]: 'gatehouse.why',
    ...(refusals.length > 1
      ? { [t('Show All')]: 'gatehouse.decisions.focus' }
      : canBeAllowed(last.trace) && { [t('Allow Once…')]: 'gatehouse.allowOnce', [t('Rule…')]: 'gatehouse.makeRule' }),
  };
  const picked = await person.warn(refusalText(refusals.map(({ trace }) => trace)), ...Object.keys(commands));
  const command = commands[picked ?? ''];
  if (command === undefined) return;
  await vscode.commands.executeCommand(command, new DecisionNode(last.folder, last.trace));
}

const Payload = lazySchema(() => {
  const text = z.catch(z.string(), '');
  return z.object({ notification_type: text, title: text, message: text });
});

/** Notifies that the agent waits for the person, in one of the windows on a folder. */
function passOnAgentNotices(decisions: DecisionStore, person: Person, wanted: () => boolean): Disposable {
  return decisions.onDidChange(({ folder, added = [] }) => {
    for (const trace of added) {
      const notice = wanted() ? noticeOf(trace, folder) : undefined;
      if (notice !== undefined) void passOn(notice, trace, folder, person);
    }
  });
}

function noticeOf(trace: Trace, folder: Folder): AgentNotice | undefined {
  if (trace.event !== 'Notification' || !isFresh(trace, folder)) return undefined;
  const gate = trace.gates.find(({ id }) => id === 'notify');
  if (gate === undefined || gate.level === 'off' || gate.level === 'observe') return undefined;
  const payload = Payload.safeParse(trace.call);
  if (!payload.success) return undefined;
  const { notification_type: notificationType, title, message } = payload.data;
  const { root, config, services } = folder;
  const at = { root, now: services.clock.now() };
  const told = noticeFor({ notificationType, title, message }, config.settings.notify, at);
  return told.kind === 'show' ? told.notice : undefined;
}

async function passOn({ title, body, urgent }: AgentNotice, trace: Trace, folder: Folder, person: Person) {
  // The focused window shows it.
  if (!vscode.window.state.focused && isWatched(folder.home, process.pid)) return;
  if (!isFirstWindow(folder.home, trace.id)) return;
  const show = t('Show Session');
  const mute = t('Mute');
  const picked = await person[urgent ? 'warn' : 'tell'](`${title}: ${body}`, show, mute);
  if (picked === show) await vscode.commands.executeCommand('gatehouse.showSession', folder, trace.session);
  if (picked === mute) await vscode.commands.executeCommand('gatehouse.muteAgent', folder);
}

/** If an agent's call removed the hooks, Gatehouse restores them itself and raises an alarm. */
const restoreMs = 2_000;

/** Says when hooks that were registered are gone, and this window did not remove them; and when they are back. */
export class LostHooksNotice extends DisposableOwner {
  private readonly known = new Map<Folder, Scope | undefined>();
  /** Where the notice is still open. */
  private readonly missed = new Set<Folder>();
  private expected = false;

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    super();
    const noteScope = () => {
      for (const folder of folders.all) this.known.set(folder, this.registration.scopeOf(folder));
    };
    noteScope();
    this.ds.add(folders.onDidChange(noteScope));
    this.ds.add(registration.onDidChange((folder) => this.changed(folder)));
  }

  /** Runs work that removes hooks because the person asked for it, so that no notice appears. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.expected = true;
    try {
      return await work();
    } finally {
      this.expected = false;
    }
  }

  private changed(folder: Folder): void {
    const before = this.known.get(folder);
    const now = this.registration.scopeOf(folder);
    this.known.set(folder, now);
    if (now !== undefined) this.tellBack(folder);
    else if (before !== undefined && !this.expected) setTimeout(() => void this.tellLost(folder, before), restoreMs);
  }

  private async tellLost(folder: Folder, before: Scope): Promise<void> {
    if (this.isRegistered(folder) || !this.folders.all.includes(folder)) return;
    this.missed.add(folder);
    const repair = t('Install Again');
    const text = t('Gatehouse hooks were removed from {0}. The agent is unguarded.', folder.name);
    const choice = await this.person.warn(text, repair);
    this.missed.delete(folder);
    if (choice !== repair || this.isRegistered(folder)) return;
    await this.reinstall(folder, before);
  }

  /** An open notification cannot be closed, so another one corrects it. */
  private tellBack(folder: Folder): void {
    if (!this.missed.delete(folder)) return;
    void this.person.tell(t('Gatehouse hooks are back in {0}. The agent is guarded.', folder.name));
  }

  private isRegistered(folder: Folder): boolean {
    return this.registration.scopeOf(folder) !== undefined;
  }
}

/** Tells the hooks whether this window is focused; then no desktop notification is needed. */
class WindowPresence implements Disposable {
  private readonly ds = new Disposables();
  private readonly announced = new Map<string, boolean>();

  constructor(
    private readonly folders: OpenFolders,
    decisions: DecisionStore,
    private readonly shows: () => boolean,
  ) {
    const announce = () => this.announce();
    this.ds.add(vscode.window.onDidChangeWindowState(announce));
    this.ds.add(vscode.workspace.onDidChangeConfiguration(announce));
    this.ds.add(folders.onDidChange(announce));
    this.ds.add(decisions.onDidChange(announce));
    announce();
  }

  private announce(): void {
    const homes = new Set(this.folders.all.map(({ home }) => home));
    for (const home of this.announced.keys()) if (!homes.has(home)) this.withdraw(home);
    const looked = vscode.window.state.focused && this.shows();
    for (const home of homes) {
      // Without a state folder no hook has run, so nothing reads it.
      if (this.announced.get(home) === looked || !existsSync(home)) continue;
      announceWindow(home, process.pid, looked);
      this.announced.set(home, looked);
    }
  }

  private withdraw(home: string): void {
    withdrawWindow(home, process.pid);
    this.announced.delete(home);
  }

  dispose(): void {
    this.ds.dispose();
    for (const home of [...this.announced.keys()]) this.withdraw(home);
  }
}
