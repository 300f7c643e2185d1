import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import assert from 'node:assert/strict';
import { answerModal, beforeShell, openGuarded, type Guarded } from '../support/guarded';

describe('rules, from a decision to the file and what is wrong with it', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  const file = () => path.join(guarded.project, '.claude/gatehouse.json');

  it('makes a rule of a decision, shows what it would have changed, and only then saves', async () => {
    const { workbench, tell } = guarded;
    await tell({ hook_event_name: 'UserPromptSubmit', prompt: 'Deploy it.' });
    await tell(beforeShell('acme deploy --env prod'));
    await tell(beforeShell('acme deploy --env staging'));
    await tell(beforeShell('acme status'));
    await workbench.command('Gatehouse: Make a Rule…');
    await workbench.choose('acme deploy --env prod');
    await workbench.choose('Block');
    await workbench.choose('This project, for everyone');
    const input = workbench.page.locator('.quick-input-box input');
    await input.fill('Only the pipeline deploys.');
    await input.press('Enter');
    await workbench.notification('would have blocked 2').waitFor();
    await workbench.page.locator('.editor-actions', { hasText: 'Save This Rule' }).waitFor();
    await workbench.pictures('rules-1-reviewed');
    await workbench.press('would have blocked 2', 'Save Rule');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'gatehouse.json' }).waitFor();
    await workbench.page.locator('.view-lines', { hasText: 'acme-deploy' }).waitFor();
    await workbench.picture('rules-2-saved');
    await tell(beforeShell('acme deploy --env prod'));
    await workbench.notification('Blocked: acme deploy --env prod').waitFor();
    await workbench.picture('rules-3-blocked');
    assert.match(readFileSync(file(), 'utf8'), /"refuses": \[\s*"acme deploy --env prod"/);
  });

  it('writes nothing for a person who presses Escape at the last step', async () => {
    const { workbench } = guarded;
    const before = readFileSync(file(), 'utf8');
    await workbench.command('Gatehouse: Make a Rule…');
    await workbench.choose('acme status');
    await workbench.choose('Block');
    await workbench.choose('This project, for everyone');
    await workbench.page.locator('.quick-input-message', { hasText: 'One sentence' }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.command('View: Show Explorer');
    assert.equal(await workbench.page.locator('.tabs-container .tab', { hasText: 'with the rule' }).count(), 0);
    assert.equal(readFileSync(file(), 'utf8'), before);
    await workbench.show('Gatehouse');
  });

  it('marks an example that does not hold, in its line', async () => {
    const { workbench } = guarded;
    await workbench.dismissNotifications();
    const text = readFileSync(file(), 'utf8').replace('"echo \'acme deploy --env prod\'"', '"acme deploy --help-me"');
    writeFileSync(file(), text);
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await workbench.page.keyboard.press('Control+Shift+M');
    await workbench.page.locator('.markers-panel', { hasText: 'which it should not' }).waitFor();
    await workbench.picture('rules-4-diagnostic');
    await workbench.page.keyboard.press('Control+J');
  });

  it('sets the agent’s scope in the Explorer, shows it in the status bar, and clears it there', async () => {
    const { workbench, project } = guarded;
    mkdirSync(path.join(project, 'src'), { recursive: true });
    await workbench.show('Explorer');
    // The Explorer shows the open file first, and its rows move.
    await workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'gatehouse.json' }).waitFor();
    await workbench.page
      .locator('.explorer-folders-view .monaco-list-row', { hasText: 'src' })
      .first()
      .click({ button: 'right' });
    await workbench.page.locator('.context-view .action-label', { hasText: 'Set Agent Scope to This Folder' }).hover();
    await workbench.page.keyboard.press('Enter');
    const bar = workbench.page.locator('.statusbar-item', { hasText: 'src/' });
    await bar.waitFor();
    await workbench.picture('rules-5-scope');
    await bar.click();
    await answerModal(workbench, 'Clear Scope');
    await bar.waitFor({ state: 'detached' });
    await workbench.show('Gatehouse');
  });
});
