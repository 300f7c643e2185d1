import type * as vscode from 'vscode';
import type { Scope } from '../../hooks/install/scope';
import { inline } from '../../hooks/project/text';

type Translate = (text: string, ...parts: readonly (string | number)[]) => string;

/** The untranslated texts, for use without the editor. */
const asWritten: Translate = (text, ...parts) =>
  text.replace(/\{(\d+)\}/g, (hole, index: string) => String(parts[Number(index)] ?? hole));

let translate = asWritten;

/** From now on `t` translates. Texts that are made while a file loads come too early for it: they take `vscode.l10n.t`. */
export function setTranslator(by: Translate): void {
  translate = by;
}

/**
 * A text in the person's language, with `{0}` and so on filled in. Literal arguments, and the values of `word` in tables,
 * are collected for translators.
 */
export const t: Translate = (text, ...parts) => translate(text, ...parts);

/** Words of a model or a file as one line of plain text: nothing in them moves the cursor or turns the reading around. */
export const oneLine = (text: string, limit = 200): string => inline(text, limit);

/** Lists draw `$(name)` as an icon; a backslash keeps it text. */
export const withoutIcons = (text: string): string => text.replaceAll('$(', '\\$(');

/** Messages turn `[text](address)` into a link, also one that starts a command. */
export const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

/** What a screen reader says for a node: its label and description, without icons and separators. */
export function accessibilityLabel({ label, description }: vscode.TreeItem): vscode.AccessibilityInformation {
  const name = typeof label === 'string' ? label : (label?.label ?? '');
  const more = typeof description === 'string' && description !== '' ? [description.replaceAll(' · ', ', ')] : [];
  return { label: [name, ...more].join(', ') };
}

/** Where settings apply, as people call it. */
export function scopeName(scope: Scope): string {
  if (scope === 'user') return t('All my projects');
  return scope === 'local' ? t('This project, only for me') : t('This project, for everyone');
}

const scopeIcons: Readonly<Record<Scope, string>> = { local: 'account', project: 'organization', user: 'home' };

/** The same in a list of choices. */
export const scopeLabel = (scope: Scope): string => `$(${scopeIcons[scope]}) ${scopeName(scope)}`;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in the few letters that a tree has room for. */
export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < minute) return t('just now');
  if (passed < hour) return t('{0} min ago', Math.floor(passed / minute));
  if (passed < day) return t('{0} h ago', Math.floor(passed / hour));
  const days = Math.floor(passed / day);
  return days === 1 ? t('yesterday') : t('{0} days ago', days);
}

export const timeOfDay = (at: number): string => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });

/** How long something took, as people quote it. */
export function duration(ms: number): string {
  if (ms < 1) return t('less than 1 ms');
  if (ms < 1_000) return t('{0} ms', Math.round(ms));
  return t('{0} s', (ms / 1_000).toFixed(1));
}

/** The time that is left, as a clock counts it down. */
export function countdown(until: number, now: number): string {
  const left = Math.max(0, Math.ceil((until - now) / second));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** When the text of `age` changes next: there is no need to look earlier. */
export function untilNextAge(at: number, now: number): number {
  const passed = Math.max(0, now - at);
  const unit = passed < hour ? minute : passed < day ? hour : day;
  return unit - (passed % unit);
}
