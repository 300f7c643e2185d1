import { testClients } from '../clients/harness/clients';
import { fetchClient as fetchOther } from '../clients/harness/session';
import { clientVersions, fetchClient } from './harness/client-package';
import { namespaceProblem } from './harness/namespace';

/**
 * Fetches the clients ahead of the suites, with the person's own registry: `npx tsx test/client/fetch.ts`.
 * What cannot be had is no failure here: the suite that needs it says so.
 */
async function main(): Promise<void> {
  const problem = namespaceProblem();
  if (problem !== undefined) {
    console.error(`no client is fetched: ${problem}`);
    return;
  }
  for (const version of clientVersions) await fetchClient(version, (line) => console.error(line));
  for (const client of testClients.filter(({ name }) => name !== 'gemini')) fetchOther(client);
}

main().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
