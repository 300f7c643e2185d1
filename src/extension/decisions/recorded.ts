import * as vscode from 'vscode';
import type { Trace } from '../../hooks/pipeline/trace';
import { age } from '../platform/age';
import type { Person } from '../platform/person';
import { oneLine, withoutIcons } from '../platform/plain-text';
import type { DecisionStore } from '../store/decision-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { fieldsOf } from '../../hooks/protocol/json';

export interface Recorded {
  readonly folder: Folder;
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
  fits: (trace: Trace) => boolean,
  { folders, decisions, person }: RecordedCalls,
): Promise<Recorded | undefined> {
  const all = folders.all.flatMap((folder) => decisions.of(folder).map((trace) => ({ folder, trace })));
  // The log is in order, so calls of the same millisecond keep their order.
  const fitting = all
    .filter(({ trace }) => fits(trace))
    .reverse()
    .sort((one, other) => other.trace.at - one.trace.at);
  if (fitting.length === 0) {
    await person.tell(vscode.l10n.t('No call of that kind has been recorded yet.'));
    return undefined;
  }
  const now = Date.now();
  return person.pick(
    title,
    fitting.slice(0, offered).map((value) => ({
      label: withoutIcons(oneLine(value.trace.subject, 100) || (value.trace.tool ?? value.trace.event)),
      description: `${value.trace.tool ?? value.trace.event} · ${age(value.trace.at, now)}`,
      value,
    })),
  );
}

/** The command of a recorded call, as far as it was recorded. */
export function commandOf({ call, subject }: Trace): string {
  const whole = fieldsOf(call?.tool_input).command;
  return typeof whole === 'string' ? whole : subject;
}
