import path from 'node:path';
import * as vscode from 'vscode';
import { Pause, pauseFile, pauseMs } from '../../hooks/pipeline/allowance';
import { noteAct, whoIsHere } from '../platform/person';
import { t, timeOfDay } from '../platform/text';
import { trustConfiguration } from '../registration/workspace-trust';
import type { Folder } from '../store/folder';
import { agreed, chosen, type Command, type CommandParts, Declined, folderCommand } from './command';
import { tellUndoable, undoable } from './undo';

/**
 * Commands that only a person may run. Each asks in a modal dialog, which no file that an agent writes (a task, a key
 * binding, a link) can answer, and is recorded with who and when.
 */
export const confirmedCommands = (parts: CommandParts): readonly Command[] => [
  folderCommand('gatehouse.verifyProof', parts, (folder) => verifyProof(folder, parts)),
  folderCommand('gatehouse.revokeProof', parts, (folder) => revokeProof(folder, parts)),
  folderCommand('gatehouse.pauseGates', parts, (folder) => pauseGates(folder, parts)),
  folderCommand('gatehouse.resumeGates', parts, (folder) => resumeGates(folder, parts)),
  folderCommand('gatehouse.trustConfiguration', parts, (folder) => trustFile(folder, parts)),
];

async function verifyProof(folder: Folder, parts: CommandParts): Promise<void> {
  const question = t('Mark the work in {0} as verified?', folder.name);
  const detail = t('You confirm that the work does what it should. Any code change clears this.');
  agreed(await parts.person.confirm(question, detail, t('Verify')));
  const run = async () => {
    await folder.evidence.record('proof', { verdict: 'pass', rule: whoIsHere() });
    noteAct(folder, 'verify', 'proof');
  };
  const text = t('The work in {0} is marked as verified.', folder.name);
  await undoable({ folder, target: 'verify proof', text, run }, parts);
}

async function revokeProof(folder: Folder, parts: CommandParts): Promise<void> {
  const question = t('Revoke the verification of {0}?', folder.name);
  const detail = t('Gates that require verification block again until you verify the work.');
  agreed(await parts.person.confirm(question, detail, t('Revoke')));
  const run = async () => {
    await folder.evidence.record('proof', { verdict: 'fail', rule: whoIsHere() });
    noteAct(folder, 'revoke', 'proof');
  };
  const text = t('The verification of {0} is revoked.', folder.name);
  await undoable({ folder, target: 'revoke proof', text, run }, parts);
}

async function pauseGates(folder: Folder, parts: CommandParts): Promise<void> {
  const { flagModel, person } = parts;
  const question = t('Pause all gates of {0} for 10 minutes?', folder.name);
  const detail = t(
    'For 10 minutes every call passes and is recorded; only Gatehouse’s own files stay protected. Then the gates resume.',
  );
  agreed(await person.confirm(question, detail, t('Pause for 10 Minutes')));
  const pause = { v: 1 as const, by: whoIsHere(), at: folder.services.clock.now() };
  await pauseOf(folder).update(() => pause);
  noteAct(folder, 'pause', 'all gates');
  await flagModel.refresh(folder);
  const text = t('All gates of {0} are paused until {1}.', folder.name, timeOfDay(pause.at + pauseMs));
  void tellUndoable(person, text, async () => {
    await resumeGates(folder, parts);
    return true;
  });
}

async function resumeGates(folder: Folder, { flagModel }: CommandParts): Promise<void> {
  await pauseOf(folder).remove();
  noteAct(folder, 'resume', 'all gates');
  await flagModel.refresh(folder);
}

const pauseOf = (folder: Folder) => folder.own(pauseFile, Pause, { sealed: true });

async function trustFile(folder: Folder, { flagModel, person }: CommandParts): Promise<void> {
  const waiting = folder.config.layers.filter(
    ({ origin, trust }) => origin !== 'policy' && (trust === 'untrusted' || trust === 'changed'),
  );
  const [first, ...others] = waiting;
  if (first === undefined) throw new Declined(t('{0} has no configuration to trust.', folder.name));
  const nameOf = (file: string) => path.relative(folder.root, file);
  const choices = waiting.map(({ file }) => ({ label: nameOf(file), value: file }));
  const file = others.length === 0 ? first.file : chosen(await person.pick(t('Trust which file?'), choices));
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
  const question = t('Trust the current content of {0}?', nameOf(file));
  const detail = t(
    'It can then loosen gates and set the commands that run the tests. Any change to it ends your trust.',
  );
  agreed(await person.confirm(question, detail, t('Trust This Text')));
  await trustConfiguration(folder, file);
  folder.forgetConfiguration();
  await flagModel.refresh(folder);
}
