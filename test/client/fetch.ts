import { clientVersions, fetchClient } from './harness/client-package';

/**
 * Fetches the clients ahead of the suites, with the person's own registry: `npx tsx test/client/fetch.ts`.
 * What cannot be fetched is no failure here: the suite that needs it says so.
 */
async function main(): Promise<void> {
  for (const version of clientVersions) await fetchClient(version, (line) => console.error(line));
}

main().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
