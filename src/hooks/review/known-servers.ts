import path from 'node:path';
import * as z from 'zod/mini';
import { mcpServers, projectServers, serversOf, type McpServer } from '../client/mcp-servers';
import type { Receipt } from '../evidence/evidence';
import { ownFile } from '../evidence/open-evidence';
import { knowsClients } from '../person/known-clients';
import type { Site } from '../pipeline/site';
import { gatehouseHome } from '../project/home';
import { lazySchema } from '../project/lazy-schema';
import { readText } from '../project/read-file';
import { sha256 } from '../project/sha256';

type ServerSite = Pick<Site, 'env' | 'place' | 'caller'>;

const Known = lazySchema(() => z.object({ v: z.literal(1), servers: z.array(z.string()) }));
const bookOf = ({ env }: Pick<Site, 'env'>) => ownFile(gatehouseHome(env), 'known-servers', Known, { sealed: true });

const most = 500;

/** The servers that a person had before the first session are theirs; later ones may be the agent's. */
export async function keepServers(site: ServerSite, session: string): Promise<void> {
  if (bookOf(site).read().kind !== 'missing' || knowsClients(site.env)) return;
  const servers = await mcpServers({ ...site, session });
  await bookOf(site).update((now) => now ?? { v: 1, servers: servers.map(fingerprint) });
}

/** A person accepted a review by this server: it is known from now on. */
export async function acceptServer(site: Pick<Site, 'env' | 'place'>, receipt: Receipt | undefined): Promise<void> {
  const { author, session } = receipt ?? {};
  if (author?.kind !== 'tool') return;
  const caller = () => Promise.resolve({ kind: 'unknown' } as const);
  const servers = serversOf(author.name, await mcpServers({ ...site, session, caller })).map(fingerprint);
  if (servers.length === 0) return;
  await bookOf(site).update((now) => ({
    v: 1,
    servers: [...new Set([...(now?.servers ?? []), ...servers])].slice(-most),
  }));
}

/** Why a server's verdict needs acceptance: the agent may have configured it. */
export async function doubtOfServer(tool: string, session: string, site: Site): Promise<string | undefined> {
  if (!tool.startsWith('mcp__')) return undefined;
  const servers = serversOf(tool, await mcpServers({ ...site, session }));
  if (servers.length === 0) {
    // Connectors of an account are in no file: the person names the tool.
    if (site.config.settings.review.tools.includes(tool)) return undefined;
    return `no configuration names the server of ${tool}, and review.tools does not name the tool itself`;
  }
  for (const server of servers) {
    const doubt = server.from === projectServers ? await changedInProject(server, site) : unknown(server, site);
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

function unknown(server: McpServer, site: Site): string | undefined {
  const known = bookOf(site).read();
  const isKnown =
    known.kind === 'ok'
      ? known.value.servers.includes(fingerprint(server))
      : known.kind === 'missing' && !knowsClients(site.env);
  if (isKnown) return undefined;
  return `the server ${server.name} in ${server.from} is new, or starts something else than before`;
}

/** The project's list of servers is a file that the agent can write. */
async function changedInProject({ name }: McpServer, { root, git }: Site): Promise<string | undefined> {
  if (git?.commit() === undefined) return undefined;
  const committed = await git.ask(['show', `HEAD:${projectServers}`]).catch(() => undefined);
  if (committed === readText(path.join(root, projectServers))) return undefined;
  return `${projectServers}, which names the server ${name}, changed since the last commit`;
}

function fingerprint({ name, definition }: McpServer): string {
  return sha256(`${name}\n${definition}`).slice(0, 32);
}
