import type * as vscode from 'vscode';
import { inline } from '../../hooks/project/text';

/** Words of a model or a file as one line of plain text: nothing in them moves the cursor or turns the reading around. */
export function oneLine(text: string, limit = 200): string {
  return inline(text, limit);
}

/** Lists draw `$(name)` as an icon; a backslash keeps it text. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/** Messages turn `[text](address)` into a link, also one that starts a command. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** What a screen reader says for a node: its label and description, without icons and separators. */
export function accessibilityLabel({ label, description }: vscode.TreeItem): vscode.AccessibilityInformation {
  const name = typeof label === 'string' ? label : (label?.label ?? '');
  const more = typeof description === 'string' && description !== '' ? [description.replaceAll(' · ', ', ')] : [];
  return { label: [name, ...more].join(', ') };
}
