import { liftOf } from '../../hooks/cli/allow-once';
import { allowanceFile, AllowanceList, Allowances } from '../../hooks/pipeline/allowance';
import { profiles } from '../../hooks/pipeline/gate';
import { ownFile } from '../../hooks/evidence/store';
import * as vscode from 'vscode';
import type { Person } from '../platform/person';
import { noteAct, whoIsHere } from '../platform/acts';
import type { DecisionStore } from '../store/decision-store';
import { Folder } from '../store/folder';
import type { TraceDocuments } from '../trace/trace-documents';
import { DecisionNode } from '../tree/decision-nodes';
import { HumanError, type Command } from './command';

/** Opens the whole record of one decision. */
export function why(documents: TraceDocuments): Command {
  return {
    id: 'gatehouse.why',
    async run(argument) {
      if (argument instanceof DecisionNode) await documents.open(argument.trace);
    },
  };
}

export function showOlderDecisions(decisions: DecisionStore): Command {
  return {
    id: 'gatehouse.showOlderDecisions',
    run(argument) {
      if (argument instanceof Folder) decisions.readOlder(argument);
      return Promise.resolve();
    },
  };
}

/** A person lifts one refusal: exactly this act, once, within ten minutes. */
export function allowOnce(person: Person): Command {
  return {
    id: 'gatehouse.allowOnce',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return;
      const { trace, folder } = argument;
      const lift = liftOf(trace);
      if (typeof lift === 'string') throw new HumanError(vscode.l10n.t('This cannot be allowed: {0}.', lift));
      const sure = await person.confirm(
        vscode.l10n.t('Allow this once?'),
        `${trace.tool ?? trace.event}: ${trace.subject}\n\n${trace.verdict.reason ?? ''}\n\n${vscode.l10n.t('The same call passes {0} one time within ten minutes. Other gates still judge it.', lift.gate)}`,
        vscode.l10n.t('Allow Once'),
      );
      if (!sure) return;
      const { clock } = folder.surroundings;
      const allowances = new Allowances(ownFile(folder.home, allowanceFile, AllowanceList, { sealed: true }), clock);
      await allowances.grant(lift.gate, lift.fingerprint, whoIsHere());
      noteAct(folder, 'allow once', `${lift.gate}: ${trace.subject}`);
      void person.tell(vscode.l10n.t('Allowed once. Tell the agent to try again.'));
    },
  };
}

export const copyCommand: Command = {
  id: 'gatehouse.copyCommand',
  async run(argument) {
    if (argument instanceof DecisionNode) await vscode.env.clipboard.writeText(argument.trace.subject);
  },
};

/** One line of JSON: the call as it came, and what was said to it. */
export const copyTestCase: Command = {
  id: 'gatehouse.copyTestCase',
  async run(argument) {
    if (!(argument instanceof DecisionNode)) return;
    const { event, call, verdict } = argument.trace;
    const expected = { decision: verdict.decision ?? 'none', gate: verdict.gate, rule: verdict.rule };
    await vscode.env.clipboard.writeText(`${JSON.stringify({ event, call, expected })}\n`);
  },
};

/** Judges a recorded call again under another profile, without doing anything, and shows both side by side. */
export function replayWith(documents: TraceDocuments, person: Person): Command {
  return {
    id: 'gatehouse.replayWith',
    async run(argument) {
      if (!(argument instanceof DecisionNode)) return;
      const { trace, folder } = argument;
      if (trace.call === undefined) throw new HumanError(vscode.l10n.t('This call was too large to be kept whole.'));
      const current = folder.config.profile;
      const profile = await person.pick(
        vscode.l10n.t('Judge this call again with which profile?'),
        profiles.map((value) => ({
          label: value,
          description: value === current ? vscode.l10n.t('in use') : '',
          value,
        })),
      );
      if (profile === undefined) return;
      const { judge, readCall, recordOf } = await import('../../hooks/library');
      const call = readCall(trace.call, trace.event, trace.cwd);
      if ('problem' in call)
        throw new HumanError(vscode.l10n.t('The recorded call cannot be read: {0}.', call.problem));
      const { env, clock } = folder.surroundings;
      const { done, site } = await judge(call, { env, clock, dry: true, profile });
      const again = recordOf(call, done, { ...trace, at: clock.now(), root: site.root });
      await documents.compare(trace, again, vscode.l10n.t('As it was ↔ with profile {0}', profile));
    },
  };
}
