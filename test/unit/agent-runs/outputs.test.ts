import assert from 'node:assert/strict';
import { testCounts } from '../../../src/hooks/test-runs/test-output';

type Row = readonly [title: string, output: string, passed: number, failed: number, failing?: readonly string[]];

const rows: readonly Row[] = [
  ['jest', 'PASS src/a.test.js\nFAIL src/b.test.js\n  ● adds two numbers\n\n    expect(received).toBe(expected)\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 4 passed, 5 total\n', 4, 1, ['adds two numbers']],
  ['jest with groups', '  ● sum › adds\n\nTests:       1 failed, 1 total\n', 0, 1, ['sum › adds']],
  ['vitest', ' ✓ src/a.test.ts (3 tests) 2ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Duration  300ms\n', 3, 0],
  ['vitest that failed', ' FAIL  src/a.test.ts > sum > adds\nAssertionError: expected 3\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n', 2, 1, ['src/a.test.ts > sum > adds']],
  ['mocha', '\n  sum\n    ✔ adds\n    1) subtracts\n\n  1 passing (4ms)\n  1 failing\n\n  1) sum\n       subtracts:\n\n      AssertionError: no\n', 1, 1, ['sum subtracts']],
  ['mocha with dots', '\n  !.\n\n  1 passing (4ms)\n  1 failing\n\n  1) sum\n       of two\n         subtracts:\n\n      AssertionError: no\n', 1, 1, ['sum of two subtracts']],
  ['node --test', 'TAP version 13\nnot ok 1 - adds\n# tests 2\n# pass 1\n# fail 1\n', 1, 1, ['adds']],
  ['node --test for people', '✔ zero (0.5ms)\n✖ adds (1.2ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n', 1, 1, ['adds']],
  ['pytest', 'FAILED tests/test_calc.py::test_add - assert -1 == 3\n========================= 1 failed, 1 passed in 0.17s ==========================\n', 1, 1, ['tests/test_calc.py::test_add']],
  ['pytest -q', '..                                                                       [100%]\n2 passed in 0.08s\n', 2, 0],
  ['pytest -q -k', '1 passed, 1 deselected in 0.10s\n', 1, 0],
  ['unittest', '..\n----------------------------------------------------------------------\nRan 2 tests in 0.000s\n\nOK\n', 2, 0],
  ['unittest that failed', 'FAIL: test_add (test_calc.T)\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n', 2, 1, ['test_add (test_calc.T)']],
  ['cargo test', 'running 2 tests\ntest tests::zero ... ok\ntest tests::adds ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.06s\n', 1, 1, ['tests::adds']],
  ['gradle', '> Task :compileJava UP-TO-DATE\n> Task :app:test\n> Task :lib:test UP-TO-DATE\n\nBUILD SUCCESSFUL in 3s\n4 actionable tasks: 2 executed\n', 1, 0],
  ['cargo test --quiet', 'failures:\n\n---- tests::adds stdout ----\nthread panicked\n\nfailures:\n    tests::adds\n    tests::zero\n\ntest result: FAILED. 0 passed; 2 failed; 0 ignored\n', 0, 2, ['tests::adds', 'tests::zero']],
  ['cargo test with doc tests', 'test result: ok. 2 passed; 0 failed; 0 ignored\n   Doc-tests till\ntest result: ok. 1 passed; 0 failed; 0 ignored\n', 3, 0],
  ['cargo nextest', '        FAIL [   0.005s] till tests::adds\n     Summary [   0.006s] 2 tests run: 1 passed, 1 failed, 0 skipped\n', 1, 1, ['till tests::adds']],
  ['go test', 'ok  \texample.org/a\t0.002s\n?   \texample.org/b\t[no test files]\nok  \texample.org/c\t(cached)\n', 2, 0],
  ['go test that failed', '--- FAIL: TestAdd (0.00s)\n    add_test.go:7: got -1\nFAIL\nFAIL\texample.org/a\t0.002s\nok  \texample.org/b\t0.001s\nFAIL\n', 1, 1, ['TestAdd']],
  ['go test with subtests', '--- FAIL: TestAdd (0.00s)\n    --- FAIL: TestAdd/zero (0.00s)\nFAIL\texample.org/a\t0.002s\n', 0, 1, ['TestAdd', 'TestAdd/zero']],
  ['go test that does not build', '# example.org/a\n./a.go:3:1: syntax error\nFAIL\texample.org/a [build failed]\nFAIL\n', 0, 1, ['example.org/a [build failed]']],
  ['go test -json', '{"Action":"run","Package":"p","Test":"TestA"}\n{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}\n{"Action":"fail","Package":"p","Test":"TestB","Elapsed":0}\n{"Action":"fail","Package":"p","Elapsed":0.1}\n', 1, 1, ['TestB']],
  ['gotestsum', '=== Failed\n\nDONE 12 tests, 1 failure in 0.412s\n', 12, 1],
  ['bun test', '(pass) zero [0.10ms]\n(fail) adds [0.41ms]\n\n 1 pass\n 1 fail\nRan 2 tests across 1 files. [12.00ms]\n', 1, 1, ['adds']],
  ['deno test', 'adds ... FAILED (1ms)\nzero ... ok (0ms)\n\nFAILED | 1 passed | 1 failed (4ms)\n', 1, 1, ['adds']],
  ['deno test that passed', 'zero ... ok (0ms)\n\nok | 1 passed | 0 failed (4ms)\n', 1, 0],
  ['dotnet test', '  Failed Till.Tests.Adds [3 ms]\nFailed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 9 ms\n', 4, 1, ['Till.Tests.Adds']],
  ['maven', '[ERROR] org.example.TillTest.adds -- Time elapsed: 0.012 s <<< FAILURE!\n[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n', 3, 1, ['org.example.TillTest.adds']],
  ['rspec', '  1) Till adds\n     Failure/Error: expect\n\n3 examples, 1 failure\n', 3, 1, ['Till adds']],
  ['minitest', 'TillTest#test_adds [test/till_test.rb:5]:\nExpected: 3\n\n2 runs, 2 assertions, 1 failures, 0 errors, 0 skips\n', 2, 1, ['TillTest#test_adds']],
  ['phpunit', 'OK (5 tests, 9 assertions)\n', 5, 0],
  ['phpunit with a skipped test', 'OK, but some tests were skipped!\nTests: 5, Assertions: 8, Skipped: 1.\n', 5, 0],
  ['phpunit that failed', '1) TillTest::testAdds\nFailed asserting\n\nFAILURES!\nTests: 5, Assertions: 9, Failures: 1.\n', 5, 1, ['TillTest::testAdds']],
  ['pest', '  Tests:    5 passed (9 assertions)\n', 5, 0],
  ['mix', '..\nFinished in 0.02 seconds\n2 doctests, 5 tests, 0 failures\n', 5, 0],
  ['swift', "Test Case 'TillTests.testAdds' failed (0.001 seconds)\n\t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds\n", 2, 1, ['TillTests.testAdds']],
  ['dart', '00:01 +4 -1: adds [E]\n00:01 +4 -1: Some tests failed.\n', 0, 1, ['adds']],
  ['flutter', '00:02 +5: All tests passed!\n', 5, 0],
  ['ctest', '100% tests passed, 0 tests failed out of 5\n', 5, 0],
  ['sbt', '[info] Passed: Total 5, Failed 0, Errors 0, Passed 5\n', 5, 0],
  ['clojure', 'Ran 3 tests containing 9 assertions.\n0 failures, 0 errors.\n', 3, 0],
  ['bazel', 'Executed 3 out of 3 tests: 3 tests pass.\n', 3, 0],
  ['bats', '1..2\nok 1 adds\nok 2 zero\n', 2, 0],
  ['playwright', '  1) [chromium] › a.spec.ts:3:1 › adds\n\n  1 failed\n  4 passed (3.2s)\n', 4, 1, ['[chromium] › a.spec.ts:3:1 › adds']],
  ['ava', '  ✘ [fail]: adds\n  ─\n\n  1 test failed\n  4 tests passed\n', 4, 1, ['adds']],
]; // prettier-ignore

/** What runners print where no test ran: no sum above zero. */
const empty: readonly (readonly [title: string, output: string])[] = [
  ['jest', 'No tests found, exiting with code 0\n'],
  ['vitest', 'No test files found, exiting with code 0\n'],
  ['mocha', '\n  0 passing (1ms)\n'],
  ['node --test', '# tests 0\n# pass 0\n# fail 0\n'],
  ['pytest', 'collected 0 items\n============================ no tests ran in 0.01s =============================\n'],
  ['pytest that left all out', '============================ 2 deselected in 0.08s =============================\n'],
  ['pytest that skipped all', '============================ 2 skipped in 0.08s =============================\n'],
  ['unittest', 'Ran 0 tests in 0.000s\n\nOK\n'],
  ['cargo', 'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out\n'],
  ['go without test files', '?   \texample.org/a\t[no test files]\n'],
  ['go with nothing to run', 'ok  \texample.org/a\t0.002s [no tests to run]\n'],
  ['go with coverage and no tests', '\texample.org/a\t\tcoverage: 0.0% of statements\n'],
  ['dotnet', 'No test is available in Till.Tests.dll.\n'],
  ['gradle without tests', '> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n'],
  ['rspec', 'No examples found.\n\n0 examples, 0 failures\n'],
  ['phpunit', 'No tests executed!\n'],
  ['maven without tests', '[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n'],
  ['gradle that ran nothing again', '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n'],
  ['deno', 'ok | 0 passed | 0 failed (0ms)\n'],
]; // prettier-ignore

describe('what a test run printed', () => {
  for (const [title, output, passed, failed, failing = []] of rows) {
    it(`${title}: ${passed} passed, ${failed} failed`, () => {
      assert.deepEqual(testCounts(output), { passed, failed, failing });
    });
  }
  for (const [title, output] of empty) {
    it(`${title}: no test`, () => assert.equal(testCounts(output)?.passed ?? 0, 0));
  }
});
