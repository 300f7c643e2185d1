import { appearanceOf, wordOf, type Flag, type FlagState, type FlagCondition, type Hold } from '../flags/flag';
import { age, countdown, t } from '../platform/text';
import type { Trouble } from '../registration/troubles';

export interface Shown {
  readonly flag: Flag;
  readonly state: FlagState;
}

/** The product's icon. */
export const brand = '$(gatehouse-logo)';

/** One flag in an item of its own (`gatehouse.statusBar: separate`). */
export const flagText = ({ flag, state }: Shown): string => `$(${appearanceOf(state.status).icon}) ${flag.short}`;

/** The most urgent flag as the single item shows it: `Review needed`, `Gates paused 9:41`. The words are in flags/. */
export function headlineOf({ flag, state }: Shown, now: number): string {
  const headline = flag.headlines?.[state.status] ?? `${flag.title}: ${wordOf(state)}`;
  return state.endsAt === undefined ? headline : `${headline} ${countdown(state.endsAt, now)}`;
}

export function backgroundOf(shown: readonly Shown[]): 'error' | 'warning' | undefined {
  if (shown.some(isAlarm) || shown.some(isUnreadable)) return 'error';
  if (shown.some(isPaused)) return 'warning';
  const blocking = shown.filter(({ state }) => state.hold === 'block');
  if (blocking.length === 0) return undefined;
  return blocking.some(({ state }) => state.status === 'failed') ? 'error' : 'warning';
}

/** Flags that block the agent come before those that advise it; `urgency` orders the flags with the same hold. */
const holdOrder: Readonly<Record<Hold, number>> = { block: 0, advice: 1, none: 2 };
export const isAlarm = ({ state }: Shown): boolean => state.status === 'alarm';
const isUnreadable = ({ state }: Shown): boolean => state.status === 'unknown';
const isPaused = ({ state }: Shown): boolean => state.status === 'paused';
/** These come before every other flag, whatever its hold. */
const gravest: readonly FlagCondition[] = ['alarm', 'unknown', 'paused'];
const urgency: readonly FlagCondition[] = ['failed', 'stale', 'missing', 'shipped', 'in-progress'];
/** Shown even if they do not hold the agent up. */
const shownWithoutHold: readonly FlagCondition[] = [...gravest, 'failed', 'in-progress'];

/** The flags that need attention, the most urgent first. */
export function byUrgency(shown: readonly Shown[]): readonly Shown[] {
  const rank = ({ state: { status, hold } }: Shown) => {
    if (gravest.includes(status)) return gravest.indexOf(status) - gravest.length;
    const place = urgency.includes(status) ? urgency.indexOf(status) : urgency.length;
    return holdOrder[hold] * 100 + place;
  };
  return [...shown]
    .filter(({ state }) => state.hold !== 'none' || shownWithoutHold.includes(state.status))
    .sort((one, other) => rank(one) - rank(other));
}

/** The single item: what is wrong with Gatehouse, or else the most urgent flag and the number of the others. */
export function overallText(shown: readonly Shown[], troubles: readonly Trouble[], now: number): string {
  const [trouble] = troubles;
  const [first, ...others] = byUrgency(shown);
  if (trouble !== undefined) return `${brand} ${trouble.headline}`;
  if (first === undefined) return `${brand} Gatehouse`;
  const more = others.filter(({ state }) => state.hold !== 'none').length;
  return `${brand} ${headlineOf(first, now)}${more === 0 ? '' : ` +${more}`}`;
}

export function accessibilityLabel(shown: readonly Shown[], troubles: readonly Trouble[], now: number): string {
  const parts = shown.map(
    ({ flag, state }) => `${flag.title} ${described(state, now)}${state.hold === 'block' ? `, ${t('blocks')}` : ''}`,
  );
  return `Gatehouse: ${[...troubles.map(({ headline }) => headline), ...parts].join('; ')}`;
}

/** A table of every flag, as Markdown. */
export function overview(folder: string, shown: readonly Shown[], troubles: readonly Trouble[], now: number): string {
  const rows = shown.map(({ flag, state }) => {
    const lock = state.hold === 'block' ? ' $(lock)' : '';
    return `| $(${appearanceOf(state.status).icon}) | ${flag.title} | ${described(state, now)}${lock} |`;
  });
  return [
    `**Gatehouse** — ${escaped(folder)}`,
    ...troubles.map(({ reason }) => `\n$(error) ${escaped(reason)}`),
    '',
    '| | | |',
    '|---|---|---|',
    ...rows,
    '',
    `[${t('Flags')}](command:gatehouse.flags.focus) · [${t('Last decision')}](command:gatehouse.explainLastDecision)`,
  ].join('\n');
}

function described(state: FlagState, now: number): string {
  const word = wordOf(state);
  if (state.endsAt !== undefined) return `${word}, ${t('{0} left', countdown(state.endsAt, now))}`;
  return state.at === undefined ? word : `${word}, ${age(state.at, now)}`;
}

const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>]/g, '\\$&');
