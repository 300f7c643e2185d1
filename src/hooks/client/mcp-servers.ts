import path from 'node:path';
import * as z from 'zod/mini';
import type { Receipt } from '../evidence/evidence';
import { ownFile } from '../state/stored-files';
import { mainCheckout } from '../install/scope';
import { type Caller, knowsClients } from '../person/caller';
import type { Site } from '../pipeline/site';
import { type Env, gatehouseHome, claudeState } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import type { Place } from '../project/place';
import { readJson, readText } from '../project/read-file';
import { sha256 } from '../project/sha256';
import { type Fields, fieldsOf, parseJson } from '../protocol/json';
import { clientArguments, loadedPlugins, pluginManifest } from './plugins';

/** A server that a client's configuration names, and what it starts. */
interface McpServer {
  /** As tools are named after it: `mcp__<name>__<tool>`. */
  readonly name: string;
  readonly definition: string;
  /** Where that stands, as people read it. */
  readonly from: string;
}

interface Client {
  readonly place: Place;
  readonly env: Env;
  readonly session?: string | undefined;
  readonly caller: () => Promise<Caller>;
}

/** The project's own list, which comes with the repository. */
const projectServers = '.mcp.json';

/** Every server that a session's client may have started, except an account's connectors: no file lists them. */
export async function mcpServers(client: Client): Promise<readonly McpServer[]> {
  const { place, env, session } = client;
  const file = claudeState(env);
  const own = fieldsOf(readJson(file));
  const projects = fieldsOf(own.projects);
  const folders = [...new Set([place.cwd, place.root, mainCheckout(place) ?? place.root])];
  const words = await wordsOf(client);
  return [
    ...named(fieldsOf(readJson(path.join(place.root, projectServers))).mcpServers, projectServers),
    ...named(own.mcpServers, file),
    ...folders.flatMap((folder) => named(fieldsOf(projects[folder]).mcpServers, file)),
    ...words.flatMap((word) => named(inWord(word, place.cwd).mcpServers, '--mcp-config')),
    ...loadedPlugins(place.cwd, env, session).flatMap(({ id, folder }) => ofPlugin(id, folder)),
  ];
}

/** The servers that a tool's name can stand for. */
export const serversOf = (tool: string, servers: readonly McpServer[]): readonly McpServer[] =>
  servers.filter(({ name }) => tool.startsWith(`mcp__${name}__`));

/** The values of `--mcp-config`, which takes several. */
async function wordsOf({ caller, session, env }: Client): Promise<readonly string[]> {
  const by = await caller();
  const words = by.kind === 'client' ? by.client.args : session === undefined ? [] : clientArguments(session, env);
  const values: string[] = [];
  let takes = false;
  for (const word of words ?? []) {
    if (word.startsWith('--mcp-config=')) values.push(word.slice('--mcp-config='.length));
    else if (word.startsWith('-')) takes = word === '--mcp-config';
    else if (takes) values.push(word);
  }
  return values;
}

/** A file, or the text itself. */
const inWord = (word: string, cwd: string): Fields =>
  fieldsOf(word.trimStart().startsWith('{') ? parseJson(word) : readJson(path.resolve(cwd, word)));

function ofPlugin(id: string, folder: string): readonly McpServer[] {
  const { name, mcpServers: listed } = pluginManifest(folder);
  const lists = [path.join(folder, '.mcp.json'), ...(typeof listed === 'string' ? [path.join(folder, listed)] : [])];
  const tables = lists.map((file) => fieldsOf(readJson(file))).map((json) => json.mcpServers ?? json);
  const plugin = typeof name === 'string' ? name : path.basename(folder);
  return [...tables, ...(typeof listed === 'object' ? [listed] : [])].flatMap((table) =>
    named(table, `the plugin ${id}`, `plugin_${plugin}_`),
  );
}

function named(table: unknown, from: string, prefix = ''): readonly McpServer[] {
  return Object.entries(fieldsOf(table)).map(([name, definition]) => ({
    name: `${prefix}${name}`.replace(/[^\w-]/g, '_'),
    definition: JSON.stringify(definition),
    from,
  }));
}

type ServerSite = Pick<Site, 'env' | 'place' | 'caller'>;

const Known = lazyObject(() => ({ v: z.literal(1), servers: z.array(z.string()) }));
const knownServersFile = ({ env }: Pick<Site, 'env'>) =>
  ownFile(gatehouseHome(env), 'known-servers', Known, { sealed: true });

const most = 500;

/** The servers that a person had before the first session are theirs; later ones may be the agent's. */
export async function keepServers(site: ServerSite, session: string): Promise<void> {
  if (knownServersFile(site).read().kind !== 'missing' || knowsClients(site.env)) return;
  const servers = await mcpServers({ ...site, session });
  await knownServersFile(site).update((now) => now ?? { v: 1, servers: servers.map(fingerprint) });
}

/** A person accepted a review by this server: it is known from now on. */
export async function acceptServer(site: Pick<Site, 'env' | 'place'>, receipt: Receipt | undefined): Promise<void> {
  const { author, session } = receipt ?? {};
  if (author?.kind !== 'tool') return;
  const caller = () => Promise.resolve({ kind: 'unknown' } as const);
  const servers = serversOf(author.name, await mcpServers({ ...site, session, caller })).map(fingerprint);
  if (servers.length === 0) return;
  await knownServersFile(site).update((now) => ({
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
  const known = knownServersFile(site).read();
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

const fingerprint = ({ name, definition }: McpServer): string => sha256(`${name}\n${definition}`).slice(0, 32);
