import path from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../hooks/project/text';
import { commandInspector, Inspector, routingInspector } from '../inspector/inspector';
import { Disposables, type Disposable } from '../platform/disposables';
import { ChangeReview, PreviewDocuments } from '../registration/preview-documents';
import { TimelinePanel } from '../trace/timeline-panel';
import { WhyPages } from '../trace/why-pages';
import type { Command, CommandParts, WindowParts } from './command';
import { configurationCommands } from './configuration';
import { confirmedCommands } from './confirmed-commands';
import { decisionCommands } from './decisions';
import { flagCommands } from './flags';
import { HookInstaller, installCommands } from './install-hooks';
import { maintenanceCommands } from './maintain-hooks';
import { questionCommands } from './questions';
import { rescueCommands } from './rescue';
import { ruleCommands } from './rules';
import { testCommands } from './run-tests';
import { scopeCommands } from './scope';
import { showCommands } from './show';
import { menuCommands } from './show-actions';
import { workflowCommands } from './workflow';

/** All commands of the palette, menus and keys. */
const groups: readonly ((parts: CommandParts) => readonly Command[])[] = [
  installCommands,
  maintenanceCommands,
  configurationCommands,
  flagCommands,
  confirmedCommands,
  workflowCommands,
  testCommands,
  menuCommands,
  showCommands,
  decisionCommands,
  questionCommands,
  rescueCommands,
  ruleCommands,
  scopeCommands,
];

/** Everything that is only needed once a person starts something. */
export interface LazyParts extends Disposable, Pick<CommandParts, 'installer' | 'timeline'> {
  readonly commands: readonly Command[];
}

type Place = Pick<vscode.ExtensionContext, 'extensionPath' | 'extensionUri'>;

export function openLazyParts({ extensionPath, extensionUri }: Place, opened: WindowParts): LazyParts {
  const ds = new Disposables();
  const failed = (error: unknown) => opened.log.warn(messageOf(error));
  const media = vscode.Uri.joinPath(extensionUri, 'media');
  const previews = ds.add(new PreviewDocuments());
  const parts: CommandParts = {
    ...opened,
    previews,
    installer: new HookInstaller(path.join(extensionPath, 'dist', 'hooks'), process.execPath),
    review: new ChangeReview(previews, opened.person),
    routing: ds.add(new Inspector(routingInspector(opened), media, failed)),
    command: ds.add(new Inspector(commandInspector(opened), media, failed)),
    pages: ds.add(new WhyPages(opened.decisions, media, failed)),
    timeline: ds.add(new TimelinePanel(opened.decisions, opened.rescue, media, failed)),
  };
  const { installer, timeline } = parts;
  return { commands: groups.flatMap((commands) => commands(parts)), installer, timeline, dispose: () => ds.dispose() };
}
