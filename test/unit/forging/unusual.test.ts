import { refusesAll } from './agent';
import { unusualAttempts } from './unusual-attempts';

describe('C1 the forging campaign, through unusual tools, runs and channels', () => {
  refusesAll(unusualAttempts);
});
