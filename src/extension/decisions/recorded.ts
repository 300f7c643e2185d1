import type * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { type CallRow, callsOf } from './grouping';
import { nameOf } from './labels';
import { lookOf } from './outcome';
import type { Person } from '../platform/person';
import { oneLine, withoutIcons, age, t } from '../platform/text';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { fieldsOf } from '../../hooks/protocol/json';

export interface Recorded {
  readonly folder: Folder;
  readonly row: CallRow;
  /** The record of the call that fits. */
  readonly trace: Trace;
}

/** Where recorded calls are, and who picks one. */
export interface RecordedCalls {
  readonly folders: OpenFolders;
  readonly decisions: DecisionStore;
  readonly person: Person;
}

const offered = 200;

/** Lets a person pick one of the recorded calls that fit, the newest first. */
export async function pickRecorded(
  title: string,
  fits: (trace: Trace, folder: Folder) => boolean,
  { folders, decisions, person }: RecordedCalls,
): Promise<Recorded | undefined> {
  const all = folders.all.flatMap((folder) => callsOf(decisions.of(folder)).map((row) => ({ folder, row })));
  const fitting = all
    .flatMap(({ folder, row }) => {
      const trace = [row.trace, row.after].find((one) => one !== undefined && fits(one, folder));
      return trace === undefined ? [] : [{ folder, row, trace }];
    })
    // The log is in order, so calls of the same millisecond keep their order.
    .reverse()
    .sort((one, other) => other.row.trace.at - one.row.trace.at);
  if (fitting.length === 0) {
    await person.tell(t('No call of that kind has been recorded yet.'));
    return undefined;
  }
  const now = Date.now();
  return person.pick(
    title,
    fitting.slice(0, offered).map((value) => ({ ...pickItemOf(value.row, now), value })),
  );
}

/** A call as in the view of decisions, with the outcome in words. */
function pickItemOf({ trace, verdict }: CallRow, now: number): Pick<vscode.QuickPickItem, 'label' | 'description'> {
  const { label, where } = nameOf(trace);
  const { icon, word } = lookOf(verdict);
  return {
    label: `$(${icon}) ${withoutIcons(oneLine(label, 100))}`,
    description: withoutIcons([...where, word, age(trace.at, now)].join(' · ')),
  };
}

/** The command of a recorded call, as far as it was recorded. */
export function commandOf({ call, subject }: Trace): string {
  const whole = fieldsOf(call?.tool_input).command;
  return typeof whole === 'string' ? whole : subject;
}
