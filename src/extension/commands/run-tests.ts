import * as vscode from 'vscode';
import { t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { TestRuns } from '../tests/test-runs';
import { type Command, type CommandParts, currentFolder, Declined, folderCommand, HumanError } from './command';

/** Runs the tests as a hook does after an edit, shows their output, and stops them. */
export function testCommands(parts: CommandParts): readonly Command[] {
  const { folders, flagModel, testRuns: runs } = parts;
  return [
    {
      id: 'gatehouse.runTests',
      async run(argument) {
        if (!vscode.workspace.isTrusted) {
          throw new HumanError(t('You do not trust this workspace, so Gatehouse runs nothing from it.'));
        }
        const folder = await currentFolder(argument, parts);
        const file = vscode.window.activeTextEditor?.document.uri;
        const title = t('Running the tests of {0}', folder.name);
        await vscode.window.withProgress(
          { location: vscode.ProgressLocation.Notification, title, cancellable: true },
          async (progress, token) => {
            token.onCancellationRequested(() => void runs.cancel(folder));
            await runs.prepare(folder);
            const listening = flagModel.onDidChange(
              ({ flag, state }) => flag.id === 'tests' && progress.report({ message: state.reason }),
            );
            try {
              await runOnDemand(folder, file && folders.of(file) === folder ? folders.pathOf(file) : undefined, runs);
            } finally {
              listening.dispose();
              await flagModel.refresh(folder);
            }
          },
        );
      },
    },
    folderCommand('gatehouse.cancelTests', parts, async (folder) => {
      if (!(await runs.cancel(folder))) throw new Declined(t('No tests of {0} are running.', folder.name));
    }),
    folderCommand('gatehouse.showTestOutput', parts, async (folder) => {
      const isShown = await runs.showOutput(folder);
      if (!isShown) throw new Declined(t('The tests of {0} have not been run here yet.', folder.name));
    }),
  ];
}

async function runOnDemand(folder: Folder, file: string | undefined, runs: TestRuns): Promise<void> {
  const { runTestsFor } = await import('../../hooks/library');
  const demanded = await runTestsFor({
    env: ownEnvironment(folder),
    clock: folder.services.clock,
    place: folder.place,
    file,
  });
  switch (demanded.kind) {
    case 'finished':
      return;
    case 'elsewhere':
      await runs.showOutput(folder);
      return;
    case 'no-runner':
      throw new HumanError(
        t('{0} is set up in {1} but not installed. Install it and run the tests again.', demanded.name, folder.name),
      );
    case 'no-suite':
      throw new HumanError(
        t(
          'No tests were found in {0}. Open a file of the package that has them, or set the command under `tests` in .claude/gatehouse.json.',
          folder.name,
        ),
      );
  }
}

/** Removes the editor's own variables from the tests' environment. */
function ownEnvironment(folder: Folder): Record<string, string | undefined> {
  const { env } = folder.services;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:VSCODE|ELECTRON)_/.test(name)));
}
