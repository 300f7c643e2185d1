import { tarballJourney } from '../ways/tarball';

describe('the npm package', () => {
  it('comes, refuses, passes doctor and leaves an empty home as it was', () => tarballJourney(process.execPath));
});
