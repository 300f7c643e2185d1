import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../harness/eventually';
import { git } from '../../harness/sample-project';
import { beforeShell, openGuarded, type Guarded } from '../support/guarded';

const discard = 'git checkout . && git clean -fdq docs';

describe('getting back what the agent discarded', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });
  after(() => {
    const { project, workbench } = guarded;
    const refs = git(project, workbench.profile.env, 'for-each-ref', '--format=%(refname)', 'refs/gatehouse');
    for (const ref of refs.split('\n').filter((name) => name !== '')) {
      git(project, workbench.profile.env, 'update-ref', '-d', ref);
    }
  });

  const file = (name: string) => path.join(guarded.project, name);
  const text = (name: string) => readFileSync(file(name), 'utf8');
  const kept = (name: string) => guarded.workbench.row(name).last();

  it('shows what a discard took, with its command and its lines', async () => {
    const { workbench, project, tell } = guarded;
    writeFileSync(file('README.md'), '# Till\n\nAdds up what is in a basket, and gives discounts.\n');
    writeFileSync(file('src/basket.js'), 'export const total = () => 42;\n');
    writeFileSync(file('docs/ideas.md'), '# Ideas\n\nA discount for early birds.\n');
    await tell(beforeShell(discard));
    git(project, workbench.profile.env, 'checkout', '.');
    git(project, workbench.profile.env, 'clean', '-fdq', 'docs');
    assert.equal(existsSync(file('docs/ideas.md')), false);
    await workbench.expand('Rescue');
    const snapshot = workbench.row('3 files, +5 −4').filter({ hasText: discard });
    await snapshot.waitFor();
    await snapshot.locator('.monaco-tl-twistie').click();
    await kept('ideas.md').filter({ hasText: 'missing now' }).waitFor();
    await workbench.pictures('rescue-1-kept');
  });

  it('compares a file with what stands there now', async () => {
    const { workbench } = guarded;
    await kept('README.md').click();
    await workbench.page.locator('.tabs-container .tab', { hasText: 'kept ↔ now' }).waitFor();
    await workbench.page.locator('.view-lines', { hasText: 'and gives discounts' }).first().waitFor();
    await workbench.picture('rescue-2-compared');
  });

  it('restores the two files that the person selects, and no other', async () => {
    const { workbench } = guarded;
    await kept('ideas.md').click({ modifiers: ['ControlOrMeta'] });
    await workbench.rowAction(kept('ideas.md'), 'Restore Discarded Work');
    await workbench.notification('Restored 2 files').waitFor();
    await workbench.picture('rescue-3-restored');
    assert.match(text('README.md'), /and gives discounts/);
    assert.equal(text('docs/ideas.md'), '# Ideas\n\nA discount for early birds.\n');
    assert.match(text('src/basket.js'), /items\.reduce/);
  });

  it('takes the restore back with one button', async () => {
    const { workbench } = guarded;
    await workbench.notification('Restored 2 files').locator('.monaco-button', { hasText: 'Undo' }).click();
    await eventually(() => {
      assert.equal(existsSync(file('docs/ideas.md')), false);
      assert.doesNotMatch(text('README.md'), /discounts/);
      return Promise.resolve();
    });
  });
});
