import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

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
