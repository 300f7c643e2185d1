import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { rootOf, valueOf } from '../install/document';
import { settingsSources } from '../install/scope';
import { isIgnored } from '../install/settings-sources';
import { claudeHome, type Env } from '../project/home';
import { lazyObject, lazySchema } from '../project/lazy-schema';
import { placeOf } from '../project/place';
import { namesIn, readJson, readText, entriesIn, isFolder } from '../project/read-file';
import { fieldsOf } from '../protocol/json';
import { processArguments } from '../project/process-state';

export interface ActivePlugin {
  /** `name@marketplace`, or the folder that it was loaded from. */
  readonly id: string;
  readonly folder: string;
  /** Events of its settings hooks: programs beside ours. */
  readonly hooks: readonly string[];
  /** The Gatehouse plugin, from any source: its hooks start the gates. */
  readonly own: boolean;
  /** Events of its mod: code inside the client, which can overrule every hook. */
  readonly mods: readonly string[];
}

/** Events in which a mod can let a call run that a hook refused, keep hooks from starting, or change what runs. */
export const overrulingEvents: readonly string[] = ['tool.check', 'classic.*', 'classic.PreToolUse', 'tool.call', '*'];

/** The plugins with hooks or mods of a client that is started in a directory; of a running session also its own. */
export function activePlugins(directory: string, env: Env, session?: string): readonly ActivePlugin[] {
  return loadedPlugins(directory, env, session)
    .map(withEvents)
    .filter(({ hooks, mods }) => hooks.length > 0 || mods.length > 0);
}

type Plugin = Pick<ActivePlugin, 'id' | 'folder'>;

/** Every plugin that such a client loads, whatever it brings. */
export function loadedPlugins(directory: string, env: Env, session?: string): readonly Plugin[] {
  const words = session === undefined ? undefined : clientArguments(session, env);
  const switched = switches(directory, env);
  const started = optionValues(words ?? [], '--plugin-dir').map((folder) => path.resolve(directory, folder));
  return [
    ...started.map((folder) => ({ id: `--plugin-dir ${folder}`, folder })),
    ...enabled(switched, directory, env),
    ...inFolders(switched, directory, env),
  ];
}

export const pluginManifest = (folder: string): Readonly<Record<string, unknown>> =>
  fieldsOf(readJson(path.join(folder, '.claude-plugin', 'plugin.json')));

type Switches = ReadonlyMap<string, boolean>;

function enabled(switched: Switches, directory: string, env: Env): readonly Plugin[] {
  return [...switched]
    .filter(([id, on]) => on && !id.endsWith(skillsSuffix))
    .flatMap(([id]) => {
      const folder = installedAt(id, directory, env);
      return folder === undefined ? [] : [{ id, folder }];
    });
}

/** Which plugins the settings switch on or off; the stronger file counts. */
function switches(directory: string, env: Env): Switches {
  const found = new Map<string, boolean>();
  for (const { file } of settingsSources(directory, env)) {
    const pairs = valueOf(rootOf(readText(file) ?? ''), 'enabledPlugins')?.children ?? [];
    if (pairs.length === 0 || isIgnored(file)) continue;
    for (const { children: [key, on] = [] } of pairs) found.set(String(key?.value), on?.value !== false);
  }
  return found;
}

const Installed = lazyObject(() => ({
  plugins: z.record(z.string(), z.array(z.looseObject({ installPath: z.string() }))),
}));
const Marketplaces = lazySchema(() =>
  z.record(z.string(), z.looseObject({ source: z.looseObject({ source: z.string(), path: z.optional(z.string()) }) })),
);
const Marketplace = lazyObject(() => ({
  plugins: z.array(z.looseObject({ name: z.string(), source: z.optional(z.unknown()) })),
}));

/** A plugin of a marketplace that is a folder is read from there, every other one from the client's copy. */
function installedAt(id: string, directory: string, env: Env): string | undefined {
  const home = path.join(claudeHome(env), 'plugins');
  const [name = '', marketplace = ''] = id.split('@');
  const known = Marketplaces.safeParse(readJson(path.join(home, 'known_marketplaces.json')));
  const source = known.success && Object.hasOwn(known.data, marketplace) ? known.data[marketplace]?.source : undefined;
  if (source?.source === 'directory' && source.path !== undefined) {
    const listed = Marketplace.safeParse(readJson(path.join(source.path, '.claude-plugin', 'marketplace.json')));
    const plugin = listed.success ? listed.data.plugins.find((one) => one.name === name) : undefined;
    if (typeof plugin?.source === 'string') return path.resolve(directory, source.path, plugin.source);
  }
  const installed = Installed.safeParse(readJson(path.join(home, 'installed_plugins.json')));
  return installed.success && Object.hasOwn(installed.data.plugins, id)
    ? installed.data.plugins[id]?.at(-1)?.installPath
    : undefined;
}

const skillsSuffix = '@skills-dir';

/** Folders whose plugins the client always loads: skills, and mods that the agent wrote in a session. */
function inFolders(switched: Switches, directory: string, env: Env): readonly Plugin[] {
  const home = claudeHome(env);
  const skills = [path.join(home, 'skills'), path.join(placeOf(directory).root, '.claude', 'skills')];
  const mods = foldersIn(path.join(home, 'dev-mods')).flatMap(foldersIn);
  return [
    ...[...new Set(skills)]
      .flatMap(foldersIn)
      .map((folder) => ({ id: `${path.basename(folder)}${skillsSuffix}`, folder }))
      .filter(({ id }) => switched.get(id) !== false),
    ...mods.map((folder) => ({ id: `${path.basename(folder)} in ${path.dirname(folder)}`, folder })),
  ].filter(({ folder }) => existsSync(path.join(folder, '.claude-plugin', 'plugin.json')));
}

function foldersIn(folder: string): string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => path.join(folder, name));
}

function withEvents(plugin: Plugin): ActivePlugin {
  const manifest = pluginManifest(plugin.folder);
  const listed: readonly unknown[] = [manifest.hooks ?? []].flat();
  const files = ['hooks/hooks.json', ...listed.filter((one) => typeof one === 'string')];
  const named = [...new Set(files.map((file) => path.join(plugin.folder, file)))];
  const documents = [
    ...named.map((file) => ({ file, json: readJson(file) })),
    ...listed.filter((one) => typeof one === 'object').map((json) => ({ file: plugin.folder, json })),
  ];
  const hooks = documents.flatMap(({ json }) => Object.keys(fieldsOf(fieldsOf(json).hooks ?? json)).filter(isEvent));
  const modules = documents.flatMap(({ file, json }) =>
    [fieldsOf(json).modules ?? []]
      .flat()
      .filter((module) => typeof module === 'string')
      .map((module) => path.resolve(path.dirname(file), module)),
  );
  const mods = modules.flatMap((module) => codeIn(path.dirname(module), 3).flatMap(eventsIn));
  const own =
    manifest.name === 'gatehouse' && documents.some(({ json }) => JSON.stringify({ json }).includes('gatehouse-hook'));
  return { ...plugin, own, hooks: [...new Set(hooks)], mods: [...new Set(mods)].sort() };
}

const isEvent = (key: string): boolean => /^[A-Z][A-Za-z]+$/.test(key);

/** Events that a module names: the client wants them written out. */
function eventsIn(file: string): readonly string[] {
  const text = readText(file, { maxBytes: 1024 * 1024 }) ?? '';
  return [...text.matchAll(/\bon\(\s*(["'`])([a-z*][\w.*]*)\1/g)].map(([, , event = '']) => event);
}

function codeIn(folder: string, depth: number): readonly string[] {
  const files: string[] = [];
  for (const name of namesIn(folder).slice(0, 200)) {
    const file = path.join(folder, name);
    if (/\.[cm]?[jt]sx?$/.test(name)) files.push(file);
    else if (depth > 0 && name !== 'node_modules' && isFolder(file)) files.push(...codeIn(file, depth - 1));
  }
  return files;
}

/** The client keeps one such file for each of its running processes. */
const Running = lazyObject(() => ({ pid: z.int(), sessionId: z.string() }));

/** The arguments of a session's client; undefined if it has ended or the system does not tell. */
export function clientArguments(session: string, env: Env): readonly string[] | undefined {
  const folder = path.join(claudeHome(env), 'sessions');
  for (const name of namesIn(folder).filter((one) => /^\d+\.json$/.test(one))) {
    const running = Running.safeParse(readJson(path.join(folder, name)));
    if (!running.success || running.data.sessionId !== session) continue;
    const words = processArguments(running.data.pid);
    return words.length === 0 ? undefined : words;
  }
  return undefined;
}

/** The values of an option that may occur several times: `--plugin-dir a --plugin-dir=b`. */
export function optionValues(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, index) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    const value = words[index + 1];
    return word === option && value !== undefined ? [value] : [];
  });
}
