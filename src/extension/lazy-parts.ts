import path from 'node:path';
import * as vscode from 'vscode';
import { commandsOf } from './commands';
import type { Command } from './commands/command';
import { commandInspector, Inspector, routingInspector } from './inspector/inspector';

import type { LostHooksNotice } from './notices/lost-hooks-notice';
import { Disposables, type Disposable } from './platform/disposables';
import type { Person } from './platform/person';
import { ChangeReview, PreviewDocuments } from './registration/preview-documents';
import { HookInstaller } from './registration/hook-installer';
import type { Stores } from './stores';
import type { TestRuns } from './tests/test-runs';
import { TimelinePanel } from './trace/timeline-panel';
import type { TraceDocuments } from './trace/trace-documents';
import { WhyPages } from './trace/why-pages';
import type { Views } from './views';

export interface LazyPartsOptions extends Omit<Stores, 'dispose'>, Omit<Views, 'dispose'> {
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

export function openLazyParts({ context, ...parts }: LazyPartsOptions): LazyParts {
  const ds = new Disposables();
  const { person, log } = parts;
  const failed = (error: unknown) => log.warn(error instanceof Error ? error.message : String(error));
  const previews = ds.add(new PreviewDocuments());
  const installer = new HookInstaller(path.join(context.extensionPath, 'dist', 'hooks'), process.execPath);
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const routing = ds.add(new Inspector(routingInspector(parts), media, failed));
  const command = ds.add(new Inspector(commandInspector(parts), media, failed));
  const review = new ChangeReview(previews, person);
  const pages = ds.add(new WhyPages(parts.decisions, media, failed));
  const timeline = ds.add(new TimelinePanel(parts.decisions, parts.rescue, media, failed));
  const commands = commandsOf({
    ...parts,
    installer,
    previews,
    review,
    pages,
    timeline,
    routing,
    command,
    person,
    log,
  });
  return { commands, installer, timeline, dispose: () => ds.dispose() };
}
