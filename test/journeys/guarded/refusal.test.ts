import assert from 'node:assert/strict';
import { fire, heard } from '../../harness/client';
import { answerModal, beforeShell, openGuarded, type Guarded } from '../support/guarded';

const dangerous = 'git push --force origin main';

describe('from a refusal to its reason, and past it', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  const refused = () => guarded.workbench.page.locator(`.monaco-list-row[aria-label^="blocked: ${dangerous}"]`);
  const page = () => guarded.workbench.webview('body[data-page="why"]');

  it('G1 announces a refusal with its reason, and the next one while that notification is left open', async () => {
    const { workbench, tell } = guarded;
    await tell({ hook_event_name: 'UserPromptSubmit', prompt: 'Publish the branch.' });
    await tell(beforeShell('git status'));
    await tell(beforeShell(dangerous));
    await workbench.notification(`Blocked: ${dangerous}`).waitFor();
    await refused().waitFor();
    await workbench.pictures('refusal-1-notified');
    await tell(beforeShell('rm -rf ~/keep'));
    await workbench.notification('Blocked: rm -rf ~/keep').waitFor();
    await tell(beforeShell('rm .claude/settings.local.json'));
    await workbench.notification('Blocked: rm .claude/settings.local.json').waitFor();
  });

  it('G8 tells why as a page with a title, the reason for people and what they can do', async () => {
    const { workbench } = guarded;
    await workbench.dismissNotifications();
    await refused().click();
    await workbench.page.locator('.tabs-container .tab', { hasText: `Blocked: ${dangerous}` }).waitFor();
    const why = await page();
    await why.locator('h1', { hasText: dangerous }).waitFor();
    await why.locator('button', { hasText: 'Allow Once' }).waitFor();
    assert.doesNotMatch(await why.locator('main').innerText(), /gatehouse allow-once/);
    await workbench.page.keyboard.press('Escape');
    await workbench.pictures('refusal-2-why');
    await workbench.page.setViewportSize({ width: 800, height: 800 });
    await workbench.picture('refusal-2-why-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('opens to the rule and its reason', async () => {
    const { workbench } = guarded;
    await refused().locator('.monaco-tl-twistie').click();
    await workbench.row('It overwrites the history').first().waitFor();
    await workbench.picture('refusal-3-opened');
  });

  it('lets exactly that call pass once after the person said so on the page', async () => {
    const { workbench, project } = guarded;
    await (await page()).locator('button', { hasText: 'Allow Once' }).click();
    await workbench.page.locator('.monaco-dialog-box', { hasText: 'Allow this once?' }).waitFor();
    await workbench.picture('refusal-4-asked');
    await answerModal(workbench, 'Allow Once');
    await workbench.notification('Allowed once').waitFor();
    const again = () =>
      fire({ session_id: 'a-session-of-ada', cwd: project, ...beforeShell(dangerous) }, workbench.profile.env);
    assert.equal(heard(await again()).blocked, false);
    assert.equal(heard(await again()).blocked, true);
    await workbench.page.locator(`.monaco-list-row[aria-label^="allowed once: ${dangerous}"]`).waitFor();
    await workbench.dismissNotifications();
    await workbench.picture('refusal-5-allowed-once');
  });

  it('is a bar of the timeline, which the keyboard reaches and which leads back to the page', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Show Timeline');
    const timeline = await workbench.webview('body[data-page="timeline"]');
    const bars = timeline.locator('g[data-id]');
    await timeline.locator(`g[aria-label^="allowed once: ${dangerous}"]`).waitFor();
    await workbench.pictures('refusal-6-timeline');
    await bars.first().focus();
    await workbench.page.keyboard.press('End');
    await timeline.locator('g[data-id]:last-of-type:focus').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tabs-container .tab.active', { hasText: 'Blocked' }).waitFor();
  });

  it('judges the call again under another profile, without running it', async () => {
    const { workbench } = guarded;
    await workbench.rowMenu(refused().first(), 'Replay with Profile', 'observe');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'with profile observe' }).waitFor();
    await workbench.page.locator('.view-lines', { hasText: 'Would be let through' }).waitFor();
    await workbench.picture('refusal-7-replayed');
  });
});
