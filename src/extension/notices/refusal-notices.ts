import * as vscode from 'vscode';
import { isRefusal, type Trace } from '../../hooks/pipeline/trace';
import { canBeAllowed, refusalText } from '../decisions/outcome';
import { DisposableOwner } from '../platform/disposables';
import { isFirstWindow } from '../../hooks/project/told-once';
import { Batcher } from './batcher';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import { DecisionNode } from '../tree/decisions-tree';

interface Refusal {
  readonly folder: Folder;
  readonly trace: Trace;
}

const gatherMs = 3_000;
/** Older refusals are not shown: the window was closed, or the log was replaced. */
const freshMs = 60_000;

/** Announces every blocked call, grouped over a few seconds, even while an earlier notification is open. */
export class RefusalNotices extends DisposableOwner {
  private readonly batcher = this.ds.add(new Batcher<Refusal>((refusals) => void this.announce(refusals), gatherMs));

  constructor(
    decisions: DecisionStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    super();
    this.ds.add(
      decisions.onDidChange(({ folder, added }) => {
        const refusals = added?.filter((trace) => isRefusal(trace) && this.isNews(trace, folder)) ?? [];
        this.batcher.add(refusals.map((trace) => ({ folder, trace })));
      }),
    );
  }

  private isNews(trace: Trace, folder: Folder): boolean {
    if (!this.wanted() || folder.services.clock.now() - trace.at > freshMs) return false;
    return isFirstWindow(folder.home, trace.id);
  }

  private async announce(refusals: readonly Refusal[]): Promise<void> {
    const last = refusals.at(-1);
    if (last === undefined) return;
    const why = vscode.l10n.t('Why?');
    const allow = vscode.l10n.t('Allow Once…');
    const rule = vscode.l10n.t('Rule…');
    const show = vscode.l10n.t('Show All');
    const actions = refusals.length > 1 ? [why, show] : [why, ...(canBeAllowed(last.trace) ? [allow, rule] : [])];
    const picked = await this.person.warn(refusalText(refusals.map(({ trace }) => trace)), ...actions);
    const commands: Readonly<Record<string, string>> = {
      [why]: 'gatehouse.why',
      [allow]: 'gatehouse.allowOnce',
      [rule]: 'gatehouse.makeRule',
      [show]: 'gatehouse.decisions.focus',
    };
    const command = picked === undefined ? undefined : commands[picked];
    if (command === undefined) return;
    await vscode.commands.executeCommand(command, new DecisionNode(last.folder, last.trace));
  }
}
