import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type AgentNotice, noticeFor, announceWindow, isWatched, withdrawWindow } from '../../hooks/person/notices';
import type { Trace } from '../../hooks/pipeline/trace';
import { lazySchema } from '../../hooks/project/lazy-schema';
import { isFirstWindow } from '../../hooks/project/told-once';
import { type Disposable, Disposables, DisposableOwner } from '../platform/disposables';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';

const Payload = lazySchema(() => {
  const text = z.catch(z.string(), '');
  return z.object({ notification_type: text, title: text, message: text });
});

/** Older notifications are not shown: the window was closed, or the log was replaced. */
const freshMs = 60_000;

/** Notifies that the agent waits for the person, in one of the windows on a folder. */
export class AgentNotices extends DisposableOwner {
  constructor(
    decisions: DecisionStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    super();
    this.ds.add(
      decisions.onDidChange(({ folder, added }) => {
        for (const trace of added ?? []) {
          const notice = this.noticeOf(trace, folder);
          if (notice !== undefined) void this.tell(notice, trace, folder);
        }
      }),
    );
  }

  private noticeOf(trace: Trace, folder: Folder): AgentNotice | undefined {
    const { clock } = folder.services;
    if (trace.event !== 'Notification' || !this.wanted() || clock.now() - trace.at > freshMs) return undefined;
    const gate = trace.gates.find(({ id }) => id === 'notify');
    if (gate === undefined || gate.level === 'off' || gate.level === 'observe') return undefined;
    const payload = Payload.safeParse(trace.call);
    if (!payload.success) return undefined;
    const { notification_type: notificationType, title, message } = payload.data;
    const told = noticeFor({ notificationType, title, message }, folder.config.settings.notify, {
      root: folder.root,
      now: clock.now(),
    });
    return told.kind === 'show' ? told.notice : undefined;
  }

  private async tell({ title, body, urgent }: AgentNotice, trace: Trace, folder: Folder): Promise<void> {
    // The focused window shows it.
    if (!vscode.window.state.focused && isWatched(folder.home, process.pid)) return;
    if (!isFirstWindow(folder.home, trace.id)) return;
    const show = vscode.l10n.t('Show Session');
    const mute = vscode.l10n.t('Mute');
    const picked = await this.person[urgent ? 'warn' : 'tell'](`${title}: ${body}`, show, mute);
    if (picked === show) await vscode.commands.executeCommand('gatehouse.showSession', folder, trace.session);
    if (picked === mute) await vscode.commands.executeCommand('gatehouse.muteAgent', folder);
  }
}

/** Tells the hooks whether this window is focused; then no desktop notification is needed. */
export class WindowPresence implements Disposable {
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
