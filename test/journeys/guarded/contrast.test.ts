import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { review } from '../../harness/recorded-session/moment';
import { beforeShell, openGuarded, type Guarded } from '../support/guarded';

/** The browser's own, which node's types do not know. */
declare function getComputedStyle(element: unknown): { readonly forcedColorAdjust: string };

/** Nothing is asserted about colours: the pictures are there to be looked at. What is asserted is that all of it shows. */
describe('in high contrast', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded({ theme: 'contrast', height: 1000, settings: { 'gatehouse.statusBar': 'separate' } });
  });

  it('flags, decisions and hooks can be told apart', async () => {
    const { workbench, project, tell } = guarded;
    const file = path.join(project, 'src/basket.js');
    writeFileSync(file, 'export const total = () => 1;\n');
    await tell(review('a review', 0, 'Review.', '## Code Review\n\n✅ Ready\n').after!);
    await tell(review('a doc review', 0, 'Review.', '## Document Review\n\n⛔ Needs revision\n').after!);
    await workbench.row('Code review').filter({ hasText: 'passed' }).waitFor();
    writeFileSync(file, 'export const total = () => 2;\n');
    await workbench.row('Code review').filter({ hasText: 'stale' }).waitFor();
    await workbench.row('Doc review').filter({ hasText: 'failed' }).waitFor();
    await tell(beforeShell('git push --force origin main'));
    await tell(beforeShell('npm test'));
    await workbench.dismissNotifications();
    await workbench.expand('Hooks');
    await workbench.row('Registration').waitFor();
    await workbench.statusItem('gatehouse.gatehouse.gatehouse.doc_review').waitFor();
    await workbench.picture('contrast-1-views');
  });

  it('the inspector can be read', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Inspect Command');
    const page = await workbench.inspector('gatehouse.commandInspector');
    await page.locator('#text').fill('npm test && rm -rf /');
    await page.locator('mark.deny').waitFor();
    await workbench.picture('contrast-2-inspector');
    // Where the system has a contrast theme, the browser would replace the colours of marks by its own.
    const colours = await page.locator('mark.deny').evaluate((mark) => getComputedStyle(mark).forcedColorAdjust);
    assert.equal(colours, 'none');
  });

  it('so can a decision and a timeline', async () => {
    const { workbench } = guarded;
    await workbench.page.locator('.monaco-list-row[aria-label^="blocked"]').first().click();
    await (await workbench.webview('body[data-page="why"]')).locator('h1').waitFor();
    await workbench.picture('contrast-3-why');
    await workbench.command('Gatehouse: Show Timeline');
    await (await workbench.webview('body[data-page="timeline"]')).locator('g[data-id]').first().waitFor();
    await workbench.picture('contrast-4-timeline');
  });
});
