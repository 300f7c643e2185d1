import { answerModal, openGuarded, type Guarded } from '../support/guarded';

describe('Try It', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  /** Filled again whenever the call is allowed or no longer is. */
  const shows = async (selector: string) => {
    await guarded.workbench.webview(`body[data-page="why"] ${selector}`);
  };
  const press = async (action: string) => {
    const page = await guarded.workbench.webview(`button[data-action="${action}"]`);
    await page.locator(`button[data-action="${action}"]`).click();
  };
  const allow = async () => {
    await press('allowOnce');
    await answerModal(guarded.workbench, 'Allow Once');
    await shows('button[data-action="undoAllowOnce"]');
  };

  it('leads from the refusal to its page, where allowing it once can be undone at any time', async () => {
    const { workbench } = guarded;
    await workbench.command('Gatehouse: Try It: Send a Blocked Call');
    await workbench.press('Blocked: git push --force origin main # only a test', 'Why?');
    await allow();
    await workbench.pictures('try-it-1-allowed-once');
    await press('undoAllowOnce');
    await workbench.notification('The call is blocked again').waitFor();
    await shows('button[data-action="allowOnce"]');
  });

  it('says that the call passed, where the person has allowed it', async () => {
    const { workbench } = guarded;
    await allow();
    await workbench.command('Gatehouse: Try It: Send a Blocked Call');
    await workbench.notification('The hooks let the call pass').waitFor();
    await shows('button[data-action="allowOnce"]');
    await workbench.picture('try-it-2-passed');
  });
});
