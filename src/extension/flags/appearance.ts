import { t } from '../platform/l10n';
import type { FlagState, FlagCondition } from './flag';

export interface Appearance {
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

export function appearanceOf(status: FlagCondition): Appearance {
  return appearances[status];
}

/** The word for a state: its own, or its status's. */
export function wordOf({ word, status }: Pick<FlagState, 'word' | 'status'>): string {
  return word ?? t(appearances[status].word);
}
