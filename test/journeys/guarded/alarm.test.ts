import { openGuarded, type Guarded } from '../support/guarded';

describe('E1 a refused call that ran all the same', () => {
  let guarded: Guarded;
  before(async () => {
    guarded = await openGuarded();
  });

  it('is told once, and stays in sight until a person has looked at it', async () => {
    const { workbench, tell } = guarded;
    const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf ~/keep' }, tool_use_id: 'toolu_ran' };
    await tell({ hook_event_name: 'UserPromptSubmit', prompt: 'tidy up' });
    await tell({ hook_event_name: 'PreToolUse', ...call });
    await tell({ hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '' } });
    await workbench.notification('Gatehouse was not in force').waitFor();
    await workbench.row('Not in force').waitFor();
    await workbench.page.locator('.statusbar-item', { hasText: 'not in force' }).waitFor();
    await workbench.row('rm -rf ~/keep').filter({ hasText: 'blocked, but it ran' }).first().waitFor();
    await workbench.picture('alarm-1-told');
  });

  it('is gone once the alarms are cleared', async () => {
    const { workbench } = guarded;
    const show = workbench.notification('Gatehouse was not in force').locator('.monaco-button', { hasText: 'Show' });
    await show.click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await workbench.picture('alarm-2-shown');
    await dialog.locator('.monaco-button', { hasText: 'Clear Alarms' }).click();
    await workbench.row('Not in force').waitFor({ state: 'detached' });
  });
});
