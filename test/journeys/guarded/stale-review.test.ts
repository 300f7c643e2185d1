import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { review } from '../../harness/recorded-session/moment';
import { openGuarded, type Guarded } from '../support/guarded';

describe('a review that no longer fits the files', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  const basket = () => path.join(guarded.project, 'src/basket.js');
  const change = (text: string) => writeFileSync(basket(), text);

  it('passes, and turns stale as soon as a file changes by whatever hand', async () => {
    const { workbench, tell } = guarded;
    change('export const total = () => 1;\n');
    const { after: fields } = review('a review', 0, 'Review the change.', '## Code Review\n\n✅ Ready\n');
    await tell(fields!);
    await workbench.row('Code review').filter({ hasText: 'passed' }).waitFor();
    await workbench.picture('stale-1-passed');
    change('export const total = () => 2;\n');
    await workbench.row('Code review').filter({ hasText: 'stale' }).waitFor();
    await workbench.pictures('stale-2-stale');
  });

  it('says which files, in the tree and in the explorer', async () => {
    const { workbench } = guarded;
    await workbench.rowAction(workbench.row('Code review'), 'Show Files Changed');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'basket.js' }).waitFor();
    await workbench.picture('stale-3-files');
    await workbench.choose('basket.js');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'basket.js' }).waitFor();
    await workbench.show('Explorer');
    await workbench.picture('stale-4-explorer');
    await workbench.show('Gatehouse');
  });

  it('holds again when the change is taken back, and goes when a person resets it', async () => {
    const { workbench } = guarded;
    change('export const total = () => 1;\n');
    await workbench.row('Code review').filter({ hasText: 'passed' }).waitFor();
    await workbench.rowAction(workbench.row('Code review'), 'Reset Flag');
    await workbench.row('Code review').filter({ hasText: 'not run' }).waitFor();
    await workbench.picture('stale-5-reset');
  });
});
