import path from 'node:path';
import { root } from './child.mjs';

const releases = 'https://update.code.visualstudio.com/api/releases/stable';
const answerWithinMs = 3000;

/** The desktop VS Code that tests may use; found or fetched by `fetchDesktop`. */
export const desktop = { executable: undefined };

/** Downloads desktop VS Code where there is a screen to show it and a network that has it. Else tests use the workbench. */
export async function fetchDesktop({ onLine }) {
  const screen = process.platform === 'win32' || process.platform === 'darwin' || process.env.DISPLAY;
  if (!screen) return without('no screen');
  try {
    const reply = await fetch(releases, { signal: AbortSignal.timeout(answerWithinMs) });
    if (!reply.ok) return without(`${releases} answers ${reply.status}`);
    const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
    desktop.executable = await downloadAndUnzipVSCode({
      cachePath: path.join(root, '.e2e/desktop'),
      reporter: { report: (progress) => onLine(String(progress.stage)), error: (error) => onLine(String(error)) },
    });
    return { code: 0, output: '', note: desktop.executable };
  } catch (error) {
    return without(error instanceof Error ? error.message : String(error));
  }
}

const without = (reason) => ({ code: 0, output: '', note: `${reason}: tests run in the workbench` });
