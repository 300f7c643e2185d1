import { statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../pipeline/site';

/** A prepared index of the code that answers what a search through many files would. */
export interface CodeIndex {
  readonly name: string;
  /** What has to exist, from a folder on the way from the cwd up to the worktree's top. */
  readonly marker: string;
  readonly kind: 'folder' | 'file';
  /** Its MCP server; absent where it has none. */
  readonly server?: string | undefined;
  /** What it is good for and what to call, in half a sentence. */
  readonly offers: string;
}

/** In the order they are named to the model: never the order they are found in. */
const knownIndexes: readonly CodeIndex[] = [
  {
    name: 'graphify',
    marker: 'graphify-out/graph.json',
    kind: 'file',
    offers: 'graphify-out/graph.json maps how modules depend on each other',
  },
  {
    name: 'repowise',
    marker: '.repowise',
    kind: 'folder',
    server: 'repowise',
    offers: 'the repowise tools explain modules and answer questions about the repository',
  },
  {
    name: 'codegraph',
    marker: '.codegraph',
    kind: 'folder',
    server: 'codegraph',
    offers: 'the codegraph tools (context, explore, search) find definitions, callers and related code',
  },
];

function indexesOf(site: Site): readonly CodeIndex[] {
  return [...knownIndexes, ...site.config.settings.nudge.indexes];
}

/** The indexes that exist here, looked for upward from the cwd: a few stat calls, whatever the size of the repository. */
export function presentIndexes(site: Site): readonly CodeIndex[] {
  const folders: string[] = [];
  for (let folder = site.cwd; ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === site.root || folder === path.dirname(folder) || folders.length > 40) break;
  }
  return indexesOf(site).filter((index) =>
    folders.some((folder) => exists(path.join(folder, index.marker), index.kind)),
  );
}

function exists(file: string, kind: CodeIndex['kind']): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return kind === 'folder' ? stats?.isDirectory() === true : stats?.isFile() === true;
}

/** The index that an MCP tool belongs to; a server that a plugin brings has a longer name. */
export function indexOfTool(site: Site, tool: string): CodeIndex | undefined {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1];
  if (server === undefined) return undefined;
  return indexesOf(site).find(({ server: own }) => own !== undefined && (server === own || server.endsWith(`_${own}`)));
}
