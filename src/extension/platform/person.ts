import { userInfo } from 'node:os';
import * as vscode from 'vscode';
import { personAct, type PersonAct } from '../../hooks/person/journal';
import type { Folder } from '../store/folder';
import { withoutLinks, t } from './text';
import { attempt } from '../../hooks/project/functions';
import type { StatusBarStyle } from '../status-bar/status-bar';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** The person in front of the window: everything that is asked or told goes through here. */
export interface Person {
  pick: <T>(title: string, choices: readonly Choice<T>[]) => Promise<T | undefined>;
  /** One line of text; undefined if the person typed nothing or cancelled. */
  type(prompt: string, value?: string): Promise<string | undefined>;
  /** A modal question, which only a person can answer. */
  confirm(question: string, detail: string, yes: string): Promise<boolean>;
  /** A non-modal question, which does not cover the editor. */
  review(text: string, yes: string): Promise<boolean>;
  tell(text: string, ...actions: readonly string[]): Promise<string | undefined>;
  warn(text: string, ...actions: readonly string[]): Promise<string | undefined>;
}

export const personAtWindow: Person = {
  async pick(title, choices) {
    const picked = await vscode.window.showQuickPick(choices, { title, matchOnDescription: true, matchOnDetail: true });
    return picked?.value;
  },
  async type(prompt, value = '') {
    const typed = await vscode.window.showInputBox({ prompt, value });
    return typed === '' ? undefined : typed;
  },
  async confirm(question, detail, yes) {
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
  },
  async review(text, yes) {
    return (await vscode.window.showInformationMessage(withoutLinks(text), yes, t('Cancel'))) === yes;
  },
  async tell(text, ...actions) {
    return vscode.window.showInformationMessage(withoutLinks(text), ...actions);
  },
  async warn(text, ...actions) {
    return vscode.window.showWarningMessage(withoutLinks(text), ...actions);
  },
};

/** Writes down in the decision log what the person at the window did. */
export function noteAct(folder: Folder, act: PersonAct['act'], target: string): void {
  const { home, root, services } = folder;
  personAct({ act, target, by: personName(), from: 'editor' }, { home, root, clock: services.clock });
}

/** The name of the person, for the journal. */
export const whoIsHere = (): string => `${personName()} in the editor`;

const personName = (): string => attempt(() => userInfo().username) ?? 'a person';

const read = <T>(name: string, fallback: T): T => vscode.workspace.getConfiguration('gatehouse').get<T>(name, fallback);

/** The person's own settings of the editor, read when they are asked for. */
export const preferences = {
  statusBar: () => read<StatusBarStyle>('statusBar', 'compact'),
  notifications: () => read('notifications', true),
  keepWarm: () => read('host.keepWarm', true),
  editorModels: () => read('llmReview.editorModels', false),
};
