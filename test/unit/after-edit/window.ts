import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { runOnDemand } from '../../../src/hooks/test-runs/run';

/** A window that runs the tests of the folder it is started in, until it is closed. */
const site = siteAt({ env: process.env, clock: Date, requestedByName: false }, placeOf(process.cwd()));
void runOnDemand(site, undefined);
process.stdin.once('data', () => process.exit(0));
