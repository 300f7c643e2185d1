import assert from 'node:assert/strict';
import { refusesAll } from './agent';
import { ownFiles, reviewers, runs, writers } from './attempts';
import { otherAttempts } from './other-attempts';

const attempts = [...writers, ...runs, ...reviewers, ...ownFiles];

describe('C1 the forging campaign', () => {
  it(`has ${attempts.length + otherAttempts.length} attempts, each of its own`, () => {
    const titles = new Set([...attempts, ...otherAttempts].map(({ title }) => title));
    assert.equal(titles.size, attempts.length + otherAttempts.length);
    assert.ok(titles.size >= 190);
  });
  refusesAll(attempts);
});
