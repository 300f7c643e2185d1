import path from 'node:path';
import * as vscode from 'vscode';
import { Pause, pauseFile, pauseMs } from '../../hooks/pipeline/allowance';
import { trustConfiguration } from '../registration/workspace-trust';
import { timeOfDay, t } from '../platform/text';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import type { FlagModel } from '../store/flag-model';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, folderCommand } from './command';
import { tellUndoable, undoable } from './undo';

/**
 * Commands that only a person may run. Each asks in a modal dialog, which no file that an agent writes (a task, a key
 * binding, a link) can answer, and is recorded with who and when.
 */
export function confirmedCommands(folders: OpenFolders, flags: FlagModel, person: Person): readonly Command[] {
  const inFolder = (id: string, run: (folder: Folder, flags: FlagModel, person: Person) => Promise<void>): Command =>
    folderCommand(id, folders, person, (folder) => run(folder, flags, person));
  return [
    inFolder('gatehouse.verifyProof', verifyProof),
    inFolder('gatehouse.revokeProof', revokeProof),
    inFolder('gatehouse.pauseGates', pauseGates),
    inFolder('gatehouse.resumeGates', resumeGates),
    inFolder('gatehouse.trustConfiguration', trustFile),
  ];
}

async function verifyProof(folder: Folder, flags: FlagModel, person: Person): Promise<void> {
  const sure = await person.confirm(
    t('Mark the work in {0} as verified?', folder.name),
    t('You confirm that the work does what it should. Any code change clears this.'),
    t('Verify'),
  );
  if (!sure) return;
  const run = async () => {
    await folder.evidence.record('proof', { verdict: 'pass', rule: whoIsHere() });
    noteAct(folder, 'verify', 'proof');
  };
  const text = t('The work in {0} is marked as verified.', folder.name);
  await undoable({ folder, target: 'verify proof', text, run }, flags, person);
}

async function revokeProof(folder: Folder, flags: FlagModel, person: Person): Promise<void> {
  const sure = await person.confirm(
    t('Revoke the verification of {0}?', folder.name),
    t('Gates that require verification block again until you verify the work.'),
    t('Revoke'),
  );
  if (!sure) return;
  const run = async () => {
    await folder.evidence.record('proof', { verdict: 'fail', rule: whoIsHere() });
    noteAct(folder, 'revoke', 'proof');
  };
  const text = t('The verification of {0} is revoked.', folder.name);
  await undoable({ folder, target: 'revoke proof', text, run }, flags, person);
}

async function pauseGates(folder: Folder, flags: FlagModel, person: Person): Promise<void> {
  const sure = await person.confirm(
    t('Pause all gates of {0} for 10 minutes?', folder.name),
    t(
      'For 10 minutes every call passes and is recorded; only Gatehouse’s own files stay protected. Then the gates resume.',
    ),
    t('Pause for 10 Minutes'),
  );
  if (!sure) return;
  const pause = { v: 1 as const, by: whoIsHere(), at: folder.services.clock.now() };
  await pauseOf(folder).update(() => pause);
  noteAct(folder, 'pause', 'all gates');
  await flags.refresh(folder);
  const text = t('All gates of {0} are paused until {1}.', folder.name, timeOfDay(pause.at + pauseMs));
  void tellUndoable(person, text, async () => {
    await resumeGates(folder, flags);
    return true;
  });
}

async function resumeGates(folder: Folder, flags: FlagModel): Promise<void> {
  await pauseOf(folder).remove();
  noteAct(folder, 'resume', 'all gates');
  await flags.refresh(folder);
}

const pauseOf = (folder: Folder) => folder.own(pauseFile, Pause, { sealed: true });

async function trustFile(folder: Folder, flags: FlagModel, person: Person): Promise<void> {
  const waiting = folder.config.layers.filter(
    ({ origin, trust }) => origin !== 'policy' && (trust === 'untrusted' || trust === 'changed'),
  );
  const [first] = waiting;
  if (first === undefined) {
    await person.tell(t('{0} has no configuration to trust.', folder.name));
    return;
  }
  const nameOf = (file: string) => path.relative(folder.root, file);
  const choices = waiting.map(({ file }) => ({ label: nameOf(file), value: file }));
  const file = waiting.length === 1 ? first.file : await person.pick(t('Trust which file?'), choices);
  if (file === undefined) return;
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
  const sure = await person.confirm(
    t('Trust the current content of {0}?', nameOf(file)),
    t('It can then loosen gates and set the commands that run the tests. Any change to it ends your trust.'),
    t('Trust This Text'),
  );
  if (!sure) return;
  await trustConfiguration(folder, file);
  folder.forgetConfiguration();
  await flags.refresh(folder);
}
