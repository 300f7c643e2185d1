import * as vscode from 'vscode';
import { openAlarms } from '../../hooks/pipeline/alarms';
import { alarms } from '../flags';
import { Disposables, DisposableOwner } from '../platform/disposables';
import { isFirstWindow } from '../../hooks/project/told-once';
import type { Person } from '../platform/person';
import { preferences } from '../platform/preferences';
import type { DamageStore, RegistrationStore } from '../registration/registration-store';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { Stores } from '../stores';
import { messageOf } from '../../hooks/project/text';
import { isRefusal, type Trace } from '../../hooks/pipeline/trace';
import { canBeAllowed, refusalText } from '../decisions/outcome';
import type { DecisionStore } from '../store/decision-store';
import { DecisionNode } from '../tree/decisions-tree';
import { AgentNotices, WindowPresence } from './agent-notices';
import { LostHooksNotice, type Reinstall } from './lost-hooks-notice';
import { Batcher } from '../platform/coalescer';

/** All notifications. */
export function openNotices(stores: Stores, reinstall: Reinstall, person: Person) {
  const { folders, registration, damage, flagModel, decisions } = stores;
  const ds = new Disposables();
  ds.add(new WindowPresence(folders, decisions, preferences.notifications));
  ds.add(new AgentNotices(decisions, person, preferences.notifications));
  ds.add(new RefusalNotices(decisions, person, preferences.notifications));
  ds.add(new AlarmNotice(flagModel, person));
  ds.add(new ProofNotice(flagModel, person, preferences.notifications));
  ds.add(new DamagedRunnerNotice(damage, registration, person, reinstall));
  const lost = ds.add(new LostHooksNotice(folders, registration, person, reinstall));
  return { lost, dispose: () => ds.dispose() };
}

/** Notifies once when work waits for verification. */
class ProofNotice extends DisposableOwner {
  private readonly asked = new Set<Folder>();

  constructor(
    flags: FlagModel,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        if (flag.id !== 'proof') return;
        if (state.hold !== 'block') this.asked.delete(folder);
        else if (!this.asked.has(folder)) void this.ask(folder);
      }),
    );
  }

  private async ask(folder: Folder): Promise<void> {
    if (!this.wanted()) return;
    this.asked.add(folder);
    const verify = vscode.l10n.t('Verify…');
    const text = vscode.l10n.t('The work in {0} is ready for you to verify.', folder.name);
    if ((await this.person.tell(text, verify)) === verify) {
      await vscode.commands.executeCommand('gatehouse.verifyProof', folder.root);
    }
  }
}

/** Notifies that Gatehouse was not in force, once until the alarms are cleared. */
class AlarmNotice extends DisposableOwner {
  private readonly told = new Set<Folder>();

  constructor(
    flags: FlagModel,
    private readonly person: Person,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        if (flag !== alarms) return;
        if (state.status !== 'alarm') this.told.delete(folder);
        else if (!this.told.has(folder)) void this.tell(folder);
      }),
    );
  }

  private async tell(folder: Folder): Promise<void> {
    this.told.add(folder);
    const [first] = openAlarms(folder);
    if (first === undefined || !isFirstWindow(folder.home, `alarm-${first.at}`)) return;
    const show = vscode.l10n.t('Show');
    const text = vscode.l10n.t('Gatehouse was not in force in {0}. {1}.', folder.name, first.text.replace(/\.$/, ''));
    if ((await this.person.warn(text, show)) === show) {
      await vscode.commands.executeCommand('gatehouse.showAlarms', folder.root);
    }
  }
}

/** Offers to repair the installed runner when its files have changed since installation. Each damage is announced once. */
class DamagedRunnerNotice extends DisposableOwner {
  constructor(
    private readonly damage: DamageStore,
    private readonly registration: RegistrationStore,
    private readonly person: Person,
    private readonly reinstall: Reinstall,
  ) {
    super();
    this.ds.add(damage.onDidChange(() => void this.tell()));
    this.ds.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void damage.refresh()));
  }

  private async tell(): Promise<void> {
    const { files, guarded: folder } = this.damage;
    if (files.length === 0 || folder === undefined) return;
    const scope = this.registration.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
    if (scope === undefined) return;
    const repair = vscode.l10n.t('Repair');
    const text = vscode.l10n.t(
      'The installed hook program is damaged ({0}): tool calls are blocked.',
      files.join(', '),
    );
    if ((await this.person.warn(text, repair)) !== repair) return;
    try {
      await this.reinstall(folder, scope);
      await this.damage.refresh();
    } catch (error) {
      await this.person.warn(messageOf(error));
    }
  }
}

interface Refusal {
  readonly folder: Folder;
  readonly trace: Trace;
}

const gatherMs = 3_000;
/** Older refusals are not shown: the window was closed, or the log was replaced. */
const freshMs = 60_000;

/** Announces every blocked call, grouped over a few seconds, even while an earlier notification is open. */
class RefusalNotices extends DisposableOwner {
  private readonly batcher = this.ds.add(new Batcher<Refusal>((refusals) => void this.announce(refusals), gatherMs));

  constructor(
    decisions: DecisionStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    super();
    this.ds.add(
      decisions.onDidChange(({ folder, added }) => {
        const refusals = added?.filter((trace) => isRefusal(trace) && this.isNews(trace, folder)) ?? [];
        this.batcher.add(refusals.map((trace) => ({ folder, trace })));
      }),
    );
  }

  private isNews(trace: Trace, folder: Folder): boolean {
    if (!this.wanted() || folder.services.clock.now() - trace.at > freshMs) return false;
    return isFirstWindow(folder.home, trace.id);
  }

  private async announce(refusals: readonly Refusal[]): Promise<void> {
    const last = refusals.at(-1);
    if (last === undefined) return;
    const why = vscode.l10n.t('Why?');
    const allow = vscode.l10n.t('Allow Once…');
    const rule = vscode.l10n.t('Rule…');
    const show = vscode.l10n.t('Show All');
    const actions = refusals.length > 1 ? [why, show] : [why, ...(canBeAllowed(last.trace) ? [allow, rule] : [])];
    const picked = await this.person.warn(refusalText(refusals.map(({ trace }) => trace)), ...actions);
    const commands: Readonly<Record<string, string>> = {
      [why]: 'gatehouse.why',
      [allow]: 'gatehouse.allowOnce',
      [rule]: 'gatehouse.makeRule',
      [show]: 'gatehouse.decisions.focus',
    };
    const command = picked === undefined ? undefined : commands[picked];
    if (command === undefined) return;
    await vscode.commands.executeCommand(command, new DecisionNode(last.folder, last.trace));
  }
}
