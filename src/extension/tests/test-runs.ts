import * as vscode from 'vscode';
import { cancelRun, readRun, runState, testOutputFile } from '../../hooks/test-runs/run-state';
import { DisposableOwner } from '../platform/disposables';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { TestView } from './test-view';

/**
 * The test runs of every folder, started by a hook after an edit or by a person here. Both write the same state and
 * output, which this class follows. The test view is loaded with the first run.
 */
export class TestRuns extends DisposableOwner {
  private readonly seen = new Map<Folder, number>();
  private loading: Promise<TestView> | undefined;

  constructor(
    folders: OpenFolders,
    flags: FlagModel,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.ds.add(flags.onDidChange(({ folder, flag }) => flag.id === 'tests' && this.follow(folder)));
    this.ds.add(
      folders.onDidChange((all) => {
        for (const folder of this.seen.keys()) if (!all.includes(folder)) this.forget(folder);
      }),
    );
  }

  /** Ends what runs in a folder; false if nothing does. */
  async cancel(folder: Folder): Promise<boolean> {
    if (readRun(folder.home)?.runner === undefined) return false;
    await cancelRun(folder.home, folder.services.clock.now());
    return true;
  }

  /** Brings what a run says, or said, before the person; false if none ever ran. */
  async showOutput(folder: Folder): Promise<boolean> {
    const view = await this.loading;
    if (view?.shows(folder) === true) {
      await vscode.commands.executeCommand('workbench.panel.testResults.view.focus');
      return true;
    }
    const file = vscode.Uri.joinPath(vscode.Uri.file(folder.home), testOutputFile);
    return Promise.resolve(vscode.window.showTextDocument(file)).then(
      () => true,
      () => false,
    );
  }

  /** Loads the view ahead of a run of this window, so that it is followed from its first moment on. */
  async prepare(folder: Folder): Promise<void> {
    this.seen.set(folder, this.seen.get(folder) ?? readRun(folder.home)?.last?.at ?? 0);
    await this.view();
  }

  private follow(folder: Folder): void {
    const reading = runState(folder.home).read();
    if (reading.kind !== 'ok') return;
    const before = this.seen.get(folder);
    const last = reading.value.last?.at ?? 0;
    this.seen.set(folder, last);
    // A run that ended before this window opened is not shown.
    if (reading.value.running === undefined && (before === undefined || last <= before)) return;
    void this.view().then((view) => view.follow(folder, before ?? last), this.failed);
  }

  private forget(folder: Folder): void {
    this.seen.delete(folder);
    void this.loading?.then((view) => view.forget(folder));
  }

  private view(): Promise<TestView> {
    this.loading ??= import(/* webpackChunkName: "late" */ './test-view').then(({ TestView }) =>
      this.ds.add(new TestView((folder) => void this.cancel(folder), this.failed)),
    );
    return this.loading;
  }
}
