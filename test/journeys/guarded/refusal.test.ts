import assert from 'node:assert/strict';
import { fire, heard } from '../../harness/client';
import { answerModal, beforeShell, openGuarded, type Guarded } from '../support/guarded';

const dangerous = 'git push --force origin main';

describe('from a refusal to its reason, and past it', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  const refused = () => guarded.workbench.page.locator(`.monaco-list-row[aria-label^="denied: ${dangerous}"]`);

  it('shows a refusal with its rule and the way forward, and asks the person', async () => {
    const { workbench, tell } = guarded;
    await tell({ hook_event_name: 'UserPromptSubmit', prompt: 'Publish the branch.' });
    await tell(beforeShell('git status'));
    await tell(beforeShell(dangerous));
    await workbench.notification('Gatehouse refused').waitFor();
    const refusal = refused();
    await refusal.waitFor();
    await workbench.pictures('refusal-1-notified');
    await workbench.dismissNotifications();
    await refusal.click();
    await workbench.page.locator('.tabs-container .tab', { hasText: 'PreToolUse Bash' }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.pictures('refusal-2-why');
  });

  it('opens to the rule and the way forward', async () => {
    const { workbench } = guarded;
    await refused().locator('.monaco-tl-twistie').click();
    await workbench.row('Way forward').waitFor();
    await workbench.picture('refusal-3-opened');
  });

  it('lets exactly that call pass once after the person said so', async () => {
    const { workbench, project } = guarded;
    await workbench.rowAction(refused(), 'Allow Once');
    await workbench.page.locator('.monaco-dialog-box', { hasText: 'Allow this once?' }).waitFor();
    await workbench.picture('refusal-4-asked');
    await answerModal(workbench, 'Allow Once');
    await workbench.notification('Allowed once').waitFor();
    const again = () =>
      fire({ session_id: 'a-session-of-ada', cwd: project, ...beforeShell(dangerous) }, workbench.profile.env);
    assert.equal(heard(await again()).refused, false);
    assert.equal(heard(await again()).refused, true);
    await workbench.dismissNotifications();
    await workbench.picture('refusal-5-allowed-once');
  });

  it('judges the call again under another profile, without running it', async () => {
    const { workbench } = guarded;
    await refused().nth(1).waitFor();
    await workbench.rowMenu(refused().first(), 'Replay With', 'observe');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'with profile observe' }).waitFor();
    await workbench.page.locator('.view-lines', { hasText: 'Would be let through' }).waitFor();
    await workbench.picture('refusal-6-replayed');
  });
});
