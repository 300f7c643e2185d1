import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { type CallRow, type Entry, rowOf, type Session, type SubAgent, type Turn } from '../decisions/grouping';
import { agentText, callText, sessionName, sessionText, turnText, type RowText } from '../decisions/labels';
import { canBeAllowed, reasonOf } from '../decisions/refusal';
import { lookOf } from '../decisions/outcome';
import { duration } from '../platform/age';
import { accessibilityLabel } from '../platform/plain-text';
import type { Folder } from '../store/folder';

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
    this.iconPath = new vscode.ThemeIcon('comment-discussion');
    this.contextValue = 'session';
    this.update(session, now);
  }

  update(session: Session, now: number): void {
    this.session = session;
    shown(this, sessionText(session, now));
    this.tooltip = [session.prompt ?? '', vscode.l10n.t('Session {0}', session.id)].join('\n').trim();
  }
}

/** Everything between two prompts. */
export class TurnNode extends vscode.TreeItem {
  readonly kind = 'turn';

  constructor(
    readonly parent: SessionNode,
    readonly turn: Turn,
    newest: boolean,
  ) {
    super('', newest ? Expanded : Collapsed);
    this.id = `${parent.id ?? ''}#${turn.id}`;
    this.iconPath = new vscode.ThemeIcon('account');
    shown(this, turnText(turn));
    this.tooltip = turn.prompt ?? vscode.l10n.t('The prompt of this turn was not recorded.');
    this.contextValue = 'turn';
  }
}

/** What one sub-agent did in a turn. */
export class SubAgentNode extends vscode.TreeItem {
  readonly kind = 'sub-agent';

  constructor(
    readonly folder: Folder,
    readonly subAgent: SubAgent,
  ) {
    super('', Collapsed);
    this.id = `${folder.root}#agent#${subAgent.agent}#${subAgent.calls.at(-1)?.trace.id ?? ''}`;
    this.iconPath = new vscode.ThemeIcon('hubot');
    shown(this, agentText(subAgent));
    this.tooltip = vscode.l10n.t('Sub-agent {0}', subAgent.agent);
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
    const { icon, color, word } = lookOf(verdict);
    const text = callText(this.row);
    shown(this, text);
    this.collapsibleState = detailsOf(this.row).length > 0 ? Collapsed : None;
    this.id = `${folder.root}#${trace.id}#${trace.at}`;
    this.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
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
    this.command = { command: 'gatehouse.why', title: vscode.l10n.t('Why?'), arguments: [this] };
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

export function nodeOf(folder: Folder, entry: Entry): DecisionNode | SubAgentNode {
  return 'agent' in entry ? new SubAgentNode(folder, entry) : new DecisionNode(folder, entry);
}

function shown(item: vscode.TreeItem, { label, description }: RowText): void {
  item.label = label;
  item.description = description;
  item.accessibilityInformation = accessibilityLabel(item);
}

function tooltip({ trace, after, ranMs, verdict }: CallRow): vscode.MarkdownString {
  const { word } = lookOf(verdict);
  const text = new vscode.MarkdownString('', true);
  const checked = vscode.l10n.t('checked in {0}', duration(trace.ms + (after?.ms ?? 0)));
  const ran = ranMs === undefined ? [] : [vscode.l10n.t('ran for {0}', duration(ranMs))];
  text.appendMarkdown([`**${word}**`, trace.tool ?? trace.event, checked, ...ran].join(' · ') + '\n\n');
  if (trace.subject !== '') text.appendCodeblock(trace.subject.slice(0, 1_000), 'shellscript');
  text.appendText(reasonOf(trace) || (after === undefined ? '' : reasonOf(after)));
  return text;
}

/** A line below a blocked call: the reason, the part that mattered, or what to do instead. */
export class DetailNode extends vscode.TreeItem {
  readonly kind = 'detail';

  constructor(label: string, icon: string, text: string) {
    super(label);
    this.iconPath = new vscode.ThemeIcon(icon);
    this.description = text;
    this.tooltip = text;
    this.contextValue = 'detail';
    this.accessibilityInformation = { label: `${label}: ${text}` };
  }
}

const stopped = new Set(['overruled', 'unguarded', 'deny', 'held', 'feedback', 'ask']);

/** What the gates that blocked the call said. */
export function detailsOf({ trace, after, verdict }: CallRow): DetailNode[] {
  if (!stopped.has(verdict)) return [];
  return [trace, ...(after === undefined ? [] : [after])]
    .flatMap(({ gates }) => gates)
    .flatMap(({ id, rulings }) =>
      rulings
        .filter(({ kind }) => /^(?:deny|ask|feedback)$/.test(kind) || (verdict === 'unguarded' && kind === 'context'))
        .flatMap((ruling) => {
          const said = (key: string) => (typeof ruling[key] === 'string' ? ruling[key] : undefined);
          const part = said('part');
          // The first line names the safe way; what follows is for the agent.
          const instead = said('wayForward')
            ?.split('\n', 1)[0]
            ?.replace(/^Instead: /, '');
          return [
            new DetailNode(said('rule') ?? id, 'law', ruling.reason),
            ...(part === undefined ? [] : [new DetailNode(vscode.l10n.t('Part that mattered'), 'search', part)]),
            ...(instead === undefined
              ? []
              : [new DetailNode(vscode.l10n.t('What to do instead'), 'arrow-right', instead)]),
          ];
        }),
    );
}
