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
import { type Fact, type Flag, unset } from './flag';
import { plan } from './plan';
import { workflowFlags } from './workflow';

const { t } = vscode.l10n;

/** Shown only while a person has the gates pause. */
const pause: Flag = {
  id: 'pause',
  title: t('Gates'),
  short: t('gates'),
  headlines: { paused: t('Gates paused') },
  read: (folder) => {
    const holding = pauseIn(folder.own(pauseFile, Pause, { sealed: true }), folder.services.clock);
    if (holding === undefined) return { ...unset, reason: t('All gates are on.'), hidden: true };
    const until = holding.at + pauseMs;
    return {
      ...unset,
      status: 'paused',
      reason: t(
        'Until {0} every call passes and is recorded; only Gatehouse’s own files stay protected.',
        timeOfDay(until),
      ),
      at: holding.at,
      refreshAt: until,
      endsAt: until,
      facts: [{ label: t('By'), value: holding.by }],
      actions: ['resume'],
    };
  },
};

/** Shown only while careful mode is on: searches through many files then wait for the code index. */
const careful: Flag = {
  id: 'careful',
  title: t('Careful mode'),
  short: t('careful'),
  read: (folder) => {
    const file = carefulFile(folder);
    if (file === undefined) return { ...unset, reason: t('Careful mode is off.'), hidden: true };
    return {
      ...unset,
      status: 'active',
      reason: t(
        'Careful mode is on for this worktree: a search through many files is blocked until the agent has used the code index.',
      ),
      actions: ['calm', 'file'],
      file: path.join(folder.root, file),
    };
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
      const { count = 0, at = 0 } = file.value() ?? {};
      if (count === 0) return { ...unset, reason: t('No strikes.'), hidden: true };
      return {
        ...unset,
        status: 'active',
        word: String(count),
        reason: t('Strikes counted by the {0}: {1}. The next one may be blocked.', gate, count),
        at: at * 1000,
        facts: strikeLog(folder).entries().slice(-shownEntries).map(factOf),
        actions: ['reset', 'file'],
        file: file.path,
      };
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
  const label = subject === '' ? t('Session {0}', session.slice(0, 8)) : subject;
  return { label, value: t('{0}, last at {1}', count, when) };
}

const testStrikes = strikesOf('test-gate', t('Test strikes'));
const mockStrikes = strikesOf('mock-gate', t('Mock strikes'));

/** Alarms: blocked calls that ran anyway and the like, until a person clears them. Shown only while there are any. */
export const alarms: Flag = {
  id: 'alarms',
  title: t('Not in force'),
  short: t('not in force'),
  headlines: { alarm: t('Not in force') },
  read: (folder) => {
    const open = openAlarms(folder);
    const last = open.at(-1);
    if (last === undefined) return { ...unset, reason: t('No alarms: every decision took effect.'), hidden: true };
    const causes = [...new Set(open.flatMap(({ cause }) => cause ?? []))];
    return {
      ...unset,
      status: 'alarm',
      word: open.length > 1 ? t('{0} alarms', open.length) : undefined,
      reason: last.text,
      at: last.at,
      facts: causes.map((value) => ({ label: t('Likely cause'), value })),
      actions: ['alarms'],
    };
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
