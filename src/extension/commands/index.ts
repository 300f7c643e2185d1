import type * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector';
import type { LostHooksNotice } from '../notices/lost-hooks-notice';
import type { Person } from '../platform/person';
import type { ChangeReview, PreviewDocuments } from '../registration/preview-documents';
import type { HookInstaller } from '../registration/hook-installer';
import type { DamageStore, RegistrationStore } from '../registration/registration-store';
import type { DecisionStore } from '../store/decision-store';
import type { FlagModel } from '../store/flag-model';
import type { OpenFolders } from '../store/open-folders';
import type { QuestionStore } from '../store/question-store';
import type { RescueStore } from '../store/rescue-store';
import type { TestRuns } from '../tests/test-runs';
import type { TimelinePanel } from '../trace/timeline-panel';
import type { TraceDocuments } from '../trace/trace-documents';
import type { WhyPages } from '../trace/why-pages';
import type { DecisionsTree, DecisionsTreeNode } from '../tree/decisions-tree';
import { acceptCommands, showAlarms, toggleCareful, resetAllFlags, resetFlag } from './reset-flags';
import { muteCommands, showSession } from './agent-notices';
import type { Command } from './command';
import {
  allowOnce,
  copyCommands,
  decisionPicker,
  replayWith,
  showOlderDecisions,
  whyCommands,
  clearDecisionFilter,
  filterDecisions,
} from './decisions';
import { doctor, hooksCare } from './hooks-care';
import {
  explainLastDecision,
  inspectCommand,
  inspectRouting,
  openStateFile,
  refresh,
  showChanges,
  showLog,
  showTimeline,
} from './show';
import { setGateLevel } from './gate-level';
import { installHooks, reviewCommands, uninstallHooks } from './install-hooks';
import { personCommands } from './confirmed-commands';
import { questionCommands } from './questions';
import { rescueCommands } from './rescue';
import { testCommands } from './run-tests';
import { makeRule } from './rules';
import { scopeCommands } from './scope';
import { showActions } from './show-actions';

import { workflowCommands } from './workflow';

export interface CommandParts {
  readonly folders: OpenFolders;
  readonly registration: RegistrationStore;
  readonly damage: DamageStore;
  readonly flagStore: FlagModel;
  readonly decisions: DecisionStore;
  readonly decisionsTree: DecisionsTree;
  readonly decisionsView: Pick<vscode.TreeView<DecisionsTreeNode>, 'description' | 'reveal'>;
  readonly questions: QuestionStore;
  readonly rescue: RescueStore;
  readonly installer: HookInstaller;
  readonly previews: PreviewDocuments;
  readonly review: ChangeReview;
  readonly pages: WhyPages;
  readonly timeline: TimelinePanel;
  readonly lost: LostHooksNotice;
  readonly documents: TraceDocuments;
  readonly routing: Inspector;
  readonly command: Inspector;
  readonly testRuns: TestRuns;
  readonly person: Person;
  readonly log: vscode.LogOutputChannel;
}

/** All commands of the palette, menus and keys. */
export function commandsOf(parts: CommandParts): readonly Command[] {
  const { folders, registration, flagStore, decisions, decisionsTree, decisionsView, questions, rescue } = parts;
  const { installer, previews, documents, pages, routing, command, testRuns, person, log } = parts;
  const pick = decisionPicker(parts);
  return [
    installHooks(parts),
    uninstallHooks(parts),
    ...reviewCommands(parts.review),
    ...hooksCare(folders, registration, installer, previews, person),
    doctor(folders, registration, installer, person),
    setGateLevel(folders, person),
    resetFlag(folders, flagStore, person),
    resetAllFlags(folders, flagStore, person),
    showAlarms(folders, flagStore, person),
    showActions(parts),
    showChanges(parts),
    openStateFile(parts),
    ...testCommands(folders, flagStore, testRuns, person),
    ...acceptCommands(folders, flagStore, person),
    ...personCommands(folders, flagStore, person),
    ...workflowCommands(folders, flagStore, previews, person),
    toggleCareful(folders, flagStore, person),
    ...whyCommands(pages, documents, pick),
    explainLastDecision(folders, decisions, pages, person),
    allowOnce(person, pick),
    ...copyCommands(pick),
    replayWith(documents, person, pick),
    showTimeline(folders, parts.timeline, person),
    showOlderDecisions(decisions),
    filterDecisions(folders, decisions, decisionsTree, decisionsView, person),
    clearDecisionFilter(decisionsTree, decisionsView),
    showSession(decisionsTree, decisionsView),
    ...muteCommands(folders, person),
    ...questionCommands(folders, questions, person),
    ...rescueCommands(folders, rescue, previews, person),
    makeRule(folders, previews, person, pick),
    ...scopeCommands(folders, person),
    inspectRouting(routing),
    inspectCommand(command, folders),
    refresh(folders, flagStore, registration),
    showLog(log),
  ];
}
