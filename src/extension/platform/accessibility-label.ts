import type * as vscode from 'vscode';

/** What a screen reader says of a node: its label and its description, without what only eyes tell apart. */
export function accessibilityLabel({ label, description }: vscode.TreeItem): vscode.AccessibilityInformation {
  const name = typeof label === 'string' ? label : (label?.label ?? '');
  const more = typeof description === 'string' && description !== '' ? [description.replaceAll(' · ', ', ')] : [];
  return { label: [name, ...more].join(', ') };
}
