import * as vscode from 'vscode';
import { type QuestionRecord, unknownChoice } from '../../hooks/questions/log';
import type { Scope, IneffectivePreference } from '../../hooks/questions/preferences';
import { oneLine, age, t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { AskedQuestions, QuestionStore } from '../store/question-store';
import { appendRows, DetailNode, FolderNode, NoticeNode, Tree, icon } from './tree';

export type QuestionsTreeNode = FolderNode | QuestionNode | PreferencesNode | PreferenceNode | DetailNode | NoticeNode;

/** What the agent asked and who answered, newest first, with what a person prefers. */
export class QuestionsTree extends Tree<QuestionsTreeNode> {
  constructor(
    private readonly folders: OpenFolders,
    private readonly questions: QuestionStore,
  ) {
    super();
    this.ds.add(questions.onDidChange(() => this.refresh()));
    this.ds.add(folders.onDidChange(() => this.refresh()));
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
      default:
        return [];
    }
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
}

function preferencesOf(
  folder: Folder,
  all: readonly Preferred[],
  { records, ineffective }: AskedQuestions,
): PreferencesNode {
  const nodes = all.map((one) => {
    const record = records.find((asked) => namesOf(asked).includes(one.id));
    const idle = ineffective.find(({ scope, id }) => scope === one.scope && id === one.id);
    return new PreferenceNode(folder, one, record?.question_summary, idle);
  });
  return new PreferencesNode(folder, nodes);
}

const unreadable = (problem: string): NoticeNode =>
  new NoticeNode(t('You are asked every question: {0}', problem), 'warning');

function older(folder: Folder): NoticeNode {
  return new NoticeNode(t('Show older questions'), 'history', {
    command: 'gatehouse.showOlderQuestions',
    title: t('Show Older Questions'),
    arguments: [folder],
  });
}

const { Collapsed } = vscode.TreeItemCollapsibleState;
const scheme = 'gatehouse-question';

/** A person's preference for a question, and for which projects. */
interface Preferred {
  readonly scope: Scope;
  readonly id: string;
  readonly value: unknown;
}

/** One question that the agent asked, and how it was answered. The agent's words are shown as plain text. */
export class QuestionNode extends vscode.TreeItem {
  declare readonly label: string;
  readonly kind = 'question';

  constructor(
    readonly folder: Folder,
    readonly record: QuestionRecord,
    readonly preferred: readonly Preferred[],
    now: number,
  ) {
    super(oneLine(record.question_summary, 120), Collapsed);
    const decided = isDecided(record);
    const asksNext = preferred[0]?.value === 'always-ask';
    this.id = `${folder.root}#${record.tool_use_id ?? record.ts}#${record.question_index ?? 0}#${record.question_id}`;
    const at = Date.parse(record.ts);
    this.description = [choiceOf(record), howOf(record), ...(Number.isNaN(at) ? [] : [age(at, now)])].join(' · ');
    this.iconPath = decided ? icon('warning', 'list.warningForeground') : icon('comment');
    // The file decorations find the badge of an unasked question by this address.
    if (decided) this.resourceUri = vscode.Uri.from({ scheme, path: '/decided' });
    this.tooltip = tooltip(this.label, detailsOf(record, preferred));
    this.contextValue = [
      'question',
      decided ? 'decided' : 'asked',
      ...(decided && !asksNext ? ['askable'] : []),
      ...(preferred.length > 0 ? ['preferred'] : []),
    ].join(' ');
    this.accessibilityInformation = { label: `${this.label}: ${this.description}` };
  }

  /** The name under which preferences are kept: from the text, so that no model can lend it to another question. */
  get key(): string {
    return this.record.fingerprint ?? this.record.question_id;
  }

  get names(): readonly string[] {
    return namesOf(this.record);
  }

  details(): readonly DetailNode[] {
    return detailsOf(this.record, this.preferred).map(({ label, icon: id, value }) => new DetailNode(label, id, value));
  }
}

/** The person's preference for one question, even if it was not asked recently. */
export class PreferenceNode extends vscode.TreeItem {
  declare readonly label: string;
  readonly kind = 'preference';

  constructor(
    readonly folder: Folder,
    readonly preferred: Preferred,
    summary: string | undefined,
    ineffective: IneffectivePreference | undefined,
  ) {
    super(oneLine(summary ?? preferred.id, 120));
    this.id = `${folder.root}#preference#${preferred.scope}#${preferred.id}`;
    this.description = [
      oneLine(String(preferred.value), 40),
      scopeWord(preferred.scope),
      ...(ineffective === undefined ? [] : [t('no effect: {0}', ineffective.why)]),
    ].join(' · ');
    this.iconPath =
      ineffective === undefined
        ? icon(preferred.value === 'always-ask' ? 'comment' : 'mute')
        : icon('warning', 'list.warningForeground');
    this.tooltip = tooltip(this.label, [
      { label: t('Id'), value: preferred.id },
      ...(ineffective === undefined ? [] : [{ label: t('To change that'), value: ineffective.step }]),
    ]);
    this.contextValue = 'preference preferred';
    this.accessibilityInformation = { label: `${this.label}: ${this.description}` };
  }

  get key(): string {
    return this.preferred.id;
  }

  get names(): readonly string[] {
    return [this.preferred.id];
  }
}

/** The heading above what a person prefers. */
export class PreferencesNode extends vscode.TreeItem {
  readonly kind = 'preferences';

  constructor(
    readonly folder: Folder,
    readonly nodes: readonly PreferenceNode[],
  ) {
    super(t('Preferences'), Collapsed);
    this.id = `${folder.root}#preferences`;
    this.description = String(nodes.length);
    this.iconPath = icon('settings');
    this.contextValue = 'preferences';
    this.accessibilityInformation = { label: t('Preferences: {0}', nodes.length) };
  }
}

/** Marks questions that were answered for the person. */
export const questionDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== scheme) return undefined;
    return {
      badge: '!',
      color: new vscode.ThemeColor('list.warningForeground'),
      tooltip: t('Answered by your preference; you were not asked'),
    };
  },
};

/** Every name under which a question's preference may be kept. */
export const namesOf = ({ question_id, fingerprint }: QuestionRecord): readonly string[] =>
  fingerprint === undefined || fingerprint === question_id ? [question_id] : [fingerprint, question_id];

export function scopeWord(scope: Scope): string {
  return scope === 'project' ? t('this project') : t('all projects');
}

const isDecided = ({ source }: QuestionRecord): boolean => source === 'auto-decided';

function choiceOf({ user_choice: choice, free_text: text }: QuestionRecord): string {
  if (choice === unknownChoice() && text === undefined) return t('answer unreadable');
  return oneLine(choice === unknownChoice() ? (text ?? '') : choice, 64);
}

function howOf(record: QuestionRecord): string {
  if (isDecided(record)) return t('decided by preference');
  if (record.asked_because !== undefined) return t('asked anyway');
  return record.source === 'auq-other' ? t('asked, answered in your own words') : t('asked');
}

interface Detail {
  readonly label: string;
  readonly icon: string;
  readonly value: string;
}

function detailsOf(record: QuestionRecord, preferred: readonly Preferred[]): readonly Detail[] {
  const { recommended, free_text, ts, session_id, branch, door_type } = record;
  const at = new Date(ts);
  const all: readonly (readonly [label: string, icon: string, text: string | undefined])[] = [
    [t('Chosen'), 'check', choiceOf(record)],
    [t('Recommended'), 'star', recommended],
    [t('Your own words'), 'edit', free_text],
    [t('How'), isDecided(record) ? 'law' : 'person', howOf(record)],
    [t('Asked anyway'), 'info', record.asked_because],
    [t('When'), 'clock', Number.isNaN(at.getTime()) ? undefined : at.toLocaleString()],
    [t('Session'), 'comment-discussion', session_id],
    [t('Branch'), 'git-branch', branch],
    [t('One-way'), 'lock', door_type === 'one-way' ? t('cannot be undone, so always asked') : undefined],
    ...preferred.map(
      ({ scope, value }) =>
        [t('Preference'), 'settings', `${oneLine(String(value), 40)} · ${scopeWord(scope)}`] as const,
    ),
  ];
  return all.flatMap(([label, id, text = '']) => (text === '' ? [] : [{ label, icon: id, value: oneLine(text, 300) }]));
}

function tooltip(title: string, rows: Parameters<typeof appendRows>[1]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendText(title);
  text.appendMarkdown('\n\n');
  appendRows(text, rows);
  return text;
}
