import { stripVTControlCharacters } from 'node:util';

/** What a test runner printed: how many tests ran, how many failed, and which. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** As the runner names them; the first few. */
  readonly failing: readonly string[];
}

interface Reporter {
  readonly passed: RegExp;
  readonly failed: RegExp;
}

/** How the usual reporters give their sums. The first that fits speaks; several sums of one reporter add up. */
const reporters: readonly Reporter[] = [
  { passed: /^\s*Tests:?\s.*?(\d+) passed/gm, failed: /^\s*Tests:?\s.*?(\d+) failed/gm }, // jest, vitest
  { passed: /^test result: .*?(\d+) passed/gm, failed: /^test result: .*?(\d+) failed/gm }, // cargo
  { passed: /^[#ℹ] pass (\d+)/gm, failed: /^[#ℹ] fail (\d+)/gm }, // node --test, TAP
  { passed: /^\s*(\d+) passing\b/gm, failed: /^\s*(\d+) failing\b/gm }, // mocha
  { passed: /^(\d+) examples?,/gm, failed: /^\d+ examples?, (\d+) failures?/gm }, // rspec
  { passed: /^Ran (\d+) tests? in /gm, failed: /^FAILED \((?:.*?failures=(\d+))?/gm }, // unittest
  { passed: /^OK \((\d+) tests?,/gm, failed: /^Tests: \d+,.*?Failures: (\d+)/gm }, // phpunit
  { passed: /Tests run: (\d+)(?=.*\n(?![\s\S]*Tests run:))/g, failed: /Tests run: \d+, Failures: (\d+)/g }, // maven
  { passed: /Passed:\s+(\d+)/g, failed: /Failed:\s+(\d+)/g }, // dotnet
  { passed: /^\s*(\d+) pass$/gm, failed: /^\s*(\d+) fail$/gm }, // bun
  { passed: /\b(\d+) (?:tests? )?passed\b/g, failed: /\b(\d+) (?:tests? )?failed\b/g }, // pytest, deno, playwright
  { passed: /^(\d+) tests?, 0 failures?$/gm, failed: /^\d+ tests?, (\d+) failures?/gm }, // bats
];

/** Reporters that give no sum: their lines are counted. */
const lines: readonly Reporter[] = [
  { passed: /^ok {2}\t(?!.*\[no tests to run\])/gm, failed: /^FAIL\t/gm }, // go, by package
  { passed: /^ok \d+/gm, failed: /^not ok \d+/gm }, // TAP
];

const names: readonly RegExp[] = [
  /^FAILED (\S+)/gm, // pytest
  /^--- FAIL: (\S+)/gm, // go
  /^test (\S+) \.\.\. FAILED$/gm, // cargo
  /^\s*● (.+ › .+)$/gm, // jest
  /^ ?FAIL {1,2}(\S+ > .+)$/gm, // vitest
  /^(?:FAIL|ERROR): (.+)$/gm, // unittest
  /^\s*not ok \d+ -? ?(.+)$/gm, // TAP
  /^\s*✖ (?!failing tests)(.+?)(?: \(\d[\d.]*m?s\))?$/gm, // node --test
  /^\s*\d+\) (.+)$/gm, // mocha
];
const keptNames = 10;

/** Reads a test runner's output; undefined where no reporter says how many tests there were. */
export function testCounts(output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output).replaceAll('\r', '');
  const failing =
    names
      .map((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name.trim().slice(0, 200)))
      .find((found) => found.length > 0) ?? [];
  for (const { passed, failed } of reporters) {
    const counts = [sum(text, passed), sum(text, failed)] as const;
    if (counts[0] !== undefined || counts[1] !== undefined) return of(counts[0] ?? 0, counts[1] ?? 0, failing);
  }
  for (const { passed, failed } of lines) {
    const counts = [text.match(passed)?.length ?? 0, text.match(failed)?.length ?? 0] as const;
    if (counts[0] + counts[1] > 0) return of(counts[0], counts[1], failing);
  }
  return undefined;
}

function of(passed: number, failed: number, failing: readonly string[]): TestCounts {
  return { passed, failed, failing: [...new Set(failing)].slice(0, keptNames) };
}

function sum(text: string, pattern: RegExp): number | undefined {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? undefined : found.reduce((total, [, count]) => total + Number(count ?? 0), 0);
}
