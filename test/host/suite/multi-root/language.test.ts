import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { parts } from '../../support/parts';
import { until } from '../../support/wait';
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

  it('say in a folder that was opened through a symbolic link what they say elsewhere', async () => {
    assert.equal(lstatSync(folder(1)).isSymbolicLink(), true);
    const plan = write(
      1,
      'MASTER_PLAN.md',
      '# Plan\n\n## Phase 1: a\n**Status:** planned\n- DEC-SUM-001: of the shelf\n',
    );
    const code = write(1, 'src/shelf.js', '// Holds things.\n// @decision DEC-SUM-001\n');
    const id = new vscode.Position(1, 15);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', code, id);
    const text = hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value)).join();
    assert.match(text, /of&nbsp;the&nbsp;shelf/);
    const [definition] = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      code,
      id,
    );
    assert.equal(definition?.uri.toString(), plan.toString());
    mkdirSync(path.join(folder(1), '.claude'), { recursive: true });
    const configuration = write(1, '.claude/gatehouse.json', '{ "gates": { "gard": "off" } }');
    const marked = () => vscode.languages.getDiagnostics(configuration).find(({ source }) => source === 'Gatehouse');
    const mark = await until([vscode.languages.onDidChangeDiagnostics], marked);
    assert.match(mark.message, /gard/);
  });
});
