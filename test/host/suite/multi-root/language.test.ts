import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { parts } from '../../support/parts';
import { folder } from '../../support/workspace';

describe('plans of several folders', () => {
  const files: string[] = [];
  const write = (index: number, name: string, text: string) => {
    const file = path.join(folder(index), name);
    files.push(file);
    writeFileSync(file, text);
    return vscode.Uri.file(file);
  };
  before(() => parts());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const file of files) rmSync(file, { force: true });
  });

  it('are each of its own folder: an id leads to the plan and the code beside it', async () => {
    for (const [index, name] of ['till', 'shelf'].entries()) {
      write(index, 'MASTER_PLAN.md', `# Plan\n\n## Phase 1: a\n**Status:** planned\n- DEC-SUM-001: of the ${name}\n`);
    }
    const code = write(1, 'src/shelf.js', '// Holds things.\n// @decision DEC-SUM-001\n');
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      code,
      new vscode.Position(1, 15),
    );
    assert.deepEqual(
      found.map(({ uri, range }) => `${path.relative(folder(1), uri.fsPath)}:${range.start.line + 1}`),
      ['MASTER_PLAN.md:5', 'src/shelf.js:2'],
    );
    const lenses = async (index: number) => {
      const plan = vscode.Uri.file(path.join(folder(index), 'MASTER_PLAN.md'));
      await vscode.workspace.openTextDocument(plan);
      return vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', plan);
    };
    const told = async (index: number) => (await lenses(index)).map(({ command }) => command?.title.split(' · ')[1]);
    assert.deepEqual([await told(0), await told(1)], [['1 decision, 0 in the code'], ['1 decision, 1 in the code']]);
  });
});
