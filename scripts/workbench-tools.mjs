import { accessSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';

const store = path.join(root, '.e2e');
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const standIns = path.join(root, 'test/harness/stand-ins');

/**
 * The editors that tests can run in: VS Code's own server and web workbench as code-server packs them, each with the
 * Node it was made for. `min` is the oldest that package.json's engines allow and that a registry still holds.
 */
export const editors = {
  latest: { version: '1.139.1', packages: { 'code-server': '4.139.1', [nodePackage]: '24.21.0' } },
  min: {
    version: '1.100.3',
    packages: { 'code-server': '4.100.3', [nodePackage]: '20.19.5', '@vscode/ripgrep-universal': '1.18.0' },
  },
};

/** Where an editor lies once `installEditor` has passed. */
export function editorAt(name) {
  const folder = path.join(store, editors[name].version);
  return {
    folder,
    node: path.join(folder, 'node_modules', nodePackage, process.platform === 'win32' ? 'node.exe' : 'bin/node'),
    server: path.join(folder, 'node_modules/code-server/lib/vscode'),
  };
}

/** Fetches an editor into a folder of its own. It appears there whole or not at all. */
export async function installEditor(name, { onLine, log } = {}) {
  const { version, packages } = editors[name];
  const { folder, node } = editorAt(name);
  if (existsSync(folder)) return { code: 0, output: '', note: `VS Code ${version} is there` };
  const making = path.join(store, `${version}.making-${process.pid}`);
  const server = path.join(making, 'node_modules/code-server/lib/vscode');
  mkdirSync(making, { recursive: true });
  writeFileSync(path.join(making, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  // Install scripts would compile native modules and refuse every Node but one. The packed lock file of the server is
  // not complete, so that `npm ci` refuses it.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  for (const [cwd, extra] of [
    [making, []],
    [server, ['--omit=dev']],
  ]) {
    const result = await run('npm', ['install', ...options, ...extra], { cwd, onLine, log });
    if (result.code !== 0) {
      rmSync(making, { recursive: true, force: true });
      return result;
    }
  }
  replaceNativeModules(making, server);
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another run of this script was faster.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(node)) throw error;
  }
  return { code: 0, output: '', note: `VS Code ${version}` };
}

/** Logging and the watchdog are native modules that would have to be compiled; two small files do their work here. */
function replaceNativeModules(making, server) {
  const modules = path.join(server, 'node_modules');
  for (const [file, ...places] of [
    ['spdlog.cjs', '@vscode/spdlog'],
    ['native-watchdog.cjs', '@vscode/native-watchdog', 'native-watchdog'],
  ]) {
    for (const place of places) {
      if (existsSync(path.join(modules, place))) {
        copyFileSync(path.join(standIns, file), path.join(modules, place, 'index.js'));
      }
    }
  }
  const ripgrep = path.join(modules, '@vscode/ripgrep');
  const packed = path.join(making, 'node_modules/@vscode/ripgrep-universal/bin', `${process.platform}-${process.arch}`);
  if (existsSync(ripgrep) && existsSync(packed)) {
    mkdirSync(path.join(ripgrep, 'bin'), { recursive: true });
    copyFileSync(path.join(packed, 'rg'), path.join(ripgrep, 'bin/rg'));
  }
}

const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const browserApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The `code` command of a desktop VS Code; undefined where there is none, or no screen to show it on. */
export function desktopCode() {
  if (process.platform === 'win32') return onPath(['code.cmd']);
  const screen = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return screen ? onPath(['code']) : undefined;
}

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

/** The browser that CHROMIUM names, else the first of the usual ones. */
export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return onPath(browserNames) ?? browserApps.find(executable);
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(executable);
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Makes sure that there is a browser; on Debian, as root, it is installed. */
export async function installBrowser({ onLine, log } = {}) {
  const found = browserPath();
  if (found !== undefined) return { code: 0, output: '', note: found };
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const output =
      'No Chromium was found. Install it (Debian: sudo apt-get install chromium), or say where one is: CHROMIUM=/path/to/chromium';
    // A person may try the rest; continuous integration may leave nothing out.
    return process.env.CI ? { code: 1, output } : { code: 1, output, skipped: output };
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core', 'ca-certificates'],
  ]) {
    const result = await run('apt-get', args, { env, onLine, log });
    if (result.code !== 0) return result;
  }
  return { code: 0, output: '', note: browserPath() };
}
