import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fire, heard } from '../harness/client';
import { makeSampleProject } from '../harness/sample-project';
import { treeOf } from '../harness/tree';
import type { Workbench } from '../harness/workbench';
import { openWorkbench } from '../journeys/support/journey';

describe('the extension in a workbench', () => {
  let workbench: Workbench;
  let project: string;
  let untouched: ReturnType<typeof treeOf>;

  before(async () => {
    workbench = await openWorkbench((profile) => {
      project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
      untouched = treeOf(project);
      return project;
    });
  });
  after(() => workbench.close());

  const gatehouse = (...words: string[]) =>
    spawnSync(path.join(workbench.profile.env.GATEHOUSE_HOME, 'bin/gatehouse'), words, {
      cwd: project,
      env: workbench.profile.env,
      encoding: 'utf8',
    });

  it('installs the hooks from the welcome view', async () => {
    await workbench.show('Gatehouse');
    await workbench.installHooks();
    await workbench.press('Install these hooks', 'Install');
    await workbench.notification('Hooks are installed').waitFor();
  });

  it('shows the first refusal', async () => {
    const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf ~/' } };
    const answer = await fire({ session_id: 's1', cwd: project, ...call }, workbench.profile.env);
    assert.equal(heard(answer).blocked, true);
    await workbench.page.locator('.monaco-list-row[aria-label^="blocked: rm -rf ~/"]').waitFor();
  });

  it('passes doctor, and leaves project and home unchanged', () => {
    const doctor = gatehouse('doctor');
    assert.equal(doctor.status, 0, doctor.stdout);
    const gone = gatehouse('uninstall', '--everywhere', '--yes');
    assert.equal(gone.status, 0, gone.stdout + gone.stderr);
    assert.deepEqual(treeOf(project), untouched);
    assert.equal(existsSync(workbench.profile.env.GATEHOUSE_HOME), false);
  });
});
