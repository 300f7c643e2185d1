import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';

/** The live parts of the extension under test. */
export async function parts(): Promise<Parts> {
  const extension = vscode.extensions.getExtension<Parts>('gatehouse.gatehouse');
  if (extension === undefined) throw new Error('the extension is not there');
  const parts = await extension.activate();
  // What is shown before it is written is accepted, unless a test is about that.
  parts.person.review = () => Promise.resolve(true);
  return parts;
}
