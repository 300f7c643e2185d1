import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { readRun, testOutputFile, type LastRun } from '../../hooks/test-runs/run-state';
import { Disposables, type Disposable } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { t } from '../platform/text';
import type { Folder } from '../store/folder';
import { failingTests, OutputTail, type FailingTest } from './output-tail';

interface Shown {
  readonly run: vscode.TestRun;
  readonly startedAt: number;
  readonly append: () => void;
  readonly watch: Disposable;
}

/** Test runs in the editor's own Testing view: one entry for each folder, its live output, and what came of it. */
export class TestView implements Disposable {
  private readonly ds = new Disposables();
  private readonly controller = this.ds.add(vscode.tests.createTestController('gatehouse', 'Gatehouse'));
  private readonly shown = new Map<Folder, Shown>();
  /** The end of the last run that was shown. */
  private readonly ended = new Map<Folder, number>();

  constructor(
    private readonly cancel: (folder: Folder) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    const run = (request: vscode.TestRunRequest) => this.runAll(request);
    this.ds.add(this.controller.createRunProfile('Gatehouse', vscode.TestRunProfileKind.Run, run, true));
  }

  shows(folder: Folder): boolean {
    return this.controller.items.get(folder.root) !== undefined;
  }

  /** Shows the current run; earlier runs are history. */
  follow(folder: Folder, until: number): void {
    const state = readRun(folder.home);
    if (state === undefined) return;
    const { running, last } = state;
    const known = this.shown.get(folder);
    if (known !== undefined && running?.at !== known.startedAt) this.end(folder, known, last);
    if (running !== undefined && running.at !== this.shown.get(folder)?.startedAt) {
      this.begin(folder, running.suite, running.at, state.runner?.pid === process.pid);
    }
    // It ended before the view was ready.
    const from = last === undefined ? 0 : last.at - last.ms;
    if (
      running === undefined &&
      known === undefined &&
      last !== undefined &&
      last.at > Math.max(until, this.ended.get(folder) ?? 0)
    ) {
      this.end(folder, this.begin(folder, last.suite, from, false), last);
    }
  }

  forget(folder: Folder): void {
    const known = this.shown.get(folder);
    if (known !== undefined) this.end(folder, known, undefined);
    this.controller.items.delete(folder.root);
  }

  private begin(folder: Folder, suite: string, startedAt: number, own: boolean): Shown {
    const item = this.itemOf(folder);
    item.description = suite;
    // An agent's run must not pull the person away from what they do.
    const request = new vscode.TestRunRequest([item], undefined, undefined, false, !own);
    const run = this.controller.createTestRun(request, suite, false);
    run.token.onCancellationRequested(() => this.cancel(folder));
    run.started(item);
    const tail = new OutputTail(path.join(folder.home, testOutputFile));
    const append = () => {
      const text = tail.added();
      // The view shows a terminal, which needs both characters.
      if (text !== '') run.appendOutput(text.replace(/\r?\n/g, '\r\n'));
    };
    const watch = new FolderWatch(folder.home, append, this.failed);
    const shown = { run, startedAt, append, watch };
    this.shown.set(folder, shown);
    append();
    return shown;
  }

  private end(folder: Folder, { run, startedAt, append, watch }: Shown, last: LastRun | undefined): void {
    watch.dispose();
    append();
    this.shown.delete(folder);
    const item = this.itemOf(folder);
    if (last === undefined || last.at < startedAt) run.skipped(item);
    else {
      this.ended.set(folder, last.at);
      this.showFailing(run, item, last.result === 'fail' ? failingIn(folder) : []);
      report(run, item, last);
    }
    run.end();
  }

  /** Every failing test is a node of its own, with what the suite said about it; those of earlier runs go. */
  private showFailing(run: vscode.TestRun, parent: vscode.TestItem, failing: readonly FailingTest[]): void {
    const items = failing.map(({ name, message }) => {
      const item = this.controller.createTestItem(`${parent.id}#${name}`, name);
      return { item, message };
    });
    parent.children.replace(items.map(({ item }) => item));
    for (const { item, message } of items) run.failed(item, new vscode.TestMessage(message));
  }

  private itemOf(folder: Folder): vscode.TestItem {
    const known = this.controller.items.get(folder.root);
    if (known !== undefined) return known;
    const item = this.controller.createTestItem(folder.root, folder.name);
    this.controller.items.add(item);
    return item;
  }

  private async runAll({ include }: vscode.TestRunRequest): Promise<void> {
    const roots = include?.map(({ id, parent }) => parent?.id ?? id) ?? [...this.controller.items].map(([id]) => id);
    for (const root of new Set(roots)) await vscode.commands.executeCommand('gatehouse.runTests', root);
  }

  dispose(): void {
    for (const [folder, known] of this.shown) this.end(folder, known, undefined);
    this.ds.dispose();
  }
}

function failingIn(folder: Folder): readonly FailingTest[] {
  try {
    return failingTests(readFileSync(path.join(folder.home, testOutputFile), 'utf8'));
  } catch {
    // The output was removed: the run still counts as failed.
    return [];
  }
}

/** Failing tests, a suite that could not run, and nothing known are three things. */
function report(run: vscode.TestRun, item: vscode.TestItem, { result, suite, failures, ms }: LastRun): void {
  switch (result) {
    case 'pass':
      run.passed(item, ms);
      return;
    case 'fail':
      run.failed(item, new vscode.TestMessage(counted(failures)), ms);
      return;
    case 'error':
      run.errored(item, new vscode.TestMessage(t('{0} could not run.', suite)), ms);
      return;
    case 'timed-out': {
      const late = t('{0} did not finish in time and was stopped.', suite);
      run.errored(item, new vscode.TestMessage(late), ms);
      return;
    }
    case 'no-runner':
    case 'no-tests':
    case 'cancelled':
      run.appendOutput(`${nothingKnown(result, suite)}\r\n`);
      run.skipped(item);
  }
}

const counted = (failures: number): string => (failures === 1 ? t('1 test failed.') : t('{0} tests failed.', failures));

function nothingKnown(result: 'no-runner' | 'no-tests' | 'cancelled', suite: string): string {
  switch (result) {
    case 'no-runner':
      return t('{0} is set up here but not installed.', suite);
    case 'no-tests':
      return t('{0} found no tests.', suite);
    case 'cancelled':
      return t('A person stopped {0}.', suite);
  }
}
