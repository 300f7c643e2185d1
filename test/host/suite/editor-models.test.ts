import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import * as vscode from 'vscode';
import { EditorModels, type Models } from '../../../src/extension/host/editor-models';
import { readEndpoint, endpointFile } from '../../../src/hooks/host/endpoint';
import { gatehouseHome } from '../../../src/hooks/project/home';
import { freshFolder } from '../../harness/test-project';

/** A stand-in for a language model: what it was told, and what it says. */
function standIn(...says: readonly string[]) {
  const told: string[] = [];
  const models: Models = () =>
    Promise.resolve([
      {
        sendRequest: (messages) => {
          for (const { content } of messages)
            told.push(
              content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '?')).join(''),
            );
          const text = (async function* () {
            await Promise.resolve();
            yield* says;
          })();
          return Promise.resolve({ text, stream: text });
        },
      },
    ]);
  return { told, models };
}

describe('the editor’s language models for llm-review', () => {
  let folder: string;
  let home: string;
  let lent: EditorModels | undefined;

  before(() => {
    folder = freshFolder();
    home = gatehouseHome({ HOME: folder });
  });
  after(() => {
    lent?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const failed = (error: unknown) => {
    throw error;
  };
  async function ask(body: object): Promise<Response> {
    const met = readEndpoint(home, 'editor-models');
    assert.ok(!('problem' in met));
    return fetch(`http://127.0.0.1:${met.port}/review`, {
      method: 'POST',
      headers: { authorization: `Bearer ${met.clientToken}` },
      body: JSON.stringify(body),
    });
  }

  it('are used by no hook until the person allows it in their own settings', () => {
    const setting = vscode.workspace.getConfiguration('gatehouse').inspect<boolean>('llmReview.editorModels');
    assert.ok(setting);
    assert.equal(setting.defaultValue, false);
    assert.equal(setting.workspaceValue, undefined);
    assert.equal(existsSync(endpointFile(gatehouseHome(process.env), 'editor-models')), false);
  });

  it('answer in pieces, and hear the instructions and the question', async () => {
    const { told, models } = standIn('{"verdict": ', '"safe", "reason": "reads"}');
    let allowed = false;
    lent = new EditorModels({ HOME: folder }, '1.0.0', () => allowed, failed, models);
    await lent.settle();
    assert.equal(existsSync(endpointFile(home, 'editor-models')), false);
    allowed = true;
    await lent.settle();
    const response = await ask({ system: 'Judge.', user: '{"command":"ls"}' });
    assert.deepEqual(await response.json(), { text: '{"verdict": "safe", "reason": "reads"}' });
    assert.deepEqual(told, ['Judge.', '{"command":"ls"}']);
    allowed = false;
    await lent.settle();
    assert.equal(existsSync(endpointFile(home, 'editor-models')), false);
  });

  it('an editor without a model says so', async () => {
    const none = new EditorModels(
      { HOME: folder },
      '1.0.0',
      () => true,
      failed,
      () => Promise.resolve([]),
    );
    await none.settle();
    assert.equal((await ask({ system: '', user: '' })).status, 503);
    none.dispose();
    assert.equal(existsSync(endpointFile(home, 'editor-models')), false);
  });
});
