import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import manifest from '../../../package.json';
import { parts } from '../support/parts';

const contributed = manifest.contributes.commands.map(({ command }) => command);

describe('the commands', () => {
  it('are all there, each carried out by one piece of code and no more', async () => {
    const { commands } = await (await parts()).lazyParts();
    assert.deepEqual(commands.map(({ id }) => id).sort(), [...contributed].sort());
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributed.filter((id) => !known.has(id)),
      [],
    );
  });

  it('stand in one category, and three have keys of their own', () => {
    assert.deepEqual([...new Set(manifest.contributes.commands.map(({ category }) => category))], ['Gatehouse']);
    assert.equal(manifest.contributes.keybindings.length, 3);
    for (const { command } of manifest.contributes.keybindings) assert.ok(contributed.includes(command), command);
  });

  it('are named by every menu and every step of the walkthrough that starts one', () => {
    const named = Object.values(manifest.contributes.menus).flatMap((items: readonly { command: string }[]) => items);
    const steps = manifest.contributes.walkthroughs.flatMap((one) => one.steps);
    const started = steps.flatMap(({ completionEvents }) =>
      completionEvents.flatMap((event) => (event.startsWith('onCommand:') ? [event.slice('onCommand:'.length)] : [])),
    );
    const unknown = [...named.map(({ command }) => command), ...started].filter((id) => !contributed.includes(id));
    assert.deepEqual(unknown, []);
    assert.ok(steps.every(({ completionEvents }) => completionEvents.length > 0));
  });
});
