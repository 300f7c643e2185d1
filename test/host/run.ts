import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freshEnvironment } from '../../scripts/environment.mjs';
import { failuresVariable } from '../../scripts/failures.mjs';
import { timeLimitVariables } from '../../scripts/time-limits.mjs';
import { makeSampleProject } from '../harness/sample-project';

const root = path.resolve(__dirname, '../..');
const compiled = path.join(root, 'out/host');
const reports = path.join(root, 'out/reports');

interface Workspace {
  readonly name: string;
  /** Folder of the suites that run in it, below test/host/suite. */
  readonly suites: string;
  /** Makes it in a folder and says what the editor is to open. */
  make(folder: string, env: Readonly<Record<string, string>>): string;
}

const workspaces: readonly Workspace[] = [
  { name: 'single-root', suites: '.', make: (folder, env) => makeSampleProject(path.join(folder, 'till'), env) },
  {
    // Its second folder is opened through a symbolic link.
    name: 'multi-root',
    suites: 'multi-root',
    make(folder, env) {
      for (const name of ['till', 'rack']) makeSampleProject(path.join(folder, name), env);
      symlinkSync('rack', path.join(folder, 'shelf'));
      const file = path.join(folder, 'shop.code-workspace');
      writeFileSync(file, JSON.stringify({ folders: [{ path: 'till' }, { path: 'shelf' }], settings: {} }));
      return file;
    },
  },
];

/**
 * `--vscode=latest|min` runs in the workbench, `--vscode=/path/to/executable` in that desktop VS Code. Names of suites limit the run to those.
 */
const { values, positionals } = parseArgs({
  options: { vscode: { type: 'string', default: 'latest' } },
  allowPositionals: true,
});
process.env.GATEHOUSE_EDITOR = values.vscode;

function suitesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name));
}

/** One bundle per suite, as the extension host cannot read TypeScript. */
async function compile(suites: readonly string[]): Promise<void> {
  rmSync(compiled, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['test/host/index.ts', ...suites],
    outbase: 'test/host',
    outdir: compiled,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Some packages' other builds look for their files at run time.
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    external: ['vscode', 'mocha', 'playwright-core'],
    logLevel: 'warning',
  });
}

const inherited = (names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

async function runIn(workspace: Workspace, suites: readonly string[]): Promise<boolean> {
  const surroundings = freshEnvironment(workspace.name);
  const profile = freshEnvironment('profile');
  try {
    const code = await runTests({
      vscodeExecutablePath: path.isAbsolute(values.vscode) ? values.vscode : path.join(root, 'test/harness/code.cjs'),
      extensionDevelopmentPath: root,
      extensionTestsPath: path.join(compiled, 'index.js'),
      launchArgs: [
        workspace.make(path.join(surroundings.folder, 'work'), surroundings.env),
        `--user-data-dir=${path.join(profile.folder, 'user')}`,
        `--extensions-dir=${path.join(profile.folder, 'extensions')}`,
      ],
      extensionTestsEnv: {
        ...surroundings.env,
        // Not one temp folder inside the other: the browser's socket needs a short path.
        TMPDIR: os.tmpdir(),
        ...inherited(timeLimitVariables.concat(failuresVariable)),
        GATEHOUSE_REPORT: path.join(reports, `host-${workspace.name}.json`),
        GATEHOUSE_SUITES: suites
          .map((file) => path.join(compiled, path.relative('test/host', file).replace(/\.ts$/, '.js')))
          .join(path.delimiter),
      },
    });
    return code === 0;
  } catch (error) {
    console.error(String(error));
    return false;
  } finally {
    surroundings.clear();
    profile.clear();
  }
}

async function main(): Promise<number> {
  mkdirSync(reports, { recursive: true });
  const chosen = workspaces
    .map((workspace) => ({
      workspace,
      suites: suitesIn(path.join('test/host/suite', workspace.suites)).filter(
        (file) => positionals.length === 0 || positionals.some((name) => file.includes(name)),
      ),
    }))
    .filter(({ suites }) => suites.length > 0);
  for (const { name } of workspaces) rmSync(path.join(reports, `host-${name}.json`), { force: true });
  await compile(chosen.flatMap(({ suites }) => suites));
  let green = chosen.length > 0;
  for (const { workspace, suites } of chosen) {
    console.log(`\n${workspace.name}`);
    green = (await runIn(workspace, suites)) && green;
  }
  return green ? 0 : 1;
}

void main().then((code) => {
  process.exitCode = code;
});
