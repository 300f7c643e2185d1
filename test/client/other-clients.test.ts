import { testClients } from '../clients/harness/clients';
import { clientSessions } from '../clients/sessions';

/** The two that most people have beside Claude Code; `npm run test:clients` runs the others too. */
for (const client of testClients) {
  if (client.name !== 'gemini') clientSessions(client);
}
