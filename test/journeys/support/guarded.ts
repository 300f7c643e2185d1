import path from 'node:path';
import { fire } from '../../harness/client';
import { makeSampleProject } from '../../harness/sample-project';
import type { Workbench } from '../../harness/workbench';
import { openWorkbench } from './journey';

export interface Guarded {
  readonly workbench: Workbench;
  readonly project: string;
  /** Tells the registered hooks of one moment of a session. */
  readonly tell: (fields: { readonly hook_event_name: string; readonly [field: string]: unknown }) => Promise<void>;
}

/** A workbench on a sample project whose hooks were installed by hand, as a person does it. */
export async function openGuarded(options: Parameters<typeof openWorkbench>[1] = {}): Promise<Guarded> {
  let project = '';
  const workbench = await openWorkbench((profile) => {
    project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
    return project;
  }, options);
  await workbench.show('Gatehouse');
  await workbench.welcome('Install Hooks').click();
  await workbench.choose('This project, only for me');
  await workbench.notification('Hooks are installed').waitFor();
  await workbench.dismissNotifications();
  return {
    workbench,
    project,
    tell: async (fields) => {
      await fire(
        { session_id: 'a-session-of-ada', prompt_id: 'turn-1', cwd: project, ...fields },
        workbench.profile.env,
      );
    },
  };
}

/** A shell command as hooks hear of it before it runs. */
export function beforeShell(command: string): { readonly hook_event_name: string; readonly [field: string]: unknown } {
  return { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' };
}

/** A button of the modal dialog in the middle of the window. */
export async function answerModal(workbench: Workbench, label: string): Promise<void> {
  await workbench.page.locator('.monaco-dialog-box .monaco-button', { hasText: label }).click();
}
