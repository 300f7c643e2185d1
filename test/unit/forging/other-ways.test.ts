import { refusesAll } from './agent';
import { otherAttempts } from './other-attempts';

describe('C1 C9 the forging campaign, by other ways to commit and to pass', () => {
  refusesAll(otherAttempts);
});
