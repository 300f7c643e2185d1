import { tarballJourney } from '../ways/tarball';

describe('the npm package', () => {
  it('installs, refuses, passes doctor and leaves an empty home', () => tarballJourney(process.execPath));
});
