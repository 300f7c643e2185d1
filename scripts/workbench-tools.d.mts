export type EditorName = 'latest' | 'min';

export interface Editor {
  readonly folder: string;
  /** The Node that the server was made for. */
  readonly node: string;
  /** The server's folder: `out/server-main.js` lies in it. */
  readonly server: string;
}

export const editors: Readonly<Record<EditorName, { readonly version: string }>>;
export function editorAt(name: EditorName): Editor;
export function browserPath(): string | undefined;
export function desktopCode(): string | undefined;
export function installEditor(
  name: EditorName,
  context?: { readonly onLine?: (line: string) => void },
): Promise<{ readonly code: number; readonly output: string }>;
