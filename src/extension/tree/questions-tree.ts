import * as vscode from 'vscode';
import { untilNextAge } from '../platform/age';
import { Disposables, type Disposable } from '../platform/disposables';
import type { AskedQuestions, QuestionStore } from '../store/question-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { DetailNode } from './decision-nodes';
import { FolderNode, NoticeNode } from './notice-node';
import { namesOf, PreferenceNode, PreferencesNode, QuestionNode, type Preferred } from './question-nodes';

export type QuestionsTreeNode = FolderNode | QuestionNode | PreferencesNode | PreferenceNode | DetailNode | NoticeNode;

/** What the agent asked and who answered, newest first, with what a person prefers. */
export class QuestionsTree implements vscode.TreeDataProvider<QuestionsTreeNode>, Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new vscode.EventEmitter<QuestionsTreeNode | undefined>());
  readonly onDidChangeTreeData = this.didChangeEmitter.event;
  private newestAt: number | undefined;

  constructor(
    private readonly folders: OpenFolders,
    private readonly questions: QuestionStore,
  ) {
    const all = () => this.didChangeEmitter.fire(undefined);
    this.ds.add(questions.onDidChange(all));
    this.ds.add(folders.onDidChange(all));
  }

  getTreeItem(node: QuestionsTreeNode): vscode.TreeItem {
    return node;
  }

  getChildren(parent?: QuestionsTreeNode): QuestionsTreeNode[] {
    if (parent === undefined) return this.roots();
    switch (parent.kind) {
      case 'folder':
        return this.inFolder(parent.folder);
      case 'question':
        return [...parent.details()];
      case 'preferences':
        return [...parent.nodes];
      case 'preference':
      case 'detail':
      case 'notice':
        return [];
    }
  }

  /** Updates the ages that are shown, and returns when they change next. */
  refreshAges(now: number): number | undefined {
    if (this.newestAt === undefined) return undefined;
    this.didChangeEmitter.fire(undefined);
    return untilNextAge(this.newestAt, now);
  }

  private roots(): QuestionsTreeNode[] {
    this.newestAt = undefined;
    const [only, ...others] = this.folders.all;
    if (only === undefined) return [];
    if (others.length === 0) return this.inFolder(only);
    return this.folders.all
      .filter((folder) => this.inFolder(folder).length > 0)
      .map((folder) => new FolderNode(folder));
  }

  private inFolder(folder: Folder): QuestionsTreeNode[] {
    const asked = this.questions.of(folder);
    if (asked === undefined) return [];
    const { records, hasOlder, held } = asked;
    const now = folder.services.clock.now();
    const newest = Date.parse(records[0]?.ts ?? '');
    if (!Number.isNaN(newest)) this.newestAt = Math.max(this.newestAt ?? 0, newest);
    const all = held.all();
    const nodes: QuestionsTreeNode[] = records.map(
      (record) =>
        new QuestionNode(
          folder,
          record,
          all.filter(({ id }) => namesOf(record).includes(id)),
          now,
        ),
    );
    if (held.problem !== undefined) nodes.unshift(unreadable(held.problem));
    if (hasOlder) nodes.push(older(folder));
    if (all.length > 0) nodes.push(preferencesOf(folder, all, asked));
    return nodes;
  }

  dispose(): void {
    this.ds.dispose();
  }
}

function preferencesOf(folder: Folder, all: readonly Preferred[], { records, inert }: AskedQuestions): PreferencesNode {
  const nodes = all.map((one) => {
    const record = records.find((asked) => namesOf(asked).includes(one.id));
    const idle = inert.find(({ scope, id }) => scope === one.scope && id === one.id);
    return new PreferenceNode(folder, one, record?.question_summary, idle);
  });
  return new PreferencesNode(folder, nodes);
}

function unreadable(problem: string): NoticeNode {
  return new NoticeNode(vscode.l10n.t('You are asked every question: {0}', problem), 'warning');
}

function older(folder: Folder): NoticeNode {
  return new NoticeNode(vscode.l10n.t('Show older questions'), 'history', {
    command: 'gatehouse.showOlderQuestions',
    title: vscode.l10n.t('Show Older Questions'),
    arguments: [folder],
  });
}
