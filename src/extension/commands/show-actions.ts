import * as vscode from 'vscode';
import { isRefusal, type Trace } from '../../hooks/pipeline/trace';
import { canBeAllowed } from '../decisions/outcome';
import { wordOf, type Flag, type FlagAction, type FlagState } from '../flags/flag';
import type { Choice } from '../platform/person';
import { oneLine, withoutIcons, age, t } from '../platform/text';
import { troublesOf } from '../registration/troubles';
import { byUrgency, headlineOf } from '../status-bar/summary';
import type { FlagModel } from '../store/flag-model';
import { type Folder, allowanceOf } from '../store/folder';
import { DecisionNode } from '../tree/decisions-tree';
import { FlagNode } from '../tree/flags-tree';
import { chosen, type Command, type CommandParts, folderCommand } from './command';

type Entry = Choice<{ readonly command: string; readonly arguments: readonly unknown[] }>;

/** The action that fits a state, at the top of the menu while the flag needs something. */
const urgentActions: readonly FlagAction[] = [
  'alarms',
  'resume',
  'run',
  'cancel',
  'accept',
  'verify',
  'approve',
  'changes',
  'output',
  'calm',
];

/** What to do if a state file cannot be read. */
const repairActions: readonly FlagAction[] = ['file', 'reset'];

/** The menu of the status bar: first what fits the current state, then what is always available. */
export const menuCommands = (parts: CommandParts): readonly Command[] => [
  folderCommand('gatehouse.showActions', parts, async (folder) => {
    await parts.flagModel.ready(folder);
    const entries = [
      ...troubleEntries(folder, parts),
      ...flagEntries(folder, parts.flagModel),
      ...refusalEntries(folder, parts.decisions.of(folder)),
      ...alwaysEntries(folder, parts),
    ];
    const { command, arguments: words } = chosen(await parts.person.pick(t('Gatehouse: {0}', folder.name), entries));
    await vscode.commands.executeCommand(command, ...words);
  }),
];

function entry(icon: string, label: string, description: string, command: string, argument: unknown): Entry {
  const value = { command, arguments: argument === undefined ? [] : [argument] };
  return { label: `$(${icon}) ${withoutIcons(label)}`, description, value };
}

function troubleEntries(folder: Folder, { registration, damage }: CommandParts): readonly Entry[] {
  const known = registration.of(folder);
  const { env } = folder.services;
  const troubles = troublesOf({ registration: known, env, damaged: damage.files });
  return [
    ...troubles.map(({ headline, action: { label, command, file } }) =>
      entry('error', label, headline, command, file === undefined ? folder : vscode.Uri.file(file)),
    ),
    ...(known.registered || !vscode.workspace.isTrusted
      ? []
      : [entry('add', t('Install hooks…'), t('the agent is unguarded'), 'gatehouse.installHooks', folder)]),
  ];
}

function flagEntries(folder: Folder, flags: FlagModel): readonly Entry[] {
  const now = Date.now();
  const shown = flags.flagsOf(folder).flatMap((flag) => {
    const state = flags.state(folder, flag);
    return state === undefined || state.hidden === true ? [] : [{ flag, state }];
  });
  return byUrgency(shown).flatMap(({ flag, state }) =>
    state.actions
      .filter((word) => urgentActions.includes(word) || (state.status === 'unknown' && repairActions.includes(word)))
      .map((word) => flagEntry(folder, flag, state, word, headlineOf({ flag, state }, now))),
  );
}

function flagEntry(folder: Folder, flag: Flag, state: FlagState, word: FlagAction, description: string): Entry {
  const { icon, title, command } = actions[word];
  const node = new FlagNode(folder, flag);
  node.update(state, Date.now());
  return entry(icon, title(flag), description, command, node);
}

function refusalEntries(folder: Folder, traces: readonly Trace[]): readonly Entry[] {
  const last = traces.findLast(isRefusal);
  if (last === undefined) return [];
  const node = new DecisionNode(folder, last);
  const name = oneLine(last.subject, 50);
  const when = age(last.at, Date.now());
  return [
    entry('question', t('Why was this blocked? {0}', name), when, 'gatehouse.why', node),
    ...(allowanceOf(folder, last) !== undefined
      ? [entry('discard', t('Undo allow once: {0}', name), '', 'gatehouse.undoAllowOnce', node)]
      : canBeAllowed(last)
        ? [entry('pass', t('Allow once: {0}', name), '', 'gatehouse.allowOnce', node)]
        : []),
  ];
}

function alwaysEntries(folder: Folder, { flagModel: flags, registration }: CommandParts): readonly Entry[] {
  const resettable = flags
    .flagsOf(folder)
    .filter((flag) => flags.state(folder, flag)?.actions.includes('reset') === true);
  const set = resettable.map((flag) => `${flag.title} ${wordOf(flags.state(folder, flag) ?? { status: 'missing' })}`);
  const isPaused = flags.flagsOf(folder).some((flag) => flags.state(folder, flag)?.status === 'paused');
  const canPause = registration.of(folder).registered && !isPaused;
  return [
    entry('pulse', t('Show timeline'), '', 'gatehouse.showTimeline', folder),
    entry('list-tree', t('Show decisions'), '', 'gatehouse.decisions.focus', undefined),
    entry('shield', t('Show flags'), '', 'gatehouse.flags.focus', undefined),
    ...(canPause
      ? [entry('debug-pause', t('Pause all gates for 10 minutes…'), '', 'gatehouse.pauseGates', folder)]
      : []),
    ...(set.length === 0 ? [] : [entry('discard', t('Reset a flag…'), set.join(', '), 'gatehouse.resetFlag', folder)]),
    entry('checklist', t('Run diagnostics'), '', 'gatehouse.doctor', folder),
  ];
}

interface Action {
  readonly command: string;
  readonly icon: string;
  readonly title: (flag: Flag) => string;
}

/** The command behind each word that a flag may offer. */
const actions: Readonly<Record<FlagAction, Action>> = {
  alarms: { command: 'gatehouse.showAlarms', icon: 'alert', title: () => t('Show where Gatehouse was not in force…') },
  reset: { command: 'gatehouse.resetFlag', icon: 'discard', title: (flag) => t('Reset {0}', flag.title.toLowerCase()) },
  resume: { command: 'gatehouse.resumeGates', icon: 'debug-start', title: () => t('Resume the gates') },
  accept: {
    command: 'gatehouse.acceptFlag',
    icon: 'check',
    title: (flag) => t('Accept {0}…', flag.title.toLowerCase()),
  },
  verify: { command: 'gatehouse.verifyProof', icon: 'verified', title: () => t('Mark the work as verified…') },
  revoke: { command: 'gatehouse.revokeProof', icon: 'circle-slash', title: () => t('Revoke the verification…') },
  approve: {
    command: 'gatehouse.approvePlan',
    icon: 'check',
    title: (flag) => t('Approve the plan of {0}…', flag.title),
  },
  back: {
    command: 'gatehouse.moveWorkflowBack',
    icon: 'reply',
    title: (flag) => t('Return {0} to an earlier phase…', flag.title),
  },
  abort: { command: 'gatehouse.abortWorkflow', icon: 'debug-stop', title: (flag) => t('Abort {0}…', flag.title) },
  calm: { command: 'gatehouse.toggleCareful', icon: 'circle-slash', title: () => t('End careful mode…') },
  run: { command: 'gatehouse.runTests', icon: 'run-all', title: () => t('Run the tests') },
  cancel: { command: 'gatehouse.cancelTests', icon: 'debug-stop', title: () => t('Stop the tests') },
  output: { command: 'gatehouse.showTestOutput', icon: 'output', title: () => t('Show the test output') },
  changes: {
    command: 'gatehouse.showChanges',
    icon: 'git-compare',
    title: (flag) => t('Show what changed since the {0}', flag.title.toLowerCase()),
  },
  file: {
    command: 'gatehouse.openStateFile',
    icon: 'go-to-file',
    title: (flag) => t('Open the state file of {0}', flag.title.toLowerCase()),
  },
};
