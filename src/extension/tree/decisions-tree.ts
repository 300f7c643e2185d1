import * as vscode from 'vscode';
import { fits, fitting, type Filter } from '../decisions/filter';
import { sessionsOf, type Session } from '../decisions/grouping';
import { Disposables, type Disposable } from '../platform/disposables';
import type { DecisionChange, DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { DetailNode } from './decision-nodes';
import { detailsOf, nodeOf, SessionNode, TurnNode, type DecisionNode, type SubAgentNode } from './decision-nodes';
import { FolderNode, NoticeNode } from './notice-node';

export type DecisionsTreeNode =
  FolderNode | SessionNode | TurnNode | SubAgentNode | DecisionNode | DetailNode | NoticeNode;

/** What an agent asked for and what came of it, newest first, as it happens. */
export class DecisionsTree implements vscode.TreeDataProvider<DecisionsTreeNode>, Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<DecisionsTreeNode | undefined>());
  readonly onDidChangeTreeData = this.didChangeEmitter.event;
  private readonly sections = new Map<Folder, FolderNode>();
  private readonly newest = new Map<Folder, SessionNode>();
  private chosen: Filter = {};

  constructor(
    private readonly folders: OpenFolders,
    private readonly decisions: DecisionStore,
  ) {
    this.ds.add(decisions.onDidChange((change) => this.changed(change)));
    this.ds.add(folders.onDidChange(() => this.didChangeEmitter.fire(undefined)));
  }

  get filter(): Filter {
    return this.chosen;
  }

  set filter(filter: Filter) {
    this.chosen = filter;
    this.didChangeEmitter.fire(undefined);
  }

  getTreeItem(node: DecisionsTreeNode): vscode.TreeItem {
    return node;
  }

  resolveTreeItem(item: vscode.TreeItem, node: DecisionsTreeNode): vscode.TreeItem {
    return node.kind === 'decision' ? node.resolved() : item;
  }

  getChildren(parent?: DecisionsTreeNode): DecisionsTreeNode[] {
    if (parent === undefined) return this.roots();
    switch (parent.kind) {
      case 'folder':
        return this.sessions(parent.folder);
      case 'session':
        return inSession(parent);
      case 'turn':
        return parent.turn.entries.map((entry) => nodeOf(parent.parent.folder, entry));
      case 'sub-agent':
        return parent.subAgent.calls.map((call) => nodeOf(parent.folder, call));
      case 'decision':
        return detailsOf(parent.row);
      case 'detail':
      case 'notice':
        return [];
    }
  }

  /** The view calls this to show a session that it has not loaded yet. */
  getParent(node: DecisionsTreeNode): DecisionsTreeNode | undefined {
    if (node.kind === 'turn') return node.parent;
    return node.kind === 'session' && this.folders.all.length > 1 ? this.section(node.folder) : undefined;
  }

  /** The node of a session, if it is shown. */
  sessionNode(folder: Folder, session: string): SessionNode | undefined {
    return this.sessions(folder).find(
      (node): node is SessionNode => node.kind === 'session' && node.session.id === session,
    );
  }

  private roots(): DecisionsTreeNode[] {
    const folders = this.folders.all.filter(
      (folder) => this.shown(folder).length > 0 || this.decisions.hasOlder(folder),
    );
    const [only] = folders;
    if (only !== undefined && this.folders.all.length === 1) return this.sessions(only);
    return folders.map((folder) => this.section(folder));
  }

  private section(folder: Folder): FolderNode {
    const node = this.sections.get(folder) ?? new FolderNode(folder);
    this.sections.set(folder, node);
    return node;
  }

  private sessions(folder: Folder): DecisionsTreeNode[] {
    const now = Date.now();
    const nodes = this.shown(folder).map((session, index) => new SessionNode(folder, session, now, index === 0));
    const [newest] = nodes;
    if (newest !== undefined) this.newest.set(folder, newest);
    return this.decisions.hasOlder(folder) ? [...nodes, older(folder)] : nodes;
  }

  private shown(folder: Folder): readonly Session[] {
    return sessionsOf(fitting(this.decisions.of(folder), this.chosen));
  }

  /** New records of the session on top refresh that session alone. */
  private changed({ folder, added }: DecisionChange): void {
    const top = this.newest.get(folder);
    if (added?.some((trace) => fits(trace, this.chosen)) === false) return;
    const [newest] = this.shown(folder);
    if (added !== undefined && top !== undefined && newest?.id === top.session.id) {
      top.update(newest, Date.now());
      this.didChangeEmitter.fire(top);
      return;
    }
    // What is not shown any more cannot be refreshed alone: a session goes on after its log was removed.
    this.newest.delete(folder);
    this.didChangeEmitter.fire(this.folders.all.length === 1 ? undefined : this.sections.get(folder));
  }

  dispose(): void {
    this.ds.dispose();
  }
}

/** The only turn of a session needs no row of its own: the session has its name. */
function inSession(parent: SessionNode): DecisionsTreeNode[] {
  const { turns } = parent.session;
  const [only] = turns;
  if (turns.length === 1 && only !== undefined) return only.entries.map((entry) => nodeOf(parent.folder, entry));
  return turns.map((turn, index) => new TurnNode(parent, turn, index === 0));
}

function older(folder: Folder): NoticeNode {
  return new NoticeNode(vscode.l10n.t('Show older decisions'), 'history', {
    command: 'gatehouse.showOlderDecisions',
    title: vscode.l10n.t('Show Older Decisions'),
    arguments: [folder],
  });
}
