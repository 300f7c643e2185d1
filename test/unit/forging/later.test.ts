import { refusesAll } from './agent';
import { laterAttempts } from './later-attempts';

describe('C1 C9 the forging campaign, through git, runners and state', () => {
  refusesAll(laterAttempts);
});
