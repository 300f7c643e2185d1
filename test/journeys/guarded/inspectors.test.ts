import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { openGuarded, type Guarded } from '../support/guarded';

const report = [
  '## Code Review',
  '',
  'Write `✅ Ready` when nothing is open.',
  '',
  '- P1 a sum is wrong',
  '',
  '## Gate',
  '',
  '⛔ Blocked',
  '',
].join('\n');

describe('the inspectors', function () {
  this.timeout(120_000);
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded({ width: 1400, height: 900 });
  });

  function page(): FrameLocator {
    return guarded.workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  it('show while typing which verdict of a review counts, and why the others do not', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Inspect Review Output');
    await page().locator('#text').fill(report);
    await page().locator('mark.won', { hasText: 'Blocked' }).waitFor();
    await page().locator('li', { hasText: 'code review becomes failed' }).waitFor();
    assert.equal(await page().locator('mark.ignored').count(), 1);
    await workbench.pictures('inspector-1-routing');
    await page().locator('#text').fill(report.replace('⛔ Blocked', '✅ Ready'));
    await page().locator('li', { hasText: 'code review becomes passed' }).waitFor();
  });

  it('can be used by keyboard alone', async () => {
    const { workbench } = guarded;
    await page().locator('#text').focus();
    await workbench.page.keyboard.press('Tab');
    assert.equal(await page().locator('#choice:focus').count(), 1);
    await workbench.page.keyboard.press('Tab');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'Untitled' }).waitFor();
    await workbench.picture('inspector-2-regression-test');
    await workbench.command('View: Revert and Close Editor');
  });

  it('take a command apart, with the verdict on each piece and the rewrite', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Inspect Command');
    await page().locator('#text').fill('npm test && sudo rm -rf / | tee log.txt');
    await page().locator('mark.deny', { hasText: 'rm -rf /' }).waitFor();
    await page().locator('td', { hasText: 'npm test' }).waitFor();
    await workbench.pictures('inspector-3-command');
    await page().locator('#text').fill('git push --force origin feature');
    await page().locator('ins').waitFor();
    await workbench.picture('inspector-4-rewrite');
  });
});
