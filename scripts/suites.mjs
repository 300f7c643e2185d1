import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';
import { desktop } from './desktop.mjs';
import { freshEnvironment } from './environment.mjs';
import { installEditor } from './workbench-tools.mjs';

const reports = path.join(root, 'out/reports');

/** A step that runs mocha in a fresh environment and counts what its report says. No report is a failure. */
export function suite(name, specs, { timeoutMs = 180_000, env = {}, jobs = 1 } = {}) {
  return async (context) => {
    const surroundings = freshEnvironment(name);
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
        '--timeout=20000',
        '--forbid-only',
        '--reporter=test/harness/reporter.cjs',
        ...(jobs > 1 ? ['--parallel', `--jobs=${jobs}`] : []),
        ...patterns,
      ],
      { ...context, timeoutMs, env: { ...surroundings.env, ...seen(['CHROMIUM']), ...env, GATEHOUSE_REPORT: report } },
    );
    surroundings.clear();
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
  const surroundings = freshEnvironment('host');
  for (const file of hostReports()) rmSync(file, { force: true });
  const result = await run(process.execPath, ['--import', 'tsx', 'test/host/run.ts', ...args], {
    ...context,
    timeoutMs: 300_000,
    env: { ...surroundings.env, ...seen(['DISPLAY', 'XAUTHORITY', 'CHROMIUM']) },
  });
  surroundings.clear();
  const written = hostReports();
  return counted(result, written.length > 0 ? written : [path.join(reports, 'host.json')]);
}

/** Where the screen and the browser are: all that a suite learns of the person's own environment. */
function seen(names) {
  return Object.fromEntries(names.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
}

function hostReports() {
  if (!existsSync(reports)) return [];
  const names = readdirSync(reports).filter((name) => /^host-.+\.json$/.test(name));
  return names.map((name) => path.join(reports, name));
}

/**
 * Adds the figures of mocha's reports to a result, and leaves of its output what failed. A missing report is a failure.
 */
export function counted(result, files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  let { code, output } = result;
  for (const file of files) {
    const report = readReport(file);
    if (report === undefined) {
      failures.push(`no report was written: ${path.relative(root, file)}`, output);
      counts.failed += 1;
      continue;
    }
    counts.passed += report.stats.passes;
    counts.failed += report.stats.failures;
    counts.skipped += report.stats.pending;
    const failed = report.tests.filter(({ state }) => state === 'failed');
    failures.push(...failed.map(({ title, error }) => `${title}\n  ${String(error).replaceAll('\n', '\n  ')}\n`));
  }
  if (code !== 0 && counts.failed === 0) {
    // It ended badly although every test had passed: what it said last is all there is to go by.
    counts.failed = 1;
    failures.push(output);
  }
  if (counts.failed > 0) {
    code ||= 1;
    output = failures.join('\n');
  }
  return { code, output, counts, note: sentence(counts) };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** `12 passed, 0 failed`, with the skipped ones when there are any. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
