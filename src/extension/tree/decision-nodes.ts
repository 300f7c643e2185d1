import * as vscode from 'vscode';
import { liftOf } from '../../hooks/cli/allow-once';
import type { Trace } from '../../hooks/pipeline/trace';
import type { Session, Turn } from '../decisions/grouping';
import { lookOf, verdictOf } from '../decisions/verdict';
import { age } from '../platform/age';
import { spoken } from '../platform/spoken';
import type { Folder } from '../store/folder';

const labelLimit = 80;

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.length > labelLimit ? `${line.slice(0, labelLimit)}…` : line;
}

/** One run of an agent. */
export class SessionNode extends vscode.TreeItem {
  readonly kind = 'session';

  constructor(
    readonly folder: Folder,
    public session: Session,
    now: number,
    newest: boolean,
  ) {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    super(
      session.id === '' ? vscode.l10n.t('No session') : vscode.l10n.t('Session {0}', session.id.slice(0, 8)),
      newest ? Expanded : Collapsed,
    );
    this.id = `${folder.root}#${session.id}`;
    this.iconPath = new vscode.ThemeIcon('comment-discussion');
    this.tooltip = vscode.l10n.t('Session {0}', session.id);
    this.contextValue = 'session';
    this.update(session, now);
  }

  update(session: Session, now: number): void {
    this.session = session;
    const denials = session.denials === 0 ? [] : [vscode.l10n.t('{0} denied', session.denials)];
    this.description = [...denials, age(session.at, now)].join(' · ');
    this.accessibilityInformation = spoken(this);
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
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    super(turn.prompt === undefined ? vscode.l10n.t('Turn') : firstLine(turn.prompt), newest ? Expanded : Collapsed);
    this.id = `${parent.id ?? ''}#${turn.id}`;
    this.iconPath = new vscode.ThemeIcon('account');
    this.description = String(turn.traces.length);
    this.accessibilityInformation = {
      label: vscode.l10n.t('{0}, {1} calls', this.label as string, turn.traces.length),
    };
    this.tooltip = turn.prompt ?? vscode.l10n.t('The prompt of this turn was not seen.');
    this.contextValue = 'turn';
  }
}

/** The events whose names say little to a person. */
function momentOf(event: string): string {
  return event === 'UserPromptSubmit' ? vscode.l10n.t('prompt') : event;
}

/** What came of one call. A denial opens to its rule and the way forward. */
export class DecisionNode extends vscode.TreeItem {
  readonly kind = 'decision';

  constructor(
    readonly folder: Folder,
    readonly trace: Trace,
  ) {
    const verdict = verdictOf(trace);
    const { icon, color, word } = lookOf(verdict);
    const subject = firstLine(trace.subject) || trace.event || vscode.l10n.t('unreadable call');
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    super(subject, verdict === 'overruled' || verdict === 'deny' || verdict === 'ask' ? Collapsed : None);
    this.id = `${folder.root}#${trace.id}#${trace.at}`;
    this.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    const time = new Date(trace.at).toLocaleTimeString(undefined, { timeStyle: 'short' });
    this.description = [
      ...(verdict === 'overruled' ? [word] : []),
      trace.verdict.gate ?? (trace.tool === trace.subject ? undefined : trace.tool) ?? momentOf(trace.event),
      time,
    ].join(' · ');
    this.tooltip = tooltip(trace, word);
    const words = [
      'decision',
      verdict,
      ...(typeof liftOf(trace) === 'string' ? [] : ['liftable']),
      ...(trace.call === undefined || trace.event !== 'PreToolUse' ? [] : ['replayable']),
      ...(trace.tool === 'Bash' ? ['command'] : []),
      ...(trace.event === 'PostToolUse' && trace.call !== undefined ? ['output'] : []),
      ...(trace.subject === '' ? [] : ['copyable']),
    ];
    this.contextValue = words.join(' ');
    this.accessibilityInformation = { label: `${word}: ${subject}, ${this.description}` };
    this.command = { command: 'gatehouse.why', title: vscode.l10n.t('Why?'), arguments: [this] };
  }
}

function tooltip(trace: Trace, word: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true);
  text.appendMarkdown(
    `**${word}** · ${trace.event}${trace.tool === undefined ? '' : ` ${trace.tool}`} · ${trace.ms} ms\n\n`,
  );
  if (trace.subject !== '') text.appendCodeblock(trace.subject.slice(0, 1_000), 'shellscript');
  const reason = trace.problem ?? trace.verdict.reason ?? trace.verdict.message ?? trace.verdict.context;
  if (reason !== undefined) text.appendText(reason);
  return text;
}

/** A line under a denial: the rule, what it saw, the way forward. */
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

/** What the gates that stood in the way said. */
export function detailsOf({ gates }: Trace): DetailNode[] {
  return gates.flatMap(({ id, rulings }) =>
    rulings
      .filter(({ kind }) => kind === 'deny' || kind === 'ask' || kind === 'feedback')
      .flatMap((ruling) => {
        const said = (key: string) => (typeof ruling[key] === 'string' ? ruling[key] : undefined);
        const rule = said('rule');
        const part = said('part');
        const way = said('wayForward');
        return [
          new DetailNode(rule ?? id, 'law', ruling.reason),
          ...(part === undefined ? [] : [new DetailNode(vscode.l10n.t('It saw'), 'search', part)]),
          ...(way === undefined ? [] : [new DetailNode(vscode.l10n.t('Way forward'), 'arrow-right', way)]),
        ];
      }),
  );
}
