import * as vscode from 'vscode';
import { withoutLinks } from './plain-text';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** The person in front of the window: everything that is asked or told goes through here. */
export interface Person {
  pick: <T>(title: string, choices: readonly Choice<T>[]) => Promise<T | undefined>;
  /** One line of text; undefined if nothing was typed. */
  type(prompt: string): Promise<string | undefined>;
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
  async type(prompt) {
    const typed = await vscode.window.showInputBox({ prompt });
    return typed === '' ? undefined : typed;
  },
  async confirm(question, detail, yes) {
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
  },
  async review(text, yes) {
    return (await vscode.window.showInformationMessage(withoutLinks(text), yes, vscode.l10n.t('Cancel'))) === yes;
  },
  async tell(text, ...actions) {
    return vscode.window.showInformationMessage(withoutLinks(text), ...actions);
  },
  async warn(text, ...actions) {
    return vscode.window.showWarningMessage(withoutLinks(text), ...actions);
  },
};
