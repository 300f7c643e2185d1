import { testClients } from './harness/clients';
import { fetchClient } from './harness/session';
import { clientSessions } from './sessions';

/** Every client that can be pointed at a model on loopback, fetched where it is not there yet. */
for (const client of testClients) {
  fetchClient(client);
  clientSessions(client);
}
