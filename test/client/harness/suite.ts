import { timeLimit } from '../../../scripts/time-limits.mjs';
import { skip } from '../../harness/skip';
import { fetchClient, type ClientVersion } from './client-package';
import { namespaceProblem } from './namespace';
import { keepSessions, openSessions } from './session';

/**
 * Declares a suite once per client version. Where the client cannot be had the suite is skipped and says why;
 * on Linux with CI=true that is a failure.
 */
export function clientSuite(
  title: string,
  versions: readonly ClientVersion[],
  body: (client: ClientVersion) => void,
): void {
  for (const version of versions) {
    describe(`real client ${version}`, () => {
      let earlier: readonly string[];
      before(async function () {
        // Fetching it, where that was not done before.
        this.timeout(timeLimit('suite'));
        earlier = openSessions();
        const problem = await obstacle(version);
        if (problem === undefined) return;
        if (process.env.CI === 'true' && process.platform === 'linux') throw new Error(`must run here: ${problem}`);
        skip(this, problem);
      });
      afterEach(function () {
        if (this.currentTest?.state !== 'failed') return;
        const own = openSessions().filter((folder) => !earlier.includes(folder));
        keepSessions(this.currentTest.fullTitle(), own);
      });
      // A suite of its own: what is declared beside a skipping hook would run all the same.
      describe(title, () => body(version));
    });
  }
}

async function obstacle(version: ClientVersion): Promise<string | undefined> {
  const problem = namespaceProblem();
  if (problem !== undefined) return problem;
  try {
    await fetchClient(version, (line) => console.log(`    ${line}`));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
