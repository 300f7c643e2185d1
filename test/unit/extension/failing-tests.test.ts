import assert from 'node:assert/strict';
import { failingTests } from '../../../src/extension/tests/output-tail';

const mocha = `
  basket
    ✔ adds up
    1) knows three for two
    2) rounds

  1 passing (4ms)
  2 failing

  1) basket
       knows three for two:
     AssertionError: 3 == 2
      at Context.<anonymous> (test/basket.test.js:7:5)

  2) basket
       rounds:
     AssertionError: 0.5 == 1
`;

describe('failing tests of a run', () => {
  it('are named, each with what was said about it', () => {
    const failing = failingTests(mocha);
    assert.equal(failing.length, 2);
    assert.match(failing[0]!.message, /AssertionError: 3 == 2/);
    assert.doesNotMatch(failing[0]!.message, /0\.5 == 1/);
    assert.match(failing[1]!.message, /AssertionError: 0\.5 == 1/);
  });

  it('are none where the output names none', () => {
    assert.deepEqual(failingTests('Segmentation fault'), []);
  });
});
