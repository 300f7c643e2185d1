import type { FlagStatusKind } from '../../hooks/evidence/evidence';
import { t } from '../platform/text';
import type { Folder } from '../store/folder';

/** A flag of a folder, as views show it. A new flag is one file here and one line in the index. */
export interface Flag {
  /** Names the flag in menus, in tests and in the tree. */
  readonly id: string;
  /** The part that menus match, if a person names the flags (`workflow`). */
  readonly family?: string;
  readonly title: string;
  /** The short form for the status bar. */
  readonly short: string;
  /** What the status bar says for a status, such as `Review needed`. Without one it says the title and the status. */
  readonly headlines?: Readonly<Partial<Record<FlagCondition, string>>>;
  read(folder: Folder): FlagState | Promise<FlagState>;
  /** A file at the worktree's root that changes the flag: the views watch it. */
  readonly rootFile?: string;
  /** Resets the flag; absent if it cannot be reset. */
  reset?(folder: Folder): Promise<void>;
}

export interface FlagState {
  readonly status: FlagCondition;
  /** Shown instead of the word for the status. */
  readonly word?: string | undefined;
  /** Why it has this status, in one sentence for people. */
  readonly reason: string;
  readonly at?: number | undefined;
  readonly hold: Hold;
  /** True if a change to any file may change the status. */
  readonly dependsOnFiles: boolean;
  readonly facts: readonly Fact[];
  /** The files that made it stale, relative to the worktree; absent if that is unknown. */
  readonly changed?: readonly string[] | undefined;
  /** True if the flag is not shown at the moment. */
  readonly hidden?: boolean | undefined;
  /** When to read the flag again even if nothing was changed. */
  readonly refreshAt?: number | undefined;
  /** When the state ends by itself; shown as the time left. */
  readonly endsAt?: number | undefined;
  /** What a person may do with the flag in its current status: words that menus match. */
  readonly actions: readonly FlagAction[];
  /** The public file that holds the flag. */
  readonly file?: string | undefined;
}

/** A flag that is not set and does nothing; each state says how it differs. */
export const unset: FlagState = {
  status: 'missing',
  reason: '',
  hold: 'none',
  dependsOnFiles: false,
  facts: [],
  actions: [],
};

export type FlagCondition = FlagStatusKind | 'paused' | 'active' | 'alarm';

/** What the flag does to the agent now: nothing, advice, or block it. */
export type Hold = 'none' | 'advice' | 'block';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export type FlagAction =
  | 'alarms'
  | 'reset'
  | 'resume'
  | 'accept'
  | 'verify'
  | 'revoke'
  | 'approve'
  | 'back'
  | 'abort'
  | 'calm'
  | 'run'
  | 'cancel'
  | 'output'
  | 'changes'
  | 'file';

interface Appearance {
  readonly icon: string;
  /** A colour of the theme; undefined takes the icon's own. */
  readonly color?: string | undefined;
  readonly word: string;
}

const appearances: Readonly<Record<FlagCondition, Appearance>> = {
  passed: { icon: 'pass-filled', color: 'testing.iconPassed', word: 'passed' },
  alarm: { icon: 'alert', color: 'testing.iconFailed', word: 'alarm' },
  failed: { icon: 'error', color: 'testing.iconFailed', word: 'failed' },
  stale: { icon: 'history', color: 'list.warningForeground', word: 'stale' },
  unbound: { icon: 'unverified', color: 'list.warningForeground', word: 'unbound' },
  'in-progress': { icon: 'sync~spin', color: 'progressBar.background', word: 'in progress' },
  missing: { icon: 'circle-large-outline', color: 'testing.iconUnset', word: 'not run' },
  unknown: { icon: 'question', color: 'problemsWarningIcon.foreground', word: 'unknown' },
  shipped: { icon: 'repo', color: 'problemsWarningIcon.foreground', word: 'shipped in git' },
  active: { icon: 'circle-filled', color: 'charts.blue', word: 'on' },
  paused: { icon: 'debug-pause', color: 'list.warningForeground', word: 'paused' },
};

export const appearanceOf = (status: FlagCondition): Appearance => appearances[status];

/** The word for a state: the flag's own, or the one for its status. */
export const wordOf = ({ word, status }: Pick<FlagState, 'word' | 'status'>): string =>
  word ?? t(appearances[status].word);
