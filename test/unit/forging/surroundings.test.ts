import { refusesAll } from './agent';
import { surroundingAttempts } from './surrounding-attempts';

describe('C1 C6 C9 the forging campaign, by other programs and surroundings', () => {
  refusesAll(surroundingAttempts);
});
