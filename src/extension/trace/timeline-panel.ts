import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type EvidenceKind, evidenceKinds } from '../../hooks/evidence/evidence';
import { lazyObject } from '../../hooks/project/lazy-schema';
import { sessionsOf } from '../decisions/grouping';
import { sessionName } from '../decisions/labels';
import { timelineOf, type Timeline } from '../decisions/timeline';
import { escaped } from '../inspector/html';
import { Coalescer } from '../platform/coalescer';
import { DisposableOwner } from '../platform/disposables';
import { createPage, fillPage } from '../platform/page';
import { t } from '../platform/text';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { RescueStore } from '../store/rescue-store';
import { DecisionNode } from '../tree/decisions-tree';
import { exportedJson, exportedSvg, timelinePage } from './timeline-page';

const Message = lazyObject(() => ({ action: z.string(), id: z.optional(z.string()), session: z.optional(z.string()) }));

const pace = { quietMs: 200, maxWaitMs: 1_000 };

/** One session as a picture, which grows while the session goes on. There is one such tab. */
export class TimelinePanel extends DisposableOwner {
  private readonly painter = this.ds.add(new Coalescer(() => this.paint(), pace));
  private panel: vscode.WebviewPanel | undefined;
  private folder: Folder | undefined;
  /** Undefined follows the newest. */
  private session: string | undefined;

  constructor(
    private readonly decisions: DecisionStore,
    private readonly rescue: RescueStore,
    private readonly media: vscode.Uri,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.ds.add(decisions.onDidChange(({ folder }) => folder === this.folder && this.painter.request()));
  }

  async show(folder: Folder, session: string | undefined): Promise<void> {
    this.folder = folder;
    this.session = session;
    const panel = (this.panel ??= this.open());
    const parts = {
      title: escaped(t('Timeline')),
      sessions: escaped(t('Session')),
      svg: escaped(t('Export SVG')),
      json: escaped(t('Export JSON')),
    };
    panel.webview.html = await fillPage(this.media, 'timeline.html', panel.webview, parts);
    panel.reveal();
  }

  private open(): vscode.WebviewPanel {
    const panel = createPage(this.media, {
      viewType: 'gatehouse.timeline',
      title: t('Gatehouse Timeline'),
      messages: Message,
      received: (message) => this.onMessage(message),
      failed: this.failed,
      closed: () => (this.panel = undefined),
    });
    return this.ds.add(panel);
  }

  private async onMessage({ action, id, session }: z.infer<typeof Message>): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    switch (action) {
      case 'ready':
        return this.painter.now();
      case 'session':
        this.session = session;
        return this.painter.now();
      case 'open': {
        const trace = this.decisions.of(folder).findLast((one) => one.id === id);
        if (trace !== undefined) await vscode.commands.executeCommand('gatehouse.why', new DecisionNode(folder, trace));
        return;
      }
      case 'svg':
      case 'json':
        return this.exportAs(action);
    }
  }

  private async paint(): Promise<void> {
    const { panel, folder } = this;
    if (panel === undefined || folder === undefined) return;
    const sessions = sessionsOf(this.decisions.of(folder)).filter(({ id }) => id !== '');
    const timeline = await this.timeline();
    await panel.webview.postMessage({
      sessions: sessions.map((one) => ({ id: one.id, name: sessionName(one) })),
      session: timeline?.session ?? '',
      html:
        timeline === undefined
          ? `<p class="quiet">${escaped(t('No activity yet. Start an agent session in this folder.'))}</p>`
          : timelinePage(timeline),
    });
  }

  /** What is shown now. */
  async timeline(): Promise<Timeline | undefined> {
    const { folder } = this;
    if (folder === undefined) return undefined;
    const traces = this.decisions.of(folder);
    const sessions = sessionsOf(traces).filter(({ id }) => id !== '');
    const shown = sessions.find(({ id }) => id === this.session) ?? sessions[0];
    if (shown === undefined) return undefined;
    const kept = (await this.rescue.list(folder)).map(({ snapshot }) => snapshot);
    const stale = shown === sessions[0] ? await staleIn(folder) : [];
    return timelineOf({ id: shown.id, name: sessionName(shown) }, traces, kept, stale);
  }

  private async exportAs(kind: 'svg' | 'json'): Promise<void> {
    const timeline = await this.timeline();
    if (timeline === undefined || this.folder === undefined) return;
    const name = `gatehouse-timeline-${timeline.session.slice(0, 8)}.${kind}`;
    const defaultUri = vscode.Uri.joinPath(vscode.Uri.file(this.folder.root), name);
    const file = await vscode.window.showSaveDialog({ defaultUri, filters: { [kind.toUpperCase()]: [kind] } });
    if (file === undefined) return;
    const text = kind === 'svg' ? exportedSvg(timeline) : exportedJson(timeline);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }
}

async function staleIn({ evidence }: Folder): Promise<readonly EvidenceKind[]> {
  const statuses = await Promise.all(evidenceKinds.map((kind) => evidence.status(kind)));
  return statuses.filter(({ status }) => status === 'stale').map(({ kind }) => kind);
}
