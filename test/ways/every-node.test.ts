import { existsSync } from 'node:fs';
import { nodeAt, nodeVersions } from '../../scripts/packages.mjs';
import { skip } from '../harness/skip';
import { tarballJourney } from './tarball';

describe('the npm package on every Node', () => {
  for (const version of nodeVersions) {
    it(`node ${version}: installs, refuses, passes doctor and leaves an empty home`, function () {
      if (!existsSync(nodeAt(version))) skip(this, `node ${version} was not fetched`);
      tarballJourney(nodeAt(version));
    });
  }
});
