import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import {
  type Filter,
  matchesFilter,
  filtered,
  type CallRow,
  type Entry,
  rowOf,
  type Session,
  sessionsOf,
  type SubAgent,
  type Turn,
} from '../decisions/grouping';
import {
  actBy,
  agentText,
  callText,
  nameOf,
  type RowText,
  sessionName,
  sessionText,
  turnText,
} from '../decisions/labels';
import { canBeAllowed, lookOf, reasonOf } from '../decisions/outcome';
import { accessibilityLabel, duration, t } from '../platform/text';
import type { DecisionChange, DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { DetailNode, FolderNode, NoticeNode, Tree, icon } from './tree';

export type DecisionsTreeNode =
  FolderNode | SessionNode | TurnNode | SubAgentNode | DecisionNode | DetailNode | NoticeNode;

/** What an agent asked for and what came of it, newest first, as it happens. */
export class DecisionsTree extends Tree<DecisionsTreeNode> {
  private readonly sections = new Map<Folder, FolderNode>();
  private readonly newest = new Map<Folder, SessionNode>();
  private chosen: Filter = {};

  constructor(
    private readonly folders: OpenFolders,
    private readonly decisions: DecisionStore,
  ) {
    super();
    this.ds.add(decisions.onDidChange((change) => this.changed(change)));
    this.ds.add(folders.onDidChange(() => this.refresh()));
  }

  get filter(): Filter {
    return this.chosen;
  }

  set filter(filter: Filter) {
    this.chosen = filter;
    this.refresh();
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
      default:
        return [];
    }
  }

  /** The view calls this to show a session that it has not loaded yet. */
  getParent(node: DecisionsTreeNode): DecisionsTreeNode | undefined {
    if (node.kind === 'turn') return node.parent;
    return node.kind === 'session' && this.folders.all.length > 1 ? this.section(node.folder) : undefined;
  }

  sessionNode(folder: Folder, session: string): SessionNode | undefined {
    return this.sessions(folder).find(
      (node): node is SessionNode => node.kind === 'session' && node.session.id === session,
    );
  }

  private roots(): DecisionsTreeNode[] {
    const folders = this.folders.all.filter(
      (folder) => this.shownSessions(folder).length > 0 || this.decisions.hasOlder(folder),
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
    const nodes = this.shownSessions(folder).map(
      (session, index) => new SessionNode(folder, session, now, index === 0),
    );
    const [newest] = nodes;
    if (newest !== undefined) this.newest.set(folder, newest);
    return this.decisions.hasOlder(folder) ? [...nodes, older(folder)] : nodes;
  }

  private shownSessions(folder: Folder): readonly Session[] {
    return sessionsOf(filtered(this.decisions.of(folder), this.chosen));
  }

  /** New records of the session on top refresh that session alone. */
  private changed({ folder, added }: DecisionChange): void {
    const top = this.newest.get(folder);
    if (added?.some((trace) => matchesFilter(trace, this.chosen)) === false) return;
    const [newest] = this.shownSessions(folder);
    if (added !== undefined && top !== undefined && newest?.id === top.session.id) {
      top.update(newest, Date.now());
      this.didChangeEmitter.fire(top);
      return;
    }
    // A row that is no longer shown cannot be refreshed alone: a session may continue after its log was removed.
    this.newest.delete(folder);
    this.didChangeEmitter.fire(this.folders.all.length === 1 ? undefined : this.sections.get(folder));
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
  return new NoticeNode(t('Show older decisions'), 'history', {
    command: 'gatehouse.showOlderDecisions',
    title: t('Show Older Decisions'),
    arguments: [folder],
  });
}

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** One run of an agent. */
export class SessionNode extends vscode.TreeItem {
  readonly kind = 'session';

  constructor(
    readonly folder: Folder,
    public session: Session,
    now: number,
    newest: boolean,
  ) {
    super(sessionName(session), newest ? Expanded : Collapsed);
    this.id = `${folder.root}#${session.id}`;
    this.iconPath = icon('comment-discussion');
    this.contextValue = 'session';
    this.update(session, now);
  }

  update(session: Session, now: number): void {
    this.session = session;
    shown(this, sessionText(session, now));
    this.tooltip = [session.prompt ?? '', t('Session {0}', session.id)].join('\n').trim();
  }
}

/** Everything between two prompts. */
class TurnNode extends vscode.TreeItem {
  readonly kind = 'turn';

  constructor(
    readonly parent: SessionNode,
    readonly turn: Turn,
    newest: boolean,
  ) {
    super('', newest ? Expanded : Collapsed);
    this.id = `${parent.id ?? ''}#${turn.id}`;
    this.iconPath = icon('account');
    shown(this, turnText(turn));
    this.tooltip = turn.prompt ?? t('The prompt of this turn was not recorded.');
    this.contextValue = 'turn';
  }
}

/** What one sub-agent did in a turn. */
class SubAgentNode extends vscode.TreeItem {
  readonly kind = 'sub-agent';

  constructor(
    readonly folder: Folder,
    readonly subAgent: SubAgent,
  ) {
    super('', Collapsed);
    this.id = `${folder.root}#agent#${subAgent.agent}#${subAgent.calls.at(-1)?.trace.id ?? ''}`;
    this.iconPath = icon('hubot');
    shown(this, agentText(subAgent));
    this.tooltip = t('Sub-agent {0}', subAgent.agent);
    this.contextValue = 'sub-agent';
  }
}

/** One call and its outcome. A blocked call expands to the reason and what to do instead. */
export class DecisionNode extends vscode.TreeItem {
  readonly kind = 'decision';
  readonly row: CallRow;

  constructor(
    readonly folder: Folder,
    what: CallRow | Trace,
  ) {
    super('');
    this.row = isRow(what) ? what : rowOf(what, undefined);
    const { trace, verdict } = this.row;
    const { icon: id, color, word } = lookOf(verdict);
    const text = callText(this.row);
    shown(this, text);
    this.collapsibleState = detailsOf(this.row).length > 0 ? Collapsed : None;
    this.id = `${folder.root}#${trace.id}#${trace.at}`;
    this.iconPath = icon(id, color);
    const words = [
      'decision',
      verdict,
      ...(canBeAllowed(trace) ? ['liftable'] : []),
      ...(trace.call === undefined || trace.event !== 'PreToolUse' ? [] : ['replayable']),
      ...(trace.tool === 'Bash' ? ['command'] : []),
      ...(outputOf(this.row) === undefined ? [] : ['output']),
      ...(trace.subject === '' ? [] : ['copyable']),
    ];
    this.contextValue = words.join(' ');
    this.accessibilityInformation = { label: `${word}: ${text.label}, ${text.description}` };
    this.command = { command: 'gatehouse.why', title: t('Why?'), arguments: [this] };
  }

  get trace(): Trace {
    return this.row.trace;
  }

  /** Built only when the person points at the row, because most tooltips are never seen. */
  resolved(): this {
    this.tooltip = tooltip(this.row);
    return this;
  }
}

const isRow = (what: CallRow | Trace): what is CallRow => 'trace' in what;

/** The record that holds the tool's output, if there is one. */
export function outputOf({ trace, after }: CallRow): Trace | undefined {
  const one = after ?? trace;
  return one.event === 'PostToolUse' && one.call !== undefined ? one : undefined;
}

const nodeOf = (folder: Folder, entry: Entry): DecisionNode | SubAgentNode =>
  'agent' in entry ? new SubAgentNode(folder, entry) : new DecisionNode(folder, entry);

function shown(item: vscode.TreeItem, { label, description }: RowText): void {
  item.label = label;
  item.description = description;
  item.accessibilityInformation = accessibilityLabel(item);
}

function tooltip({ trace, after, ranMs, verdict }: CallRow): vscode.MarkdownString {
  const { word } = lookOf(verdict);
  const text = new vscode.MarkdownString('', true);
  if (trace.act !== undefined) return text.appendText(`${nameOf(trace).label}\n\n${actBy(trace.act)}`);
  const checked = t('checked in {0}', duration(trace.ms + (after?.ms ?? 0)));
  const ran = ranMs === undefined ? [] : [t('ran for {0}', duration(ranMs))];
  text.appendMarkdown([`**${word}**`, trace.tool ?? trace.event, checked, ...ran].join(' · ') + '\n\n');
  if (trace.subject !== '') text.appendCodeblock(trace.subject.slice(0, 1_000), 'shellscript');
  text.appendText(reasonOf(trace) || (after === undefined ? '' : reasonOf(after)));
  return text;
}

const stopped = new Set(['overruled', 'unguarded', 'deny', 'held', 'feedback', 'ask']);

/** What the gates that blocked the call said. */
function detailsOf({ trace, after, verdict }: CallRow): DetailNode[] {
  if (!stopped.has(verdict)) return [];
  return [trace, ...(after === undefined ? [] : [after])]
    .flatMap(({ gates }) => gates)
    .flatMap(({ id, rulings }) =>
      rulings
        .filter(({ kind }) => /^(?:deny|ask|feedback)$/.test(kind) || (verdict === 'unguarded' && kind === 'context'))
        .flatMap((ruling) => {
          const fieldOf = (key: string) => (typeof ruling[key] === 'string' ? ruling[key] : undefined);
          const part = fieldOf('part');
          // The first line names the safe way; what follows is for the agent. Older records say `wayForward`.
          const instead = (fieldOf('instead') ?? fieldOf('wayForward'))?.split('\n', 1)[0]?.replace(/^Instead: /, '');
          return [
            new DetailNode(fieldOf('rule') ?? id, 'law', ruling.reason),
            ...(part === undefined ? [] : [new DetailNode(t('Part that mattered'), 'search', part)]),
            ...(instead === undefined ? [] : [new DetailNode(t('What to do instead'), 'arrow-right', instead)]),
          ];
        }),
    );
}
