import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { DisposableOwner } from '../platform/disposables';
import { t } from '../platform/text';
import { pathsIn, sectionsOf, type Section } from './outline';

interface Opened {
  readonly trace: Trace;
  readonly isDryRun: boolean;
}

const traceScheme = 'gatehouse-trace';

/** The records that were opened as read-only documents, with folding, an outline, and links to the files they name. */
export class TraceDocuments
  extends DisposableOwner
  implements
    vscode.TextDocumentContentProvider,
    vscode.FoldingRangeProvider,
    vscode.DocumentSymbolProvider,
    vscode.DocumentLinkProvider
{
  private readonly opened = new Map<string, Opened>();

  constructor() {
    super();
    const selector = { scheme: traceScheme };
    this.ds.add(vscode.workspace.registerTextDocumentContentProvider(traceScheme, this));
    this.ds.add(vscode.languages.registerFoldingRangeProvider(selector, this));
    this.ds.add(vscode.languages.registerDocumentSymbolProvider(selector, this, { label: 'Gatehouse' }));
    this.ds.add(vscode.languages.registerDocumentLinkProvider(selector, this));
    this.ds.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === traceScheme && this.opened.delete(uri.query)),
    );
  }

  async open(trace: Trace): Promise<void> {
    const plain = await vscode.workspace.openTextDocument(this.keepTrace({ trace, isDryRun: false }));
    const document = await vscode.languages.setTextDocumentLanguage(plain, traceScheme);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** A recorded decision, and what it would be now or with another profile. */
  async compare(was: Trace, now: Trace, title: string): Promise<void> {
    const before = this.keepTrace({ trace: was, isDryRun: false });
    const after = this.keepTrace({ trace: now, isDryRun: true });
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  }

  private keepTrace(opened: Opened): vscode.Uri {
    this.opened.set(opened.trace.id, opened);
    return uriOf(opened.trace);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const opened = this.opened.get(uri.query);
    if (opened === undefined)
      return t('This decision was opened in an earlier window. Open it again from the Decisions view.');
    const { trace, isDryRun } = opened;
    const { explainTrace } = await import('../../hooks/library');
    return explainTrace(trace, isDryRun);
  }

  provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
    return sectionsOf(document.getText()).map(({ start, end }) => new vscode.FoldingRange(start, end));
  }

  provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    const top: vscode.DocumentSymbol[] = [];
    const open: { section: Section; symbol: vscode.DocumentSymbol }[] = [];
    for (const section of sectionsOf(document.getText())) {
      const range = new vscode.Range(section.start, 0, section.end, document.lineAt(section.end).text.length);
      const title = document.lineAt(section.start).range;
      const symbol = new vscode.DocumentSymbol(section.title, '', vscode.SymbolKind.Event, range, title);
      while ((open.at(-1)?.section.end ?? Infinity) < section.start) open.pop();
      (open.at(-1)?.symbol.children ?? top).push(symbol);
      open.push({ section, symbol });
    }
    return top;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links: vscode.DocumentLink[] = [];
    for (let row = 0; row < document.lineCount; row += 1) {
      for (const { start, end, path, line } of pathsIn(document.lineAt(row).text)) {
        const target = vscode.Uri.file(path).with({ fragment: line === undefined ? '' : `L${line}` });
        links.push(new vscode.DocumentLink(new vscode.Range(row, start, row, end), target));
      }
    }
    return links;
  }
}

function uriOf({ id, event, tool, at }: Trace): vscode.Uri {
  const time = new Date(at).toTimeString().slice(0, 8).replaceAll(':', '.');
  const name = [event === '' ? 'call' : event, tool, time].filter((part) => part !== undefined).join(' ');
  return vscode.Uri.from({ scheme: traceScheme, path: `/${name.replace(/[^\w .-]/g, '_')}`, query: id });
}
