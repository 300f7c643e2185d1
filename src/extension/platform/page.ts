import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export interface PageOptions<Message> {
  readonly viewType: string;
  readonly title: string;
  /** Offers the editor's own search in the page. */
  readonly enableFindWidget?: boolean;
  /** What the page's script may send; everything else is dropped. */
  readonly messages: { safeParse(message: unknown): { success: true; data: Message } | { success: false } };
  readonly received: (message: Message) => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly closed: () => void;
}

/** A tab with a page that may load what is in the media folder, and nothing else. */
export function createPage<Message>(media: vscode.Uri, options: PageOptions<Message>): vscode.WebviewPanel {
  const { viewType, title, enableFindWidget = false, messages, received, failed, closed } = options;
  const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    enableFindWidget,
    localResourceRoots: [media],
  });
  panel.iconPath = vscode.Uri.joinPath(media, 'icon.png');
  panel.onDidDispose(closed);
  panel.webview.onDidReceiveMessage((raw: unknown) => {
    const message = messages.safeParse(raw);
    if (message.success) void received(message.data).catch(failed);
  });
  return panel;
}

/** A page of a webview: the frame in the media folder with its `{{holes}}` filled. All text is escaped by the caller. */
export async function fillPage(
  media: vscode.Uri,
  frame: string,
  webview: vscode.Webview,
  parts: Readonly<Record<string, string>>,
): Promise<string> {
  const all: Readonly<Record<string, string>> = {
    nonce: randomBytes(16).toString('base64url'),
    source: webview.cspSource,
    style: webview.asWebviewUri(vscode.Uri.joinPath(media, 'page.css')).toString(),
    ...parts,
  };
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(media, frame));
  return new TextDecoder().decode(bytes).replace(/\{\{(\w+)\}\}/g, (_, name: string) => all[name] ?? '');
}
