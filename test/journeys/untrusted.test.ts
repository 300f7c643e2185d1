import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeSampleProject } from '../harness/sample-project';
import type { Workbench } from '../harness/workbench';
import { openWorkbench } from './support/journey';

describe('a workspace that is not trusted', () => {
  let workbench: Workbench;
  let project: string;
  before(async () => {
    const settings = { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' };
    workbench = await openWorkbench(
      (profile) => {
        project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
        writeFileSync(path.join(project, '.claude_review_state.json'), '{}');
        return project;
      },
      { trust: false, settings },
    );
  });
  after(() => workbench.close());

  it('says why there is nothing to install, and offers the way to trust', async () => {
    await workbench.show('Gatehouse');
    await workbench.welcome('Manage Workspace Trust').waitFor();
    assert.equal(await workbench.welcome('Install Hooks').count(), 0);
    await workbench.pictures('untrusted-1');
  });

  it('runs and writes nothing', () => {
    assert.equal(existsSync(path.join(project, '.claude')), false);
    assert.equal(existsSync(path.join(workbench.profile.env.GATEHOUSE_HOME, 'bin')), false);
    assert.equal(existsSync(path.join(workbench.profile.env.GATEHOUSE_HOME, 'host')), false);
  });
});
