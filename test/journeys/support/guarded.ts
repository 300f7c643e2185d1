import { rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fire } from '../../harness/client';
import { settle, type Taste } from '../../harness/profile';
import { git, makeSampleProject } from '../../harness/sample-project';
import type { Workbench } from '../../harness/workbench';
import { begun, openWorkbench } from './journey';

export interface Guarded {
  readonly workbench: Workbench;
  readonly project: string;
  /** Tells the registered hooks of one moment of a session. */
  readonly tell: (fields: { readonly hook_event_name: string; readonly [field: string]: unknown }) => Promise<void>;
}

interface Look extends Taste {
  readonly width?: number;
  readonly height?: number;
}

let guarded: (Guarded & { readonly taste: Taste }) | undefined;
let spoiled = false;

// Outside of every suite: what a failed journey leaves open is nothing for the next to start from.
afterEach(function () {
  spoiled ||= this.currentTest?.state === 'failed';
});

/**
 * A workbench on a sample project whose hooks were installed by hand, as a person does it. Journeys take turns in it,
 * for opening one costs more than most of them. Each finds it as if nothing had happened yet.
 */
export const openGuarded = (look: Look = {}): Promise<Guarded> =>
  begun('the beginning of a journey', () => prepare(look));

async function prepare({ width = 1280, height = 800, ...taste }: Look): Promise<Guarded> {
  const free = guarded?.workbench.isOpen === true && !spoiled ? guarded : undefined;
  spoiled = false;
  guarded = { ...(free ?? (await install(taste))), taste };
  const { workbench } = guarded;
  await workbench.page.setViewportSize({ width, height });
  if (free === undefined) return guarded;
  await tidy(free);
  if (!isDeepStrictEqual(free.taste, taste)) {
    settle(workbench.profile, taste);
    await workbench.reload();
    await workbench.show('Gatehouse');
  }
  return guarded;
}

async function install(taste: Taste): Promise<Guarded> {
  let project = '';
  const workbench = await openWorkbench((profile) => {
    project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
    return project;
  }, taste);
  await workbench.show('Gatehouse');
  await workbench.installHooks();
  await workbench.press('Install these hooks', 'Install');
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

/** Takes away what a journey has opened, written and been told, and keeps the installation. */
async function tidy({ workbench, project }: Guarded): Promise<void> {
  const { env } = workbench.profile;
  git(project, env, 'checkout', '--quiet', '.');
  git(project, env, 'clean', '--quiet', '-dfx', '--exclude=.claude/settings.local.json');
  rmSync(path.join(env.GATEHOUSE_HOME, 'projects'), { recursive: true, force: true });
  rmSync(path.join(env.CLAUDE_CONFIG_DIR, 'projects'), { recursive: true, force: true });
  await workbench.command('View: Close All Editors');
  await workbench.dismissNotifications();
  await workbench.show('Gatehouse');
  await workbench.row('Code review').filter({ hasText: 'not run' }).waitFor();
  await workbench.page.locator('.monaco-list-row[aria-label^="blocked"]').first().waitFor({ state: 'detached' });
}

/** A shell command as hooks hear of it before it runs. */
export const beforeShell = (
  command: string,
): { readonly hook_event_name: string; readonly [field: string]: unknown } => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'toolu_1',
});

/** A button of the modal dialog in the middle of the window. */
export async function answerModal(workbench: Workbench, label: string): Promise<void> {
  await workbench.page.locator('.monaco-dialog-box .monaco-button', { hasText: label }).click();
}
