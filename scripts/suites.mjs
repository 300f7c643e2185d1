import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run } from './child.mjs';

const reports = path.join(root, 'out/reports');

/**
 * The environment of every suite: built from nothing, everything a program may write to in one fresh folder.
 * `clear` removes the folder.
 */
export function freshEnvironment(label) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `gh-${label}-`));
  const at = (name) => {
    const directory = path.join(folder, name);
    mkdirSync(directory, { recursive: true });
    return directory;
  };
  return {
    folder,
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      CI: 'true',
      HOME: at('home'),
      TMPDIR: at('tmp'),
      GATEHOUSE_HOME: at('gatehouse'),
      CLAUDE_CONFIG_DIR: at('claude'),
    },
    clear: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A step that runs mocha in a fresh environment and counts what its report says. No report is a failure. */
export function suite(name, specs, { timeoutMs = 180_000, env = {} } = {}) {
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
        ...patterns,
      ],
      { ...context, timeoutMs, env: { ...surroundings.env, ...env, GATEHOUSE_REPORT: report } },
    );
    surroundings.clear();
    return counted(result, [report]);
  };
}

/** Adds the figures of mocha's reports to a result; a missing report makes it a failure. */
export function counted(result, files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let { code, output } = result;
  for (const file of files) {
    const stats = statsOf(file);
    if (stats === undefined) {
      output += `\nno report was written: ${path.relative(root, file)}\n`;
      counts.failed += 1;
      code ||= 1;
      continue;
    }
    counts.passed += stats.passes;
    counts.failed += stats.failures;
    counts.skipped += stats.pending;
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) code ||= 1;
  return { code, output, counts, note: sentence(counts) };
}

function statsOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).stats;
  } catch {
    return undefined;
  }
}

/** `12 passed, 0 failed`, with the skipped ones when there are any. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
