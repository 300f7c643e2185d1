import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../harness/eventually';
import { openGuarded, type Guarded } from '../support/guarded';

describe('hooks that were taken out by hand', () => {
  let guarded: Guarded;
  let settings: string;
  before(async () => {
    guarded = await openGuarded();
    settings = path.join(guarded.project, '.claude/settings.local.json');
  });

  it('are shown with what is registered where', async () => {
    const { workbench } = guarded;
    await workbench.expand('Hooks');
    await workbench.row('This project, only for me').filter({ hasText: 'entries' }).waitFor();
    await workbench.pictures('lost-1-registered');
  });

  it('are missed at once, and put back by one click', async () => {
    const { workbench } = guarded;
    const before = readFileSync(settings, 'utf8');
    writeFileSync(settings, '{}\n');
    await workbench.notification('hooks were removed').waitFor();
    await workbench.picture('lost-2-gone');
    await workbench.notification('hooks were removed').locator('.monaco-button', { hasText: 'Install Again' }).click();
    await workbench.row('Code review').waitFor();
    await eventually(() => assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), JSON.parse(before)));
    await workbench.row('This project, only for me').filter({ hasText: 'entries' }).waitFor();
    await workbench.picture('lost-3-repaired');
  });

  it('answer when they are tried', async () => {
    const { workbench } = guarded;
    await workbench.rowAction(workbench.row('This project, only for me'), 'Test Hooks');
    await workbench.notification('The hooks answer').waitFor();
    await workbench.picture('lost-4-tested');
  });
});
