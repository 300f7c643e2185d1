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
  { passed: /^\s*Tests:?\s.*?(\d+) passed/gm, failed: /^\s*Tests:?\s.*?(\d+) failed/gm }, // jest, vitest, pest
  { passed: /^test result: .*?(\d+) passed/gm, failed: /^test result: .*?(\d+) failed/gm }, // cargo
  { passed: /^[#ℹ] pass (\d+)/gm, failed: /^[#ℹ] fail (\d+)/gm }, // node --test, TAP
  { passed: /^\s*(\d+) passing\b/gm, failed: /^\s*(\d+) failing\b/gm }, // mocha
  { passed: /^(\d+) examples?,/gm, failed: /^\d+ examples?, (\d+) failures?/gm }, // rspec
  { passed: /^(\d+) (?:runs|tests), \d+ assertions,/gm, failed: /^\d+ (?:runs|tests), \d+ assertions, (\d+) failures/gm }, // minitest
  { passed: /^Ran (\d+) tests? containing /gm, failed: /^(\d+) failures, \d+ errors/gm }, // clojure
  { passed: /^Ran (\d+) tests? in /gm, failed: /^FAILED \((?:.*?failures=(\d+))?/gm }, // unittest
  { passed: /^OK \((\d+) tests?,/gm, failed: /(?!)/g }, // phpunit
  { passed: /^Tests: (\d+), Assertions: /gm, failed: /^Tests: \d+,.*?(?:Failures|Errors): (\d+)/gm }, // phpunit with skipped or failed tests
  { passed: /Tests run: (\d+)(?=.*\n(?![\s\S]*Tests run:))/g, failed: /Tests run: \d+, Failures: (\d+)/g }, // maven
  { passed: /^.*\bPassed: Total (\d+),/gm, failed: /^.*\bPassed: Total \d+, Failed (\d+)/gm }, // sbt
  { passed: /Passed:\s+(\d+)/g, failed: /Failed:\s+(\d+)/g }, // dotnet
  { passed: /^\s*(\d+) pass$/gm, failed: /^\s*(\d+) fail$/gm }, // bun
  { passed: /^\s*Executed (\d+) tests?, with /gm, failed: /^\s*Executed \d+ tests?, with (\d+) failures?/gm }, // swift
  { passed: /^Executed \d+ out of \d+ tests?: (\d+) tests? pass/gm, failed: /(\d+) fails? (?:locally|remotely)/gm }, // bazel
  { passed: /^DONE (\d+) tests?/gm, failed: /^DONE \d+ tests?,.*? (\d+) failures?/gm }, // gotestsum
  { passed: /tests failed out of (\d+)$/gm, failed: /(\d+) tests failed out of \d+$/gm }, // ctest
  { passed: /^\d\d:\d\d \+(\d+)(?: ~\d+)?: All tests passed!$/gm, failed: /^\d\d:\d\d \+\d+(?: ~\d+)? -(\d+): Some tests failed\.$/gm }, // dart
  { passed: /^\d+ of \d+ test suites \((\d+) of \d+ test cases\) passed\.$/gm, failed: /(?!)/gm }, // cabal
  { passed: /\b(\d+) (?:tests? )?passed\b/g, failed: /\b(\d+) (?:tests? )?failed\b/g }, // pytest, deno, playwright
  { passed: /^(?:\d+ (?:doctests?|propert(?:y|ies)), )*(\d+) tests?, 0 failures?\b/gm, failed: /\b\d+ tests?, (\d+) failures?\b/gm }, // bats, mix
]; // prettier-ignore

/** Reporters that give no sum: their lines are counted. */
const lines: readonly Reporter[] = [
  { passed: /"Action":"pass",.*"Test":"/g, failed: /"Action":"fail",.*"Test":"/g }, // go test -json
  { passed: /^ok {2}\t(?!.*\[no tests to run\])/gm, failed: /^FAIL\t/gm }, // go, by package
  { passed: /^> Task :(?:[\w-]+:)*test$(?=[\s\S]*^BUILD SUCCESSFUL)/gm, failed: /^> Task :(?:[\w-]+:)*test FAILED$/gm }, // gradle, by task
  { passed: /^ok \d+/gm, failed: /^not ok \d+/gm }, // TAP
];

const names: readonly RegExp[] = [
  /^FAILED (?![(|])(\S+)/gm, // pytest
  /^\s*--- FAIL: (\S+)/gm, // go
  /"Action":"fail",.*"Test":"([^"]+)"/g, // go test -json
  /^FAIL\t(\S+ \[(?:build|setup) failed\])/gm, // go
  /^test (\S+) \.\.\. FAILED$/gm, // cargo
  /(?<=^failures:\n(?: {4}\S+\n)*) {4}(\S+)$/gm, // cargo, quietly
  /^\s+FAIL \[.*?\] (.+)$/gm, // cargo nextest
  /^\s*● (?!Console$|.*\b(?:Warning|Deprecation)\b)(.+)$/gm, // jest
  /^ ?FAIL {1,2}(\S+ > .+)$/gm, // vitest
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/gm, // bun
  /^\s*✘ \[fail\]: (.+)$/gm, // ava
  /^(?:FAIL|ERROR): (.+)$/gm, // unittest
  /^\s*not ok \d+ -? ?(.+)$/gm, // TAP
  /^\s*✖ (?!failing tests)(.+?)(?: \(\d[\d.]*m?s\))?$/gm, // node --test
  /^\s*Failed (\S.*?) \[[\d<].*\]$/gm, // dotnet
  /^\[ERROR\] (\S+?)(?: +(?:--)?)? *Time elapsed: .*<<< (?:FAILURE|ERROR)!/gm, // maven
  /^(\S.* > .+) FAILED$/gm, // gradle
  /^(\w[\w:]*#test_\w+) \[/gm, // minitest
  /^(.+?) \.\.\. (?:\S+ )?FAILED\b.*$/gm, // deno
  /^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (.+) \[E\]$/gm, // dart
  /^\s*\d+ - (.+) \(Failed\)$/gm, // ctest
  /^Test Case '(.+)' failed/gm, // swift
  /^ {2}\d+\) (.+(?:\n {7,}\S.*)*):\n(?=\s*\n)/gm, // mocha, with its suites
  /^\s*\d+\) (.+)$/gm, // rspec, phpunit, mix, playwright
];
const keptNames = 10;

/** Reads a test runner's output; undefined if no reporter says how many tests there were. */
export function testCounts(output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output).replaceAll('\r', '');
  const failing =
    names
      .map((pattern) =>
        [...text.matchAll(pattern)].map(([, name = '']) =>
          name
            .trim()
            .replace(/\s*\n\s*/g, ' ')
            .slice(0, 200),
        ),
      )
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

const of = (passed: number, failed: number, failing: readonly string[]): TestCounts => ({
  passed,
  failed,
  failing: [...new Set(failing)].slice(0, keptNames),
});

function sum(text: string, pattern: RegExp): number | undefined {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? undefined : found.reduce((total, [, count]) => total + Number(count ?? 0), 0);
}
