import assert from 'node:assert/strict';
import { age, untilNextAge } from '../../../src/extension/platform/text';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('an age', () => {
  for (const [passed, text] of [
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 min ago'],
    [59 * minute, '59 min ago'],
    [hour, '1 h ago'],
    [day - 1, '23 h ago'],
    [day, 'yesterday'],
    [2 * day, '2 days ago'],
    [-5 * minute, 'just now'],
  ] as const) {
    it(`of ${passed} ms reads ${text}`, () => assert.equal(age(0, passed), text));
  }

  it('says when its text changes next', () => {
    for (const passed of [0, 1, minute - 1, minute, hour - 1, hour, 5 * hour + 7, day, 3 * day + 1]) {
      const next = untilNextAge(0, passed);
      assert.equal(age(0, passed), age(0, passed + next - 1), `${passed}`);
      assert.notEqual(age(0, passed), age(0, passed + next), `${passed}`);
    }
  });
});
