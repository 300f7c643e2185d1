import * as vscode from 'vscode';
import { described, isEmpty, type Filter } from '../decisions/filter';
import { sessionsOf } from '../decisions/grouping';
import { sessionName } from '../decisions/labels';
import { lookOf, verdictOf, verdicts } from '../decisions/verdict';
import type { Choice, Person } from '../platform/person';
import type { DecisionStore } from '../store/decision-store';
import type { OpenFolders } from '../store/open-folders';
import type { DecisionsTree } from '../tree/decisions-tree';
import type { Command } from './command';

type View = Pick<vscode.TreeView<unknown>, 'description'>;

/** Asks which decisions to show: the parts of the filter add up. */
export function filterDecisions(
  folders: OpenFolders,
  decisions: DecisionStore,
  tree: DecisionsTree,
  view: View,
  person: Person,
): Command {
  return {
    id: 'gatehouse.filterDecisions',
    async run() {
      const part = await person.pick(vscode.l10n.t('Filter decisions by …'), [
        { label: vscode.l10n.t('$(law) Verdict'), value: 'verdict' as const },
        { label: vscode.l10n.t('$(shield) Gate'), value: 'gate' as const },
        { label: vscode.l10n.t('$(comment-discussion) Session'), value: 'session' as const },
        { label: vscode.l10n.t('$(search) Command or file'), value: 'subject' as const },
      ]);
      if (part === undefined) return;
      const traces = folders.all.flatMap((folder) => decisions.of(folder));
      const chosen = await valueOf(part, traces);
      if (chosen !== undefined) apply(tree, view, { ...tree.filter, ...chosen });
    },
  };

  async function valueOf(part: keyof Filter, traces: ReturnType<DecisionStore['of']>): Promise<Filter | undefined> {
    switch (part) {
      case 'verdict': {
        const seen = new Set(traces.map(verdictOf));
        const choices = verdicts.filter((verdict) => seen.has(verdict));
        const picked = await person.pick(
          vscode.l10n.t('Verdict'),
          choices.map((verdict) => ({ label: `$(${lookOf(verdict).icon}) ${lookOf(verdict).word}`, value: verdict })),
        );
        return picked === undefined ? undefined : { verdict: picked };
      }
      case 'gate': {
        const gates = [...new Set(traces.flatMap((trace) => trace.gates.map(({ id }) => id)))].sort();
        const picked = await person.pick(vscode.l10n.t('Gate'), gates.map(plain));
        return picked === undefined ? undefined : { gate: picked };
      }
      case 'session': {
        const picked = await person.pick(
          vscode.l10n.t('Session'),
          sessionsOf(traces).map(({ id, at, prompt }) => ({
            label: sessionName({ id, prompt }),
            description: new Date(at).toLocaleString(),
            value: id,
          })),
        );
        return picked === undefined ? undefined : { session: picked };
      }
      case 'subject': {
        const typed = await person.type(vscode.l10n.t('Part of the command, file or prompt'));
        return typed === undefined ? undefined : { subject: typed };
      }
    }
  }
}

export function clearDecisionFilter(tree: DecisionsTree, view: View): Command {
  return {
    id: 'gatehouse.clearDecisionFilter',
    run() {
      apply(tree, view, {});
      return Promise.resolve();
    },
  };
}

function apply(tree: DecisionsTree, view: View, filter: Filter): void {
  tree.filter = filter;
  view.description = described(filter);
  void vscode.commands.executeCommand('setContext', 'gatehouse.decisions.filtered', !isEmpty(filter));
}

function plain(value: string): Choice<string> {
  return { label: value, value };
}
