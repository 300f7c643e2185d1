import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { EvidenceKind } from '../../hooks/evidence/evidence';
import { isFile } from '../../hooks/project/read-file';
import { toolOutput } from '../../hooks/review/tool-output';
import { Disposables, DisposableOwner } from '../platform/disposables';
import type { DecisionStore } from '../store/decision-store';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { findingsIn, type Finding, type Weight } from './findings';
import { t } from '../platform/text';

const kinds: readonly EvidenceKind[] = ['code_review', 'doc_review'];

/** Findings of the latest review, at their lines: those of a file go when it changes, all of them when the flag is stale. */
export class ReviewFindings extends DisposableOwner {
  private readonly collection = this.ds.add(vscode.languages.createDiagnosticCollection('gatehouse-review'));
  private readonly shown = new Map<Folder, Map<string, readonly Placed[]>>();
  private watchers = this.ds.add(new Disposables());

  constructor(
    private readonly folders: OpenFolders,
    private readonly decisions: DecisionStore,
    flags: FlagModel,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ folder, flag, state }) => {
        const kind = kinds.find((one) => one === flag.id);
        if (kind === undefined) return;
        const fits = state.status === 'failed' || state.status === 'passed';
        this.update(folder, kind, fits).catch(failed);
      }),
    );
    this.ds.add(
      decisions.onDidChange(({ folder, added }) => {
        // The record of a review is written after its flag was set.
        if (added?.some(({ event }) => event === 'PostToolUse') !== true) return;
        for (const kind of kinds) this.update(folder, kind, true).catch(this.failed);
      }),
    );
  }

  private async update(folder: Folder, kind: EvidenceKind, mayFit: boolean): Promise<void> {
    const placed = mayFit ? await this.findings(folder, kind) : [];
    const byKind = this.shown.get(folder) ?? new Map<string, readonly Placed[]>();
    this.shown.set(folder, byKind);
    if (placed.length === 0 && (byKind.get(kind) ?? []).length === 0) return;
    byKind.set(kind, placed);
    this.paint();
  }

  private async findings(folder: Folder, kind: EvidenceKind): Promise<readonly Placed[]> {
    const { receipt, status } = await folder.evidence.status(kind);
    if (receipt?.toolUseId === undefined || (status !== 'failed' && status !== 'passed')) return [];
    const record = this.decisions
      .of(folder)
      .findLast(({ toolUseId, event }) => toolUseId === receipt.toolUseId && event === 'PostToolUse');
    const output = toolOutput(record?.call?.tool_response ?? record?.call?.tool_output);
    if (output.kind !== 'text') return [];
    return findingsIn(output.text).flatMap((finding) => {
      const file = fileIn(folder.root, finding.file);
      return file === undefined || changedAt(file) > receipt.at ? [] : [{ file, finding, kind }];
    });
  }

  private paint(): void {
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const { file, finding, kind } of [...this.shown.values()].flatMap((one) => [...one.values()].flat())) {
      byFile.set(file, [...(byFile.get(file) ?? []), diagnosticOf(finding, kind)]);
    }
    this.collection.clear();
    for (const [file, diagnostics] of byFile) this.collection.set(this.folders.uriOf(file), diagnostics);
    this.watch([...byFile.keys()]);
  }

  /** Files with findings are followed, whether the agent or a person writes them. */
  private watch(files: readonly string[]): void {
    this.watchers.dispose();
    this.watchers = this.ds.add(new Disposables());
    for (const file of files) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(path.dirname(file)), path.basename(file));
      const watcher = this.watchers.add(vscode.workspace.createFileSystemWatcher(pattern));
      const updateAll = () => {
        for (const folder of this.shown.keys())
          for (const kind of kinds) this.update(folder, kind, true).catch(this.failed);
      };
      this.watchers.add(watcher.onDidChange(updateAll));
      this.watchers.add(watcher.onDidDelete(updateAll));
    }
  }
}

interface Placed {
  readonly file: string;
  readonly finding: Finding;
  readonly kind: EvidenceKind;
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

/** A file of the project; a report may name others, which are not looked at. */
function fileIn(root: string, name: string): string | undefined {
  const file = path.resolve(root, name);
  if (!file.startsWith(root + path.sep)) return undefined;
  return isFile(file) ? file : undefined;
}

function diagnosticOf({ line, weight, message }: Finding, kind: EvidenceKind): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, message, severities()[weight]);
  diagnostic.source = kind === 'doc_review' ? 'Gatehouse doc review' : 'Gatehouse review';
  return diagnostic;
}

const severities = (): Readonly<Record<Weight, vscode.DiagnosticSeverity>> => ({
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
});

/** Marks files that changed since the review that had passed on them. */
export class ChangedFiles extends DisposableOwner implements vscode.FileDecorationProvider {
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<vscode.Uri[]>());
  readonly onDidChangeFileDecorations = this.didChangeEmitter.event;
  private readonly marks = new Map<string, string>();

  constructor(
    private readonly folders: OpenFolders,
    private readonly flags: FlagModel,
  ) {
    super();
    this.ds.add(
      flags.onDidChange(({ state }) =>
        state.changed !== undefined || this.marks.size > 0 ? this.update() : undefined,
      ),
    );
    this.ds.add(folders.onDidChange(() => this.update()));
    this.ds.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const flag = uri.scheme === 'file' ? this.marks.get(uri.fsPath) : undefined;
    if (flag === undefined) return undefined;
    return { badge: '⟳', tooltip: t('changed since: {0}', flag), propagate: false };
  }

  private update(): void {
    const before = new Set(this.marks.keys());
    this.marks.clear();
    for (const folder of this.folders.all) {
      for (const flag of this.flags.flagsOf(folder)) {
        for (const file of this.flags.state(folder, flag)?.changed ?? []) {
          const { fsPath } = this.folders.uriOf(path.join(folder.root, file));
          const known = this.marks.get(fsPath);
          const title = flag.title.toLowerCase();
          this.marks.set(fsPath, known === undefined ? title : `${known}, ${title}`);
        }
      }
    }
    const touched = new Set([...before, ...this.marks.keys()]);
    if (touched.size > 0) this.didChangeEmitter.fire([...touched].map((file) => vscode.Uri.file(file)));
  }
}
