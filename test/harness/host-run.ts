import { format } from 'node:util';
import type { EditorName } from '../../scripts/workbench-tools.mjs';
import { openBrowser, type Browser } from './browser';
import { openCamera, shoot } from './camera';
import { freshProfile } from './profile';
import { startServer } from './server';

export interface HostRun {
  readonly editor: EditorName;
  readonly extensions: readonly string[];
  /** The module whose `run()` the extension host calls. */
  readonly tests: string;
  readonly open: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Lines that every run of the workbench prints and that say nothing about the tests. */
const noise =
  /^(Ignoring|Updating additional|\[AgentHost|\[AccountPolicy|\[ChatModel|Resolv|Creating a socket|\[reconnection|\[Service Worker\]|Canceled)/;

/**
 * Runs a test module in the real extension host, behind a real workbench. Resolves to the exit code that the workbench
 * reports. It says 0 as well when the extension host died, so that only the tests' own report proves that they ran.
 */
export async function runInHost(run: HostRun): Promise<number> {
  const profile = freshProfile('host');
  let browser: Browser | undefined;
  const camera = await openCamera(() => browser?.page);
  const env = { ...run.env, GATEHOUSE_CAMERA: camera.address };
  const server = await startServer(profile, { editor: run.editor, env, tests: true });
  try {
    browser = await openBrowser(profile);
    const { page } = browser;
    let ended: (code: number) => void = () => undefined;
    const end = new Promise<number>((resolve) => {
      ended = resolve;
    });
    await page.exposeFunction('codeAutomationLog', (severity: string, args: unknown[]) => {
      const text = format(...args);
      if (!noise.test(text)) console.log(severity === 'log' || severity === 'info' ? text : `[${severity}] ${text}`);
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => ended(code));
    const remote = (file: string) => `vscode-remote://${server.authority}${file}`;
    await page.goto(
      server.address(run.open, [
        ...run.extensions.map((folder) => ['extensionDevelopmentPath', remote(folder)] as const),
        ['extensionTestsPath', remote(run.tests)],
      ]),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<number>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no result within ${run.timeoutMs / 1000} s`)), run.timeoutMs);
    });
    return await Promise.race([end, late])
      .catch(async (error: unknown) => {
        await shoot(page, 'host-without-result');
        throw error;
      })
      .finally(() => clearTimeout(timer));
  } finally {
    camera.close();
    await browser?.close();
    await server.stop();
    profile.clear();
  }
}
