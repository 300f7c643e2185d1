import * as vscode from 'vscode';
import type { Flag, FlagAction } from './flag';

interface Action {
  readonly command: string;
  readonly icon: string;
  readonly title: (flag: Flag) => string;
}

/** The command behind each word that a flag may offer. */
export const actions: Readonly<Record<FlagAction, Action>> = {
  alarms: {
    command: 'gatehouse.showAlarms',
    icon: 'alert',
    title: () => vscode.l10n.t('Show where Gatehouse was not in force…'),
  },
  reset: {
    command: 'gatehouse.resetFlag',
    icon: 'discard',
    title: (flag) => vscode.l10n.t('Reset {0}', flag.title.toLowerCase()),
  },
  resume: {
    command: 'gatehouse.resumeGates',
    icon: 'debug-start',
    title: () => vscode.l10n.t('Resume the gates'),
  },
  accept: {
    command: 'gatehouse.acceptFlag',
    icon: 'check',
    title: (flag) => vscode.l10n.t('Accept {0}…', flag.title.toLowerCase()),
  },
  verify: {
    command: 'gatehouse.verifyProof',
    icon: 'verified',
    title: () => vscode.l10n.t('Mark the work as verified…'),
  },
  revoke: {
    command: 'gatehouse.revokeProof',
    icon: 'circle-slash',
    title: () => vscode.l10n.t('Revoke the verification…'),
  },
  approve: {
    command: 'gatehouse.approvePlan',
    icon: 'check',
    title: (flag) => vscode.l10n.t('Approve the plan of {0}…', flag.title),
  },
  back: {
    command: 'gatehouse.moveWorkflowBack',
    icon: 'reply',
    title: (flag) => vscode.l10n.t('Return {0} to an earlier phase…', flag.title),
  },
  abort: {
    command: 'gatehouse.abortWorkflow',
    icon: 'debug-stop',
    title: (flag) => vscode.l10n.t('Abort {0}…', flag.title),
  },
  calm: {
    command: 'gatehouse.toggleCareful',
    icon: 'circle-slash',
    title: () => vscode.l10n.t('End careful mode…'),
  },
  run: {
    command: 'gatehouse.runTests',
    icon: 'run-all',
    title: () => vscode.l10n.t('Run the tests'),
  },
  cancel: {
    command: 'gatehouse.cancelTests',
    icon: 'debug-stop',
    title: () => vscode.l10n.t('Stop the tests'),
  },
  output: {
    command: 'gatehouse.showTestOutput',
    icon: 'output',
    title: () => vscode.l10n.t('Show the test output'),
  },
  changes: {
    command: 'gatehouse.showChanges',
    icon: 'git-compare',
    title: (flag) => vscode.l10n.t('Show what changed since the {0}', flag.title.toLowerCase()),
  },
  file: {
    command: 'gatehouse.openStateFile',
    icon: 'go-to-file',
    title: (flag) => vscode.l10n.t('Open the state file of {0}', flag.title.toLowerCase()),
  },
};
