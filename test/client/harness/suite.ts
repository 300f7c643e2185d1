import { fetchClient, type ClientVersion } from './client-package';
import { namespaceProblem } from './namespace';

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
    describe(`real client ${version}`, function () {
      // Above a session's own limit, so that a client that hangs is reported with its last word.
      this.timeout(60_000);
      before(async function () {
        this.timeout(300_000);
        const problem = await obstacle(version);
        if (problem === undefined) return;
        if (process.env.CI === 'true' && process.platform === 'linux') throw new Error(`must run here: ${problem}`);
        console.log(`    skipped: ${problem}`);
        this.skip();
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
