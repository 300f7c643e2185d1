import * as vscode from 'vscode';
import { FlagNode } from '../tree/flag-node';
import type { Command } from './command';

/** Opens the public file that says what a flag is. */
export const openStateFile: Command = {
  id: 'gatehouse.openStateFile',
  async run(argument) {
    const file = argument instanceof FlagNode ? argument.state?.file : undefined;
    if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(file));
  },
};
