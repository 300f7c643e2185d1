import path from 'node:path';
import { format, parseArgs } from 'node:util';
import { timeLimit } from '../../scripts/time-limits.mjs';
import { editors, type EditorName } from '../../scripts/workbench-tools.mjs';
import { openBrowser, type Browser } from './browser';
import { openCamera, shoot } from './camera';
import { keep, keptError } from './keep';
import { freshProfile } from './profile';
import { startServer } from './server';

interface HostRun {
  readonly editor: EditorName;
  readonly extensions: readonly string[];
  /** The module whose `run()` the extension host calls. */
  readonly tests: string;
  readonly open: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Lines that every run of the workbench prints and that say nothing about the tests. */
const noise =
  /^(Ignoring|Updating additional|\[AgentHost|\[AccountPolicy|\[ChatModel|Resolv|Creating a socket|\[reconnection|\[Service Worker\]|Canceled)/;

/**
 * Runs a test module in the real extension host, behind a real workbench. Resolves to the exit code that the workbench
 * reports. It says 0 as well when the extension host died, so that only the tests' own report proves that they ran.
 */
async function runInHost(run: HostRun): Promise<number> {
  const profile = freshProfile('host');
  let browser: Browser | undefined;
  const camera = await openCamera(() => browser?.page);
  const env = {
    ...run.env,
    GATEHOUSE_CAMERA: camera.address,
    GATEHOUSE_EDITOR_LOGS: path.join(profile.userData, 'logs'),
  };
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
      timer = setTimeout(() => reject(new Error('the extension host gave no result')), timeLimit('suite') * 0.9);
    });
    return await Promise.race([end, late])
      .catch(async (error: unknown) => {
        const left = {
          'screen.png': await shoot(page, 'host-without-result'),
          'editor-logs': path.join(profile.userData, 'logs'),
          'server.log': server.log,
        };
        throw keptError(error, keep('the extension host without a result', left));
      })
      .finally(() => clearTimeout(timer));
  } finally {
    camera.close();
    await browser?.close();
    await server.stop();
    profile.clear();
  }
}

/**
 * Understands the arguments that the official runners give to VS Code, and runs the tests in the workbench instead.
 * `GATEHOUSE_EDITOR` says which one.
 */
const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string', default: '' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    version: { type: 'boolean', default: false },
  },
  allowPositionals: true,
  strict: false,
});
const editor: EditorName = process.env.GATEHOUSE_EDITOR === 'min' ? 'min' : 'latest';
const open = positionals[0];

if (values.version === true) {
  console.log(editors[editor].version);
} else if (open === undefined) {
  throw new Error('name the folder or the .code-workspace file to open');
} else {
  const env = Object.entries(process.env).filter(([name]) =>
    /^(GATEHOUSE_(REPORT|SUITES|FAILURES|TIME_FACTOR)|VSCODE_TEST_OPTIONS)$/.test(name),
  );
  void runInHost({
    editor,
    extensions: values.extensionDevelopmentPath.map(String),
    tests: String(values.extensionTestsPath),
    open,
    env: Object.fromEntries(env) as Record<string, string>,
  }).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
