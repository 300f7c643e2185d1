import * as vscode from 'vscode';
import { isRefusal } from '../decisions/refusal';
import { Disposables, type Disposable } from '../platform/disposables';
import { t } from '../platform/l10n';
import type { DecisionStore } from '../store/decision-store';

/** The number on the view's icon: blocked calls that a person has not looked at. */
export class NeedsYou implements Disposable {
  private readonly ds = new Disposables();
  private unseen = 0;

  constructor(
    private readonly view: Pick<vscode.TreeView<unknown>, 'badge' | 'visible' | 'onDidChangeVisibility'>,
    decisions: DecisionStore,
  ) {
    this.ds.add(
      decisions.onDidChange(({ added }) => {
        this.unseen += added?.filter(isRefusal).length ?? 0;
        this.show();
      }),
    );
    this.ds.add(view.onDidChangeVisibility(() => this.show()));
    this.ds.add(vscode.window.onDidChangeWindowState(() => this.show()));
  }

  private show(): void {
    if (this.view.visible && vscode.window.state.focused) this.unseen = 0;
    const tooltip =
      this.unseen === 1 ? t('1 blocked call you have not seen') : t('{0} blocked calls you have not seen', this.unseen);
    this.view.badge = this.unseen === 0 ? undefined : { value: this.unseen, tooltip };
  }

  dispose(): void {
    this.ds.dispose();
  }
}
