import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';
import { freshEnvironment } from './environment.mjs';
import { failureFolder, failuresVariable } from './failures.mjs';
import { lineOf, sentence, sourceOf } from './summary.mjs';
import { timeLimit, timeLimitVariables } from './time-limits.mjs';
import { desktop, installEditor } from './workbench-tools.mjs';

const reports = path.join(root, 'out/reports');
const failuresRoot = path.join(root, 'out/failures');

/** Forgets what failed tests of earlier runs have left. */
export function clearFailures() {
  rmSync(failuresRoot, { recursive: true, force: true });
}

/** A step that runs mocha in a fresh environment and counts what its report says. No report is a failure. */
export function suite(name, specs, { env = {}, jobs = 1 } = {}) {
  return async (context) => {
    const environment = freshEnvironment(name);
    const report = path.join(reports, `${name}.json`);
    rmSync(report, { force: true });
    mkdirSync(reports, { recursive: true });
    const patterns = context.arguments.length > 0 ? context.arguments : specs;
    const result = await run(
      process.execPath,
      [
        path.join(root, 'node_modules/mocha/bin/mocha.js'),
        '--no-config',
        '--node-option=import=tsx',
        '--extension=ts',
        `--timeout=${timeLimit('test')}`,
        '--forbid-only',
        '--reporter=test/harness/reporter.cjs',
        ...(jobs > 1 ? ['--parallel', `--jobs=${jobs}`] : []),
        ...patterns,
      ],
      {
        ...context,
        timeoutMs: timeLimit('suite'),
        env: { ...environment.env, ...seen(['CHROMIUM', ...timeLimitVariables]), ...env, ...outputs(report) },
      },
    );
    environment.clear();
    return counted(result, [report]);
  };
}

/** Runs the suites of test/host in the editors that are asked for; each kind of workspace leaves a report. */
export async function hostSuite(context) {
  const args = [...context.arguments];
  if (args.includes('--vscode=min')) {
    const installed = await installEditor('min', context);
    if (installed.code !== 0) return installed;
  } else if (desktop.executable !== undefined && !args.some((arg) => arg.startsWith('--vscode'))) {
    args.push(`--vscode=${desktop.executable}`);
  }
  const environment = freshEnvironment('host');
  for (const file of hostReports()) rmSync(file, { force: true });
  const result = await run(process.execPath, ['--import', 'tsx', 'test/host/run.ts', ...args], {
    ...context,
    timeoutMs: timeLimit('suite'),
    env: { ...environment.env, ...seen(['DISPLAY', 'XAUTHORITY', 'CHROMIUM', ...timeLimitVariables]), ...outputs() },
  });
  environment.clear();
  const written = hostReports();
  return counted(result, written.length > 0 ? written : [path.join(reports, 'host.json')]);
}

const outputs = (report) => ({
  [failuresVariable]: failuresRoot,
  ...(report !== undefined && { GATEHOUSE_REPORT: report }),
});

/** Where the screen and the browser are, and how slow the machine is: all that a suite learns of the person's own environment. */
function seen(names) {
  return Object.fromEntries(names.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
}

function hostReports() {
  if (!existsSync(reports)) return [];
  const names = readdirSync(reports).filter((name) => /^host-.+\.json$/.test(name));
  return names.map((name) => path.join(reports, name));
}

/** Adds what mocha's reports say to a result. A missing report is a failure. */
export function counted(result, files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const skips = [];
  for (const file of files) {
    const report = readReport(file);
    if (report === undefined) {
      failures.push({ title: `no report was written: ${path.relative(root, file)}`, error: lastLines(result.output) });
      continue;
    }
    counts.passed += report.stats.passes;
    for (const test of report.tests) {
      if (test.state === 'failed') failures.push(failureOf(test));
      if (test.state === 'skipped') skips.push(skipOf(test));
    }
  }
  if (result.code !== 0 && failures.length === 0) {
    // It ended badly although every test had passed: what it said last is all there is to go by.
    failures.push({ title: `ended with code ${result.code}`, error: lastLines(result.output) });
  }
  counts.failed = failures.length;
  counts.skipped = skips.length;
  const code = failures.length > 0 ? result.code || 1 : result.code;
  return { ...result, code, counts, failures, skips, note: sentence(counts) };
}

function failureOf({ title, name, file, error }) {
  const source = sourceOf(file);
  const folder = failureFolder(title, failuresRoot);
  const left = /^Kept in (.+)$/m.exec(error ?? '')?.[1] ?? (existsSync(folder) ? folder : undefined);
  const kept = left === undefined ? undefined : path.relative(root, left);
  return { title, file: source, line: lineOf(source, name, error), error, kept };
}

function skipOf({ title, file }) {
  return { file: sourceOf(file), reason: / \(skipped: (.+?)\)(?: |$)/.exec(title)?.[1] };
}

const lastLines = (output) => output.trimEnd().split('\n').slice(-12).join('\n');

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
