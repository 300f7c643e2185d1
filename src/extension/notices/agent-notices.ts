import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Trace } from '../../hooks/pipeline/trace';
import { lazySchema } from '../../hooks/project/lazy-schema';
import { isWatched, announced, type AgentNotice } from '../../hooks/person/notices';
import { Disposables, type Disposable } from '../platform/disposables';
import { isFirstWindow } from '../../hooks/project/told-once';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';

const Payload = lazySchema(() => {
  const text = z.catch(z.string(), '');
  return z.object({ notification_type: text, title: text, message: text });
});

/** Older notifications are not shown: the window was closed, or the log was replaced. */
const freshMs = 60_000;

/** Notifies that the agent waits for the person, in one of the windows on a folder. */
export class AgentNotices implements Disposable {
  private readonly ds = new Disposables();

  constructor(
    decisions: DecisionStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
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
    const told = announced({ notificationType, title, message }, folder.config.settings.notify, {
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

  dispose(): void {
    this.ds.dispose();
  }
}
