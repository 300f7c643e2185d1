import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { late } from '../../hooks/project/late';
import { Disposables, type Disposable } from '../platform/disposables';
import { createPage, fillPage } from '../platform/page';
import { escaped } from './html';

export interface InspectorKind {
  readonly viewType: string;
  readonly title: string;
  /** What the text field is for. */
  readonly prompt: string;
  /** How many lines of it are seen at once. */
  readonly rows: number;
  /** What the text may be: shown as a list to choose from, where there is more than one. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** The result as a page fragment. All text in it is escaped. */
  inspect(input: InspectorInput): Promise<string> | string;
  /** Does what a button says; what it gives back is shown from then on. */
  act(action: string, input: InspectorInput): Promise<InspectorInput | undefined>;
}

export interface InspectorInput {
  readonly text: string;
  readonly choice: string;
}

const Message = late(() =>
  z.union([
    z.object({ kind: z.literal('input'), id: z.number(), text: z.string(), choice: z.string() }),
    z.object({ kind: z.literal('action'), action: z.string(), text: z.string(), choice: z.string() }),
  ]),
);

/** A page with a text field and what is found in the text, while it is typed. There is one of each kind. */
export class Inspector implements Disposable {
  private readonly ds = new Disposables();
  private panel: vscode.WebviewPanel | undefined;

  constructor(
    private readonly kind: InspectorKind,
    private readonly media: vscode.Uri,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Shows the page with this input. */
  async show(input: InspectorInput): Promise<void> {
    const panel = (this.panel ??= this.open());
    panel.webview.html = await this.page(input, panel.webview);
    panel.reveal();
  }

  /** Shows the page with what was typed into it before; a page that is not open begins with this choice. */
  async reveal(choice: string): Promise<void> {
    if (this.panel === undefined) await this.show({ text: '', choice });
    else this.panel.reveal();
  }

  private open(): vscode.WebviewPanel {
    const { viewType, title } = this.kind;
    const panel: vscode.WebviewPanel = createPage(this.media, {
      viewType,
      title,
      enableFindWidget: true,
      messages: Message,
      received: (message) => this.heard(message, panel.webview),
      failed: this.failed,
      closed: () => (this.panel = undefined),
    });
    return this.ds.add(panel);
  }

  private async heard(data: z.infer<typeof Message>, webview: vscode.Webview): Promise<void> {
    try {
      if (data.kind === 'action') {
        const next = await this.kind.act(data.action, data);
        if (next !== undefined) await this.show(next);
      } else await webview.postMessage({ id: data.id, html: await this.kind.inspect(data) });
    } catch (error) {
      this.failed(error);
      await webview.postMessage({
        ...(data.kind === 'input' && { id: data.id }),
        html: `<p class="deny">${escaped(error instanceof Error ? error.message : String(error))}</p>`,
      });
    }
  }

  private page({ text, choice }: InspectorInput, webview: vscode.Webview): Promise<string> {
    const { viewType, title, prompt, rows, choices, actions } = this.kind;
    const options = choices.map(
      ({ value, label }) =>
        `<option value="${escaped(value)}"${value === choice ? ' selected' : ''}>${escaped(label)}</option>`,
    );
    const buttons = actions.map(
      ({ id, label }) => `<button type="button" data-action="${id}">${escaped(label)}</button>`,
    );
    return fillPage(this.media, 'inspector.html', webview, {
      viewType,
      title: escaped(title),
      prompt: escaped(prompt),
      text: escaped(text),
      rows: String(rows),
      options: options.join(''),
      buttons: buttons.join(''),
      choosing: choices.length < 2 ? 'hidden' : '',
    });
  }

  dispose(): void {
    this.ds.dispose();
  }
}
