import { appearanceOf, wordOf } from '../flags/appearance';
import type { Flag, FlagState, FlagStatus, Hold } from '../flags/flag';
import { said } from '../platform/said';

export interface Shown {
  readonly flag: Flag;
  readonly state: FlagState;
}

/** What the status bar says about one flag. */
export function flagText({ flag, state }: Shown): string {
  return `$(${appearanceOf(state.status).icon}) ${flag.short}`;
}

export function backgroundOf(shown: readonly Shown[]): 'error' | 'warning' | undefined {
  if (shown.some(isAlarm)) return 'error';
  const blocking = shown.filter(({ state }) => state.hold === 'block');
  if (blocking.length === 0) return undefined;
  return blocking.some(({ state }) => state.status === 'failed') ? 'error' : 'warning';
}

const weight: Readonly<Record<Hold, number>> = { block: 0, advice: 1, none: 2 };
export const isAlarm = ({ state }: Shown): boolean => state.status === 'alarm';
const urgency: readonly FlagStatus[] = ['failed', 'unknown', 'stale', 'missing', 'shipped', 'in-progress'];

/** The one flag that a person should hear of first; undefined where none asks for anything. */
export function mostUrgent(shown: readonly Shown[]): Shown | undefined {
  const rank = ({ state }: Shown) =>
    state.status === 'alarm' ? -1 : weight[state.hold] * 100 + ((urgency.indexOf(state.status) + 100) % 100);
  return [...shown]
    .filter(({ state }) => state.hold !== 'none' || ['alarm', 'failed', 'in-progress', 'off'].includes(state.status))
    .sort((one, other) => rank(one) - rank(other))[0];
}

/** All of it in one item: the most urgent flag by name, the others by their number. */
export function overallText(shown: readonly Shown[]): string {
  const first = mostUrgent(shown);
  if (first === undefined) return '$(shield) Gatehouse';
  const others = shown.filter(({ state }) => state.hold !== 'none' && state !== first.state).length;
  return `$(shield) ${flagText(first)}${others === 0 ? '' : ` +${others}`}`;
}

export function spoken(shown: readonly Shown[]): string {
  const parts = shown.map(
    ({ flag, state }) => `${flag.title} ${described(state)}${state.hold === 'block' ? `, ${said('blocks')}` : ''}`,
  );
  return `Gatehouse: ${parts.join('; ')}`;
}

/** A table of every flag, as Markdown. */
export function overview(folder: string, shown: readonly Shown[]): string {
  const rows = shown.map(({ flag, state }) => {
    const lock = state.hold === 'block' ? ' $(lock)' : '';
    return `| $(${appearanceOf(state.status).icon}) | ${flag.title} | ${described(state)}${lock} |`;
  });
  return [
    `**Gatehouse** — ${escaped(folder)}`,
    '',
    '| | | |',
    '|---|---|---|',
    ...rows,
    '',
    `[${said('Flags')}](command:gatehouse.flags.focus) · [${said('Last decision')}](command:gatehouse.explainLastDecision)`,
  ].join('\n');
}

/** With the time of day and not an age: a text that grows old by itself would have to be painted again and again. */
function described(state: FlagState): string {
  const word = wordOf(state);
  if (state.at === undefined) return word;
  return `${word}, ${new Date(state.at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>]/g, '\\$&');
}
