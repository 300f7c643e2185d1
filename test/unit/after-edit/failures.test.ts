import assert from 'node:assert/strict';
import { failuresIn } from '../../../src/hooks/test-runs/suites';

describe('how many tests failed', () => {
  const reports: readonly (readonly [string, number, string])[] = [
    ['jest counts suites before tests', 2, 'Test Suites: 1 failed, 1 total\nTests:       2 failed, 3 passed, 5 total'],
    ['vitest, in colour', 3, ' Test Files  1 failed (1)\n\u001b[2m      Tests \u001b[22m \u001b[31m3 failed\u001b[39m | 1 passed (4)'],
    ['pytest', 2, 'FAILED tests/test_a.py::test_b - assert 0\n2 failed, 5 passed in 0.04s'],
    ['cargo, target by target', 3, 'test result: ok. 4 passed; 0 failed; 0 ignored\ntest result: FAILED. 1 passed; 3 failed; 0 ignored'],
    ['go, tests and not packages', 2, '--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/sub (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\ttill\t0.002s\nFAIL'],
    ['mocha', 4, '  1 passing (3ms)\n  4 failing\n\n  1) a'],
    ['node --test', 2, 'ℹ tests 3\nℹ pass 1\nℹ fail 2'],
    ['TAP with a sum', 1, 'not ok 1 - a\n# tests 1\n# fail 1'],
    ['TAP without one', 2, '1..3\nnot ok 1 a\nok 2 b\nnot ok 3 c'],
    ['rspec', 3, '5 examples, 3 failures'],
    ['maven', 1, 'Tests run: 4, Failures: 1, Errors: 0'],
    ['bats', 1, '1..2\nok 1 a\nnot ok 2 b'],
    ['an unknown reporter', 1, 'it broke'],
    ['nothing at all', 1, ''],
  ]; // prettier-ignore
  for (const [name, expected, output] of reports) {
    it(`${name}: ${expected}`, () => assert.equal(failuresIn(output), expected));
  }
});
