import * as vscode from 'vscode';
import { trySession } from '../../hooks/client/heartbeat';
import { allowOnceTarget } from '../../hooks/pipeline/allowance';
import { allGates } from '../../hooks/pipeline/catalog';
import { profiles } from '../../hooks/pipeline/gate';
import type { Trace } from '../../hooks/pipeline/trace';
import { described, isEmpty, type Filter, sessionsOf } from '../decisions/grouping';
import { sessionName } from '../decisions/labels';
import { canBeAllowed, lookOf, outcomeOf, outcomes, reasonOf } from '../decisions/outcome';
import { pickRecorded, type RecordedCalls } from '../decisions/recorded';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { t } from '../platform/text';
import { Folder, allowanceOf, allowancesOf } from '../store/folder';
import { DecisionNode } from '../tree/decisions-tree';
import { agreed, chosen, type Command, type CommandParts, HumanError } from './command';
import { tellUndoable } from './undo';

export const decisionCommands = (parts: CommandParts): readonly Command[] => [
  ...showDecisions(parts),
  ...allowOnce(parts),
  ...copyDecisions(parts),
  replayWith(parts),
  ...filterDecisions(parts),
];

/** The decision that a command is about: the row it was started from, or the one that the person picks. */
export async function decisionFrom(
  argument: unknown,
  recorded: RecordedCalls,
  title: string,
  fits: (trace: Trace, folder: Folder) => boolean = () => true,
): Promise<DecisionNode> {
  if (argument instanceof DecisionNode) return argument;
  const { folder, row } = chosen(await pickRecorded(title, fits, recorded));
  return new DecisionNode(folder, row);
}

/** Opens one decision: as a page, or as the text that the command line prints. */
const showDecisions = (parts: CommandParts): readonly Command[] => [
  {
    id: 'gatehouse.why',
    run: async (argument) => parts.pages.open(await decisionFrom(argument, parts, t('Why? Pick a decision'))),
  },
  {
    id: 'gatehouse.showAsText',
    async run(argument) {
      const { trace } = await decisionFrom(argument, parts, t('Show which decision as text?'));
      await parts.documents.open(trace);
    },
  },
  {
    id: 'gatehouse.showOlderDecisions',
    run(argument) {
      if (argument instanceof Folder) parts.decisions.readOlder(argument);
    },
  },
];

/** Allows one blocked call: exactly this call, once, within ten minutes. Until the call comes, it can be undone. */
function allowOnce(parts: CommandParts): readonly Command[] {
  const { person } = parts;
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
        const node = await decisionFrom(argument, parts, t('Allow which blocked call once?'), canBeAllowed);
        const { trace, folder } = node;
        const permit = allowOnceTarget(trace);
        if (typeof permit === 'string') throw new HumanError(t('This cannot be allowed: {0}.', permit));
        const gate = (await allGates()).find((one) => one.gate.id === permit.gate)?.gate.title ?? permit.gate;
        const detail = [
          `${trace.tool ?? trace.event}: ${trace.subject}`,
          reasonOf(trace),
          t(
            'The gate “{0}” lets this exact call through once in the next 10 minutes. Other gates still check it.',
            gate,
          ),
        ].join('\n\n');
        agreed(await person.confirm(t('Allow this once?'), detail, t('Allow Once')));
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
        const node = await decisionFrom(argument, parts, t('Undo which allowance?'), isAllowed);
        if (await undo(node)) void person.tell(t('Undone. The call is blocked again.'));
        else throw new HumanError(t('The allowance was used or has ended.'));
      },
    },
  ];
}

const copyDecisions = (parts: CommandParts): readonly Command[] => [
  {
    id: 'gatehouse.copyCommand',
    async run(argument) {
      const { trace } = await decisionFrom(argument, parts, t('Copy the command of which call?'));
      await vscode.env.clipboard.writeText(trace.subject);
    },
  },
  {
    // One line of JSON: the call and the reply to it.
    id: 'gatehouse.copyTestCase',
    async run(argument) {
      const { trace } = await decisionFrom(argument, parts, t('Copy which call as a test case?'), isReplayable);
      const { event, call, verdict } = trace;
      const expected = { decision: verdict.decision ?? 'none', gate: verdict.gate, rule: verdict.rule };
      await vscode.env.clipboard.writeText(`${JSON.stringify({ event, call, expected })}\n`);
    },
  },
];

const isReplayable = ({ call, event }: Trace): boolean => call !== undefined && event === 'PreToolUse';

/** Replays a recorded call under another profile, as a dry run, and shows both decisions side by side. */
const replayWith = (parts: CommandParts): Command => ({
  id: 'gatehouse.replayWith',
  async run(argument) {
    const { trace, folder } = await decisionFrom(argument, parts, t('Replay which call?'), isReplayable);
    if (trace.call === undefined)
      throw new HumanError(t('This call was too large to be recorded whole, so it cannot be replayed.'));
    const current = folder.config.profile;
    const profile = chosen(
      await parts.person.pick(
        t('Replay this call with which profile?'),
        profiles.map((value) => ({ label: value, description: value === current ? t('in use') : '', value })),
      ),
    );
    const { decideCall, readCall, traceOf } = await import('../../hooks/library');
    const call = readCall(trace.call, trace.event, trace.cwd);
    if ('problem' in call) throw new HumanError(t('The recorded call cannot be read: {0}.', call.problem));
    const { env, clock } = folder.services;
    const { done, site } = await decideCall(call, { env, clock, dry: true, profile });
    const again = traceOf(call, done, { ...trace, at: clock.now(), root: site.root });
    await parts.documents.compare(trace, again, t('Recorded ↔ with profile {0}', profile));
  },
});

/** Asks which decisions to show. A decision must match all parts of the filter. */
function filterDecisions(parts: CommandParts): readonly Command[] {
  const { folders, decisions, decisionsTree, decisionsView, person } = parts;
  const apply = (filter: Filter) => {
    decisionsTree.filter = filter;
    decisionsView.description = described(filter);
    void vscode.commands.executeCommand('setContext', 'gatehouse.decisions.filtered', !isEmpty(filter));
  };
  return [
    {
      id: 'gatehouse.filterDecisions',
      async run() {
        const part = chosen(
          await person.pick<keyof Filter>(t('Filter decisions by…'), [
            { label: t('$(law) Verdict'), value: 'verdict' },
            { label: t('$(shield) Gate'), value: 'gate' },
            { label: t('$(comment-discussion) Session'), value: 'session' },
            { label: t('$(search) Command or file'), value: 'subject' },
          ]),
        );
        const traces = folders.all.flatMap((folder) => decisions.of(folder));
        apply({ ...decisionsTree.filter, [part]: chosen(await valueOf(part, traces, person)) });
      },
    },
    { id: 'gatehouse.clearDecisionFilter', run: () => apply({}) },
  ];
}

/** What a part of the filter is to be, as the person says. */
function valueOf(part: keyof Filter, traces: readonly Trace[], person: Person): Promise<string | undefined> {
  switch (part) {
    case 'verdict': {
      const seen = new Set(traces.map(outcomeOf));
      const choices = outcomes.filter((verdict) => seen.has(verdict));
      return person.pick(
        t('Verdict'),
        choices.map((value) => ({ label: `$(${lookOf(value).icon}) ${lookOf(value).word}`, value })),
      );
    }
    case 'gate': {
      const gates = [...new Set(traces.flatMap((trace) => trace.gates.map(({ id }) => id)))].sort();
      return person.pick(
        t('Gate'),
        gates.map((value) => ({ label: value, value })),
      );
    }
    case 'session':
      return person.pick(
        t('Session'),
        sessionsOf(traces).map(({ id, at, prompt }) => ({
          label: sessionName({ id, prompt }),
          description: new Date(at).toLocaleString(),
          value: id,
        })),
      );
    case 'subject':
      return person.type(t('Part of the command, file or prompt'));
  }
}
