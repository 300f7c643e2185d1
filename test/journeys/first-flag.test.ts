import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fire } from '../harness/client';
import { eventually } from '../harness/eventually';
import { review } from '../harness/recorded-session/moment';
import { makeSampleProject } from '../harness/sample-project';
import type { Workbench } from '../harness/workbench';
import { openWorkbench } from './support/journey';

describe('from the welcome view to a flag and back', () => {
  let workbench: Workbench;
  let project: string;

  before(async () => {
    workbench = await openWorkbench((profile) => {
      project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
      return project;
    });
  });
  after(() => workbench.close());

  /** A session's review by another model, told to the hooks that are registered by now. */
  async function reviewed(report: string): Promise<void> {
    const { after: fields } = review('a review', 0, 'Review the change.', report);
    await fire({ session_id: 'journey', cwd: project, ...fields! }, workbench.profile.env);
  }

  const status = () => workbench.statusItem('gatehouse.gatehouse.gatehouse.overall');

  it('begins with a welcome that says what to do', async () => {
    await workbench.show('Gatehouse');
    await workbench.welcome('Install Hooks').waitFor();
    await status().filter({ hasText: 'Unguarded' }).waitFor();
    await workbench.pictures('first-flag-1-welcome');
    assert.deepEqual(await workbench.rows(), []);
  });

  it('G2 shows what will be written beside what is there, and installs for one person and one project', async () => {
    await workbench.installHooks();
    assert.equal(existsSync(path.join(project, '.claude')), false);
    // The notification disappears while a person reads; the view keeps both answers.
    await workbench.welcome('Install These Hooks').waitFor();
    await workbench.welcome('Cancel Without Writing').waitFor();
    await workbench.pictures('first-flag-2-before-installing');
    await workbench.press('Install these hooks', 'Install');
    await workbench.notification('Hooks are installed').waitFor();
    await workbench.row('Code review').waitFor();
    await workbench.picture('first-flag-2-installed');
    assert.match(readFileSync(path.join(project, '.claude/settings.local.json'), 'utf8'), /gatehouse-hook/);
    const first = ['Code review not run', 'Doc review not run', 'Precommit not run'];
    await eventually(async () => assert.deepEqual((await workbench.rows()).slice(0, 3), first));
  });

  it('G9 shows the first refusal when the person tries it', async () => {
    await workbench.press('Hooks are installed', 'Try It');
    await workbench.notification('Blocked: git push --force origin main # only a test').waitFor();
    await workbench.row('Try It').filter({ hasText: '1 blocked' }).waitFor();
    await workbench.pictures('first-flag-2-tried');
    await workbench.dismissNotifications();
  });

  it('shows a blocked review as soon as the hook has run', async () => {
    await reviewed('## Code Review\n\n- P1 a sum is wrong\n\n## Gate\n\n⛔ Blocked\n');
    await workbench.row('Code review').filter({ hasText: 'failed' }).waitFor();
    await status().filter({ hasText: 'Review failed' }).waitFor();
    await workbench.pictures('first-flag-3-blocked');
  });

  it('turns when the review passes', async () => {
    await reviewed('## Code Review\n\nNo findings.\n\n## Gate\n\n✅ Ready\n');
    await workbench.row('Code review').filter({ hasText: 'passed' }).waitFor();
    await status().filter({ hasText: 'Gatehouse' }).waitFor();
    await workbench.picture('first-flag-4-passed');
  });

  it('turns back when a person resets the flag from the tree', async () => {
    await workbench.rowAction(workbench.row('Code review'), 'Reset Flag');
    await workbench.row('Code review').filter({ hasText: 'not run' }).waitFor();
    await workbench.picture('first-flag-5-reset');
    const state = JSON.parse(readFileSync(path.join(project, '.claude_review_state.json'), 'utf8')) as {
      code_review: unknown;
    };
    assert.deepEqual(state.code_review, { executed: false, passed: false, last_run: '' });
  });

  it('keeps everything it wrote inside the profile, and asks nothing of the network', () => {
    assert.ok(existsSync(path.join(workbench.profile.env.GATEHOUSE_HOME, 'bin')));
    assert.deepEqual(workbench.outside, []);
  });
});
