import * as vscode from 'vscode';
import { liftOf } from '../../hooks/cli/allow-once';
import type { Trace } from '../../hooks/pipeline/trace';
import { Disposables, type Disposable } from '../platform/disposables';
import { isFirstToSay } from '../platform/first-window';
import type { Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import { DecisionNode } from '../tree/decision-nodes';

/** Asks the person about a refused tool call that only they can let through: once for each act, one at a time. */
export class DenialNotices implements Disposable {
  private readonly ds = new Disposables();
  private readonly told = new Set<string>();
  private asking = false;

  constructor(
    decisions: DecisionStore,
    private readonly person: Person,
    private readonly wanted: () => boolean,
  ) {
    this.ds.add(
      decisions.onDidChange(({ folder, added }) => {
        const waiting = added?.findLast((trace) => this.waits(trace));
        if (waiting !== undefined) void this.ask(folder, waiting);
      }),
    );
  }

  private waits(trace: Trace): boolean {
    const lift = liftOf(trace);
    return trace.event === 'PreToolUse' && typeof lift !== 'string' && !this.told.has(lift.fingerprint);
  }

  private async ask(folder: Folder, trace: Trace): Promise<void> {
    if (this.asking || !this.wanted() || trace.fingerprint === undefined) return;
    this.told.add(trace.fingerprint);
    if (!isFirstToSay(folder.home, trace.id)) return;
    this.asking = true;
    const why = vscode.l10n.t('Why?');
    const allow = vscode.l10n.t('Allow Once…');
    const subject = (trace.subject.split('\n', 1)[0] ?? '').slice(0, 120);
    const text = vscode.l10n.t('Gatehouse refused: {0} ({1})', subject, trace.verdict.gate ?? '');
    try {
      const picked = await this.person.warn(text, why, allow);
      const command = picked === why ? 'gatehouse.why' : picked === allow ? 'gatehouse.allowOnce' : undefined;
      if (command !== undefined) await vscode.commands.executeCommand(command, new DecisionNode(folder, trace));
    } finally {
      this.asking = false;
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}
