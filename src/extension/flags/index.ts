import path from 'node:path';
import * as vscode from 'vscode';
import { strikes } from '../../hooks/evidence/files/flags';
import { StrikeLog, type StrikeEntry } from '../../hooks/evidence/strike-log';
import { carefulFile } from '../../hooks/nudge/careful';
import { openAlarms } from '../../hooks/pipeline/alarms';
import { Pause, pauseFile, pauseIn, pauseMs } from '../../hooks/pipeline/allowance';
import { timeOfDay } from '../platform/text';
import type { Folder } from '../store/folder';
import { codeReview, docReview, precommit, proof, tests } from './checks';
import type { Fact, Flag } from './flag';
import { plan } from './plan';
import { workflowFlags } from './workflow';

/** Shown only while a person has the gates pause. */
const pause: Flag = {
  id: 'pause',
  title: vscode.l10n.t('Gates'),
  short: vscode.l10n.t('gates'),
  headlines: { paused: vscode.l10n.t('Gates paused') },
  read: (folder) => {
    const holding = pauseIn(folder.own(pauseFile, Pause, { sealed: true }), folder.services.clock);
    const until = holding === undefined ? undefined : holding.at + pauseMs;
    return Promise.resolve({
      status: until === undefined ? 'missing' : 'paused',
      reason:
        until === undefined
          ? vscode.l10n.t('All gates are on.')
          : vscode.l10n.t(
              'Until {0} every call passes and is recorded; only Gatehouse’s own files stay protected.',
              timeOfDay(until),
            ),
      at: holding?.at,
      hold: 'none',
      dependsOnFiles: false,
      hidden: until === undefined,
      refreshAt: until,
      endsAt: until,
      facts: holding === undefined ? [] : [{ label: vscode.l10n.t('By'), value: holding.by }],
      actions: until === undefined ? [] : ['resume'],
    });
  },
};

/** Shown only while careful mode is on: searches through many files then wait for the code index. */
const careful: Flag = {
  id: 'careful',
  title: vscode.l10n.t('Careful mode'),
  short: vscode.l10n.t('careful'),
  read: (folder) => {
    const file = carefulFile(folder);
    const on = file !== undefined;
    return Promise.resolve({
      status: on ? 'active' : 'missing',
      reason: on
        ? vscode.l10n.t(
            'Careful mode is on for this worktree: a search through many files is blocked until the agent has used the code index.',
          )
        : vscode.l10n.t('Careful mode is off.'),
      hold: 'none',
      dependsOnFiles: false,
      hidden: !on,
      facts: [],
      actions: on ? ['calm', 'file'] : [],
      file: on ? path.join(folder.root, file) : undefined,
    });
  },
};

const shownEntries = 6;

/** Strikes: how often a gate only warned about something that it blocks next time. Shown while there are any. */
function strikesOf(gate: 'test-gate' | 'mock-gate', title: string): Flag {
  const fileOf = ({ place, home }: Folder) => strikes({ place, home }, gate);
  const strikeLog = ({ place, home, own, services: { clock } }: Folder) =>
    new StrikeLog({ place, home, clock, own }, gate);
  return {
    id: `${gate}-strikes`,
    title,
    short: title.toLowerCase(),
    read: (folder) => {
      const file = fileOf(folder);
      const written = file.value();
      const held = written !== undefined && written.count > 0 ? written : undefined;
      return Promise.resolve({
        status: held === undefined ? 'missing' : 'active',
        word: held === undefined ? undefined : String(held.count),
        reason:
          held === undefined
            ? vscode.l10n.t('No strikes.')
            : vscode.l10n.t('Strikes counted by the {0}: {1}. The next one may be blocked.', gate, held.count),
        at: held === undefined ? undefined : held.at * 1000,
        hold: 'none',
        dependsOnFiles: false,
        hidden: held === undefined,
        facts: held === undefined ? [] : strikeLog(folder).entries().slice(-shownEntries).map(factOf),
        actions: held === undefined ? [] : ['reset', 'file'],
        file: file.path,
      });
    },
    reset: async (folder) => {
      // The gate counts by session and file in its own state; the public file has only the sum.
      await strikeLog(folder).clear();
      await fileOf(folder).remove();
    },
  };
}

function factOf({ session, subject, count, at }: StrikeEntry): Fact {
  const when = new Date(at).toLocaleTimeString();
  const label = subject === '' ? vscode.l10n.t('Session {0}', session.slice(0, 8)) : subject;
  return { label, value: vscode.l10n.t('{0}, last at {1}', count, when) };
}

const testStrikes = strikesOf('test-gate', vscode.l10n.t('Test strikes'));
const mockStrikes = strikesOf('mock-gate', vscode.l10n.t('Mock strikes'));

/** Alarms: blocked calls that ran anyway and the like, until a person clears them. Shown only while there are any. */
export const alarms: Flag = {
  id: 'alarms',
  title: vscode.l10n.t('Not in force'),
  short: vscode.l10n.t('not in force'),
  headlines: { alarm: vscode.l10n.t('Not in force') },
  read: (folder) => {
    const open = openAlarms(folder);
    const last = open.at(-1);
    const causes = [...new Set(open.flatMap(({ cause }) => cause ?? []))];
    return Promise.resolve({
      status: last === undefined ? 'missing' : 'alarm',
      word: open.length > 1 ? vscode.l10n.t('{0} alarms', open.length) : undefined,
      reason: last?.text ?? vscode.l10n.t('No alarms: every decision took effect.'),
      at: last?.at,
      hold: 'none',
      dependsOnFiles: false,
      hidden: last === undefined,
      facts: causes.map((value) => ({ label: vscode.l10n.t('Likely cause'), value })),
      actions: last === undefined ? [] : ['alarms'],
    });
  },
};

/** The flags that every folder has, in the order that people see. */
const everywhere: readonly Flag[] = [
  alarms,
  codeReview,
  docReview,
  precommit,
  tests,
  proof,
  plan,
  testStrikes,
  mockStrikes,
  careful,
  pause,
];

/** Every flag of a folder, in the order of the views: workflows follow the plan. */
export const flagsOf = (folder: Folder): readonly Flag[] =>
  everywhere.flatMap((flag) => (flag === plan ? [plan, ...workflowFlags(folder)] : [flag]));
