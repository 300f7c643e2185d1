import * as vscode from 'vscode';
import { trySession } from '../../hooks/client/heartbeat';
import { allowOnceTarget } from '../../hooks/pipeline/allowance';
import { allGates } from '../../hooks/pipeline/catalog';
import { profiles } from '../../hooks/pipeline/gate';
import type { Trace } from '../../hooks/pipeline/trace';
import { described, isEmpty, type Filter, sessionsOf } from '../decisions/grouping';
import { sessionName } from '../decisions/labels';
import { pickRecorded, type RecordedCalls } from '../decisions/recorded';
import { canBeAllowed, lookOf, outcomeOf, outcomes, reasonOf } from '../decisions/outcome';
import { type Choice, noteAct, type Person, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import type { DecisionStore } from '../store/decision-store';
import { Folder, allowanceOf, allowancesOf } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { TraceDocuments } from '../trace/trace-documents';
import type { WhyPages } from '../trace/why-pages';
import { DecisionNode, type DecisionsTree } from '../tree/decisions-tree';
import { HumanError, type Command } from './command';
import { tellUndoable } from './undo';

/** The decision that a command is about: the row it was started from, or the one that the person picks. */
export type DecisionPicker = (
  argument: unknown,
  title: string,
  fits?: (trace: Trace, folder: Folder) => boolean,
) => Promise<DecisionNode | undefined>;

export function decisionPicker(recorded: RecordedCalls): DecisionPicker {
  return async (argument, title, fits = () => true) => {
    if (argument instanceof DecisionNode) return argument;
    const picked = await pickRecorded(title, fits, recorded);
    return picked === undefined ? undefined : new DecisionNode(picked.folder, picked.row);
  };
}

/** Opens one decision: as a page, or as the text that the command line prints. */
export function whyCommands(pages: WhyPages, documents: TraceDocuments, pick: DecisionPicker): readonly Command[] {
  return [
    {
      id: 'gatehouse.why',
      async run(argument) {
        const node = await pick(argument, t('Why? Pick a decision'));
        if (node !== undefined) await pages.open(node);
      },
    },
    {
      id: 'gatehouse.showAsText',
      async run(argument) {
        const node = await pick(argument, t('Show which decision as text?'));
        if (node !== undefined) await documents.open(node.trace);
      },
    },
  ];
}

export function showOlderDecisions(decisions: DecisionStore): Command {
  return {
    id: 'gatehouse.showOlderDecisions',
    run(argument) {
      if (argument instanceof Folder) decisions.readOlder(argument);
    },
  };
}

/** Allows one blocked call: exactly this call, once, within ten minutes. Until the call comes, it can be undone. */
export function allowOnce(person: Person, pick: DecisionPicker): readonly Command[] {
  const undo = async ({ trace, folder }: DecisionNode): Promise<boolean> => {
    const permit = allowOnceTarget(trace);
    if (typeof permit === 'string') return false;
    if (!(await allowancesOf(folder).revoke(permit.gate, permit.fingerprint))) return false;
    noteAct(folder, 'undo', `allow once ${permit.gate}: ${trace.subject}`);
    return true;
  };
  return [
    {
      id: 'gatehouse.allowOnce',
      async run(argument) {
        const node = await pick(argument, t('Allow which blocked call once?'), canBeAllowed);
        if (node === undefined) return;
        const { trace, folder } = node;
        const permit = allowOnceTarget(trace);
        if (typeof permit === 'string') throw new HumanError(t('This cannot be allowed: {0}.', permit));
        const gate = (await allGates()).find((one) => one.gate.id === permit.gate)?.gate.title ?? permit.gate;
        const sure = await person.confirm(
          t('Allow this once?'),
          `${trace.tool ?? trace.event}: ${trace.subject}\n\n${reasonOf(trace)}\n\n${t('The gate “{0}” lets this exact call through once in the next 10 minutes. Other gates still check it.', gate)}`,
          t('Allow Once'),
        );
        if (!sure) return;
        await allowancesOf(folder).grant(permit.gate, permit.fingerprint, whoIsHere());
        noteAct(folder, 'allow once', `${permit.gate}: ${trace.subject}`);
        const done =
          trace.session === trySession
            ? t('Allowed once. Choose Try It again to see it pass.')
            : t('Allowed once. Tell the agent to try again.');
        void tellUndoable(person, done, () => undo(node), t('The allowance was used or has ended.'));
      },
    },
    {
      id: 'gatehouse.undoAllowOnce',
      async run(argument) {
        const isAllowed = (trace: Trace, folder: Folder) => allowanceOf(folder, trace) !== undefined;
        const node = await pick(argument, t('Undo which allowance?'), isAllowed);
        if (node === undefined) return;
        if (await undo(node)) void person.tell(t('Undone. The call is blocked again.'));
        else throw new HumanError(t('The allowance was used or has ended.'));
      },
    },
  ];
}

export function copyCommands(pick: DecisionPicker): readonly Command[] {
  return [
    {
      id: 'gatehouse.copyCommand',
      async run(argument) {
        const node = await pick(argument, t('Copy the command of which call?'));
        if (node !== undefined) await vscode.env.clipboard.writeText(node.trace.subject);
      },
    },
    {
      // One line of JSON: the call and the reply to it.
      id: 'gatehouse.copyTestCase',
      async run(argument) {
        const node = await pick(argument, t('Copy which call as a test case?'), isReplayable);
        if (node === undefined) return;
        const { event, call, verdict } = node.trace;
        const expected = { decision: verdict.decision ?? 'none', gate: verdict.gate, rule: verdict.rule };
        await vscode.env.clipboard.writeText(`${JSON.stringify({ event, call, expected })}\n`);
      },
    },
  ];
}

const isReplayable = ({ call, event }: Trace): boolean => call !== undefined && event === 'PreToolUse';

/** Replays a recorded call under another profile, as a dry run, and shows both decisions side by side. */
export function replayWith(documents: TraceDocuments, person: Person, pick: DecisionPicker): Command {
  return {
    id: 'gatehouse.replayWith',
    async run(argument) {
      const node = await pick(argument, t('Replay which call?'), isReplayable);
      if (node === undefined) return;
      const { trace, folder } = node;
      if (trace.call === undefined)
        throw new HumanError(t('This call was too large to be recorded whole, so it cannot be replayed.'));
      const current = folder.config.profile;
      const profile = await person.pick(
        t('Replay this call with which profile?'),
        profiles.map((value) => ({ label: value, description: value === current ? t('in use') : '', value })),
      );
      if (profile === undefined) return;
      const { decideCall, readCall, traceOf } = await import('../../hooks/library');
      const call = readCall(trace.call, trace.event, trace.cwd);
      if ('problem' in call) throw new HumanError(t('The recorded call cannot be read: {0}.', call.problem));
      const { env, clock } = folder.services;
      const { done, site } = await decideCall(call, { env, clock, dry: true, profile });
      const again = traceOf(call, done, { ...trace, at: clock.now(), root: site.root });
      await documents.compare(trace, again, t('Recorded ↔ with profile {0}', profile));
    },
  };
}

type View = Pick<vscode.TreeView<unknown>, 'description'>;

/** Asks which decisions to show. A decision must match all parts of the filter. */
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
      const part = await person.pick(t('Filter decisions by…'), [
        { label: t('$(law) Verdict'), value: 'verdict' as const },
        { label: t('$(shield) Gate'), value: 'gate' as const },
        { label: t('$(comment-discussion) Session'), value: 'session' as const },
        { label: t('$(search) Command or file'), value: 'subject' as const },
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
        const seen = new Set(traces.map(outcomeOf));
        const choices = outcomes.filter((verdict) => seen.has(verdict));
        const picked = await person.pick(
          t('Verdict'),
          choices.map((verdict) => ({ label: `$(${lookOf(verdict).icon}) ${lookOf(verdict).word}`, value: verdict })),
        );
        return picked === undefined ? undefined : { verdict: picked };
      }
      case 'gate': {
        const gates = [...new Set(traces.flatMap((trace) => trace.gates.map(({ id }) => id)))].sort();
        const picked = await person.pick(t('Gate'), gates.map(plain));
        return picked === undefined ? undefined : { gate: picked };
      }
      case 'session': {
        const picked = await person.pick(
          t('Session'),
          sessionsOf(traces).map(({ id, at, prompt }) => ({
            label: sessionName({ id, prompt }),
            description: new Date(at).toLocaleString(),
            value: id,
          })),
        );
        return picked === undefined ? undefined : { session: picked };
      }
      case 'subject': {
        const typed = await person.type(t('Part of the command, file or prompt'));
        return typed === undefined ? undefined : { subject: typed };
      }
    }
  }
}

export const clearDecisionFilter = (tree: DecisionsTree, view: View): Command => ({
  id: 'gatehouse.clearDecisionFilter',
  run: () => apply(tree, view, {}),
});

function apply(tree: DecisionsTree, view: View, filter: Filter): void {
  tree.filter = filter;
  view.description = described(filter);
  void vscode.commands.executeCommand('setContext', 'gatehouse.decisions.filtered', !isEmpty(filter));
}

const plain = (value: string): Choice<string> => ({ label: value, value });
