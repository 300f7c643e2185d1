import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Annotation, annotationsOf, scanDecisions } from '../../hooks/plan/annotation';
import { parsePlan, planFile, type Plan } from '../../hooks/plan/plan';
import { findPlan } from '../../hooks/plan/drift';
import { isProductSource, nameKind } from '../../hooks/source/file-kind';
import { Coalescer } from '../platform/coalescer';
import { Emitter, DisposableOwner } from '../platform/disposables';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { sourcePattern, isPlan } from './ids-in-document';

/** A place in the code that says it carries out a decision. */
export interface CodeMention {
  readonly uri: vscode.Uri;
  readonly relative: string;
  readonly annotation: Annotation;
}

interface FolderPlan {
  readonly plan: Plan;
  readonly uri: vscode.Uri;
}

interface Parsed {
  readonly stamp: string;
  readonly found: FolderPlan | undefined;
}

const pace = { quietMs: 200, maxWaitMs: 2_000 };

/**
 * The plan of each folder and the decisions that its code names, from open editors and files on disk. The code is read
 * when it is first needed; later only changed files are read again.
 */
export class DecisionIndex extends DisposableOwner {
  private readonly didChangeEmitter = this.ds.add(new Emitter<undefined>());
  readonly onDidChange = this.didChangeEmitter.event;
  private readonly plans = new WeakMap<Folder, Parsed>();
  private readonly scans = new Map<Folder, Promise<readonly CodeMention[] | undefined>>();
  private readonly teller = this.ds.add(new Coalescer(() => this.didChangeEmitter.fire(undefined), pace));

  constructor(
    private readonly folders: OpenFolders,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    for (const pattern of [sourcePattern, `**/${planFile}`]) {
      const watcher = this.ds.add(vscode.workspace.createFileSystemWatcher(pattern));
      const heard = (uri: vscode.Uri) => this.changed(uri);
      watcher.onDidChange(heard);
      watcher.onDidCreate(heard);
      watcher.onDidDelete(heard);
    }
    this.ds.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.edited(document)));
    this.ds.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.forget()));
  }

  /** The plan at the folder's top, from an open editor or from disk. */
  plan(folder: Folder): FolderPlan | undefined {
    const file = path.join(folder.root, planFile);
    const uri = this.folders.uriOf(file);
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    const facts = open === undefined ? statSync(file, { throwIfNoEntry: false }) : undefined;
    const stamp = open === undefined ? `${facts?.mtimeMs ?? ''} ${facts?.size ?? ''}` : `open ${open.version}`;
    const known = this.plans.get(folder);
    if (known?.stamp === stamp) return known.found;
    const onDisk = open === undefined ? findPlan(folder.root) : undefined;
    const plan = open === undefined ? (onDisk?.kind === 'ok' ? onDisk.plan : undefined) : parsePlan(open.getText());
    const found = plan && { plan, uri };
    this.plans.set(folder, { stamp, found });
    return found;
  }

  /** Every decision that the code names. Undefined if git cannot be asked: the workspace is not trusted, or it is not a repository. */
  async code(folder: Folder): Promise<readonly CodeMention[] | undefined> {
    if (!vscode.workspace.isTrusted || folder.git === undefined) return undefined;
    const scanned = this.scans.get(folder) ?? this.scan(folder);
    this.scans.set(folder, scanned);
    const drafts = vscode.workspace.textDocuments.filter((one) => one.isDirty && this.folders.of(one.uri) === folder);
    const saved = await scanned;
    if (saved === undefined || drafts.length === 0) return saved;
    const edited = new Set(drafts.map(({ uri }) => uri.fsPath));
    return [...saved.filter(({ uri }) => !edited.has(uri.fsPath)), ...drafts.flatMap((one) => this.draft(one, folder))];
  }

  private async scan(folder: Folder): Promise<readonly CodeMention[] | undefined> {
    const { root, git, own } = folder;
    try {
      const files = await scanDecisions({ root, git, own });
      return files.flatMap(({ relative, annotations }) =>
        annotations.map((annotation) => ({ uri: this.folders.uriOf(path.join(root, relative)), relative, annotation })),
      );
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  private draft(document: vscode.TextDocument, folder: Folder): readonly CodeMention[] {
    const { uri } = document;
    const relative = path.relative(folder.root, this.folders.pathOf(uri)).replaceAll(path.sep, '/');
    const kind = nameKind(relative);
    if (kind.language === undefined || !isProductSource(kind)) return [];
    return annotationsOf(document.getText(), kind.language).map((annotation) => ({ uri, relative, annotation }));
  }

  private changed(uri: vscode.Uri): void {
    const folder = this.folders.of(uri);
    if (folder === undefined) return;
    this.scans.delete(folder);
    this.teller.request();
  }

  private edited(document: vscode.TextDocument): void {
    const folder = this.folders.of(document.uri);
    if (folder !== undefined && nameKind(path.basename(document.uri.fsPath)).language !== undefined)
      this.teller.request();
  }

  private forget(): void {
    this.scans.clear();
    this.teller.request();
  }
}

/** What is in planContext from one document: its plan, and the code's decisions. */
export interface PlanContext {
  readonly document: vscode.TextDocument;
  readonly inPlan: boolean;
  /** The document itself if it is a plan, otherwise the plan at the folder's top. */
  readonly plan: FolderPlan | undefined;
  readonly code: readonly CodeMention[];
  /** False if the code could not be read: then it is unknown which ids it names. */
  readonly isCodeKnown: boolean;
}

export async function planContextOf(
  document: vscode.TextDocument,
  folder: Folder,
  index: DecisionIndex,
): Promise<PlanContext> {
  const inPlan = isPlan(document);
  const plan = inPlan ? { plan: parsePlan(document.getText()), uri: document.uri } : index.plan(folder);
  const code = await index.code(folder);
  return { document, inPlan, plan, code: code ?? [], isCodeKnown: code !== undefined };
}
