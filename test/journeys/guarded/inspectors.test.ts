import assert from 'node:assert/strict';
import { eventually } from '../../harness/eventually';
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

const passed = report.replace('⛔ Blocked', '✅ Ready');

describe('the inspectors', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded({ width: 1400, height: 900 });
  });

  const routing = () => guarded.workbench.inspector('gatehouse.routingInspector');
  const command = () => guarded.workbench.inspector('gatehouse.commandInspector');

  it('show while typing which verdict of a review counts, and why the others do not', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Inspect Review Output');
    const page = await routing();
    await page.locator('#text').fill(report);
    await page.locator('mark.won', { hasText: 'Blocked' }).waitFor();
    await page.locator('li', { hasText: 'code review becomes failed' }).waitFor();
    assert.equal(await page.locator('mark.ignored').count(), 1);
    await workbench.pictures('inspector-1-routing');
    await page.locator('#text').fill(passed);
    await page.locator('li', { hasText: 'code review becomes passed' }).waitFor();
  });

  it('can be used by keyboard alone', async () => {
    const { workbench } = guarded;
    const page = await routing();
    await page.locator('#text').focus();
    await workbench.page.keyboard.press('Tab');
    await page.locator('#choice:focus').waitFor();
    await workbench.page.keyboard.press('Tab');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'Untitled' }).waitFor();
    await workbench.picture('inspector-2-regression-test');
    await workbench.command('View: Revert and Close Editor');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'Untitled' }).waitFor({ state: 'detached' });
  });

  it('keep what was typed while their tab was hidden, and when they are opened again', async () => {
    const { workbench } = guarded;
    const kept = async () => assert.equal(await (await routing()).locator('#text').inputValue(), passed);
    await eventually(kept);
    await workbench.command('Gatehouse: Inspect Review Output');
    await kept();
    await (await routing()).locator('li', { hasText: 'code review becomes passed' }).waitFor();
  });

  it('take a command apart, with the verdict on each piece and the rewrite', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Inspect Command');
    const page = await command();
    await page.locator('#text:focus').waitFor();
    await page.locator('#text').fill('npm test && sudo rm -rf / | tee log.txt');
    await page.locator('.verdict.bad', { hasText: 'Blocked' }).waitFor();
    await page.locator('mark.deny', { hasText: 'rm -rf /' }).waitFor();
    await page.locator('td', { hasText: 'npm test' }).waitFor();
    await workbench.pictures('inspector-3-command');
    await page.locator('#text').fill('git push --force origin feature');
    await page.locator('ins').waitFor();
    await workbench.picture('inspector-4-rewrite');
  });
});
