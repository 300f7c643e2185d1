import path from 'node:path';
import type { Caller } from '../person/caller';
import { mainCheckout } from '../install/scope';
import { claudeHome, personHome, type Env } from '../project/home';
import type { Place } from '../project/place';
import { readJson } from '../project/read-file';
import { loadedPlugins, pluginManifest, clientArguments } from './plugins';
import { fieldsOf, parseJson, type Fields } from '../protocol/json';

/** A server that a client's configuration names, and what it starts. */
export interface McpServer {
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
export const projectServers = '.mcp.json';

/** Every server that the client of a session may have started, but for accounts' connectors, which stand in no file. */
export async function mcpServers(client: Client): Promise<readonly McpServer[]> {
  const { place, env, session } = client;
  const { file, servers } = personal(env);
  const projects = fieldsOf(servers.projects);
  const folders = [...new Set([place.cwd, place.root, mainCheckout(place) ?? place.root])];
  const words = await wordsOf(client);
  return [
    ...named(fieldsOf(readJson(path.join(place.root, projectServers))).mcpServers, projectServers),
    ...named(servers.mcpServers, file),
    ...folders.flatMap((folder) => named(fieldsOf(projects[folder]).mcpServers, file)),
    ...words.flatMap((word) => named(inWord(word, place.cwd).mcpServers, '--mcp-config')),
    ...loadedPlugins(place.cwd, env, session).flatMap(({ id, folder }) => ofPlugin(id, folder)),
  ];
}

/** The servers that a tool's name can stand for. */
export function serversOf(tool: string, servers: readonly McpServer[]): readonly McpServer[] {
  return servers.filter(({ name }) => tool.startsWith(`mcp__${name}__`));
}

function personal(env: Env): { file: string; servers: Fields } {
  const folder = env.CLAUDE_CONFIG_DIR === undefined ? personHome(env) : claudeHome(env);
  const file = path.join(folder, '.claude.json');
  return { file, servers: fieldsOf(readJson(file)) };
}

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
function inWord(word: string, cwd: string): Fields {
  return fieldsOf(word.trimStart().startsWith('{') ? parseJson(word) : readJson(path.resolve(cwd, word)));
}

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
