import path from 'node:path';
import * as vscode from 'vscode';
import { commandInspector, Inspector, routingInspector } from '../inspector/inspector';
import type { LostHooksNotice } from '../notices';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Person } from '../platform/person';
import { HookInstaller, installHooks, reviewCommands, uninstallHooks } from './install-hooks';
import { ChangeReview, PreviewDocuments } from '../registration/preview-documents';
import type { Stores } from '../stores';
import type { TestRuns } from '../tests/test-runs';
import { TimelinePanel } from '../trace/timeline-panel';
import type { TraceDocuments } from '../trace/trace-documents';
import { WhyPages } from '../trace/why-pages';
import type { Views } from '../views';
import { acceptCommands, showAlarms, toggleCareful, resetAllFlags, resetFlag } from './flags';
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
import { doctor, maintainHooks } from './maintain-hooks';
import {
  explainLastDecision,
  inspectCommand,
  inspectRouting,
  openStateFile,
  refresh,
  showChanges,
  showLog,
  showSession,
  showTimeline,
} from './show';
import { setGateLevel, muteCommands } from './configuration';
import { confirmedCommands } from './confirmed-commands';
import { questionCommands } from './questions';
import { rescueCommands } from './rescue';
import { testCommands } from './run-tests';
import { makeRule } from './rules';
import { scopeCommands } from './scope';
import { showActions } from './show-actions';
import { workflowCommands } from './workflow';
import { messageOf } from '../../hooks/project/text';

interface LazyPartsOptions extends Omit<Stores, 'dispose'>, Omit<Views, 'dispose'> {
  readonly context: Pick<vscode.ExtensionContext, 'extensionPath' | 'extensionUri'>;
  readonly lost: LostHooksNotice;
  readonly documents: TraceDocuments;
  readonly testRuns: TestRuns;
  readonly person: Person;
  readonly log: vscode.LogOutputChannel;
}

/** Everything that is only needed once a person starts something. */
export interface LazyParts extends Disposable {
  readonly commands: readonly Command[];
  readonly installer: HookInstaller;
  readonly timeline: TimelinePanel;
}

export function openLazyParts({ context, ...opened }: LazyPartsOptions): LazyParts {
  const ds = new Disposables();
  const { log } = opened;
  const failed = (error: unknown) => log.warn(messageOf(error));
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const previews = ds.add(new PreviewDocuments());
  const parts = {
    ...opened,
    previews,
    installer: new HookInstaller(path.join(context.extensionPath, 'dist', 'hooks'), process.execPath),
    review: new ChangeReview(previews, opened.person),
    routing: ds.add(new Inspector(routingInspector(opened), media, failed)),
    command: ds.add(new Inspector(commandInspector(opened), media, failed)),
    pages: ds.add(new WhyPages(opened.decisions, media, failed)),
    timeline: ds.add(new TimelinePanel(opened.decisions, opened.rescue, media, failed)),
  };
  const { installer, timeline } = parts;
  return { commands: commandsOf(parts), installer, timeline, dispose: () => ds.dispose() };
}

type Parts = Omit<LazyPartsOptions, 'context'> &
  Pick<LazyParts, 'installer' | 'timeline'> & {
    readonly previews: PreviewDocuments;
    readonly review: ChangeReview;
    readonly routing: Inspector;
    readonly command: Inspector;
    readonly pages: WhyPages;
  };

/** All commands of the palette, menus and keys. */
function commandsOf(parts: Parts): readonly Command[] {
  const { folders, registration, flagModel, decisions, decisionsTree, decisionsView, questions, rescue } = parts;
  const { installer, previews, documents, pages, routing, command, testRuns, person, log } = parts;
  const pick = decisionPicker(parts);
  return [
    installHooks(parts),
    uninstallHooks(parts),
    ...reviewCommands(parts.review),
    ...maintainHooks(folders, registration, installer, previews, person),
    doctor(folders, registration, installer, person),
    setGateLevel(folders, person),
    resetFlag(folders, flagModel, person),
    resetAllFlags(folders, flagModel, person),
    showAlarms(folders, flagModel, person),
    showActions(parts),
    showChanges(parts),
    openStateFile(parts),
    ...testCommands(folders, flagModel, testRuns, person),
    ...acceptCommands(folders, flagModel, person),
    ...confirmedCommands(folders, flagModel, person),
    ...workflowCommands(folders, flagModel, previews, person),
    toggleCareful(folders, flagModel, person),
    ...whyCommands(pages, documents, pick),
    explainLastDecision(folders, decisions, pages, person),
    ...allowOnce(person, pick),
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
    makeRule(folders, parts.review, person, pick),
    ...scopeCommands(folders, person),
    inspectRouting(routing),
    inspectCommand(command, folders),
    refresh(folders, flagModel, registration),
    showLog(log),
  ];
}
