import { existsSync, lstatSync, readlinkSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { activePlugins } from '../client/plugins';
import { linkOnTheWay, removeFile } from '../state/atomic-file';
import { forgetIgnored, madeFiles } from '../state/git-exclude';
import { isPublicState } from '../evidence/public-names';
import { isTracked } from '../project/git-index';
import { stopHost } from '../host/client';
import { readTraces } from '../pipeline/decision-log';
import type { Exec } from '../project/exec';
import { runGit } from '../project/git';
import { claudeHome, gatehouseHome, personHome, type Env, pathFolders } from '../project/home';
import { configFiles } from '../configuration/layers';
import { namesIn, readText } from '../project/read-file';
import { isWithin, placeOf } from '../project/place';
import { namespace } from '../rescue/manifest';
import { clientFile, otherClients, scopesOf, type OtherClient } from './client-settings';
import { commandFolders, shimNames } from './deployed-files';
import { foundIn } from './registration';
import { settingsSources, sourceIn } from './scope';
import { carryOut, changedFiles, foldersMade, originIn, plan, read, type SettingsFile } from './settings-file';
import { statusLineOwner } from './status-line';
import { messageOf } from '../project/text';
import { attempt } from '../project/functions';

/** One thing that Gatehouse installed, and what uninstalling did with it. */
export interface Remnant {
  readonly what:
    'hooks' | 'state' | 'plugin' | 'link' | 'PATH' | 'configuration' | 'snapshots' | 'extension' | 'home' | 'host';
  readonly where: string;
  /** `kept` is the person's own; `unreached` needs the person. */
  readonly outcome: 'restored' | 'removed' | 'kept' | 'unreached';
  readonly says?: string;
}

export interface Removal {
  readonly env: Env;
  readonly directory: string;
  readonly exec: Exec;
  /** Only say what would be done. */
  readonly dry: boolean;
}

/** Removes everything that Gatehouse installed, its own home last. */
export async function removeEverything(at: Removal): Promise<readonly Remnant[]> {
  const home = gatehouseHome(at.env);
  const roots = knownRoots(at, home);
  const remnants = [
    ...(await settings(at, home, roots)),
    ...(await plugin(at)),
    ...roots.flatMap(({ root, state }) => worktree(at, root, state)),
    ...(await snapshots(at, roots)),
    ...links(at, home),
    ...paths(at, home),
    ...extensions(at),
  ];
  // A file that still names the shim would have the client block every call.
  const named = remnants.filter(
    ({ what, outcome }) => outcome === 'unreached' && (what === 'hooks' || what === 'plugin'),
  );
  return [...remnants, ...(await ownHome(at, home, named))];
}

interface KnownRoot {
  readonly root: string;
  /** What Gatehouse keeps about it. */
  readonly state: string;
}

/** The projects that the home knows: each folder of state names its worktree in its newest record. */
function knownRoots({ directory }: Removal, home: string): readonly KnownRoot[] {
  const folder = path.join(home, 'projects');
  const known = namesIn(folder).flatMap((name): KnownRoot[] => {
    const state = path.join(folder, name);
    const root = readTraces(state, { limit: 1 })[0]?.root;
    return root === undefined ? [] : [{ root, state }];
  });
  const here = placeOf(directory).root;
  return known.some(({ root }) => root === here) ? known : [...known, { root: here, state: '' }];
}

async function settings(
  { env, directory, dry }: Removal,
  home: string,
  roots: readonly KnownRoot[],
): Promise<Remnant[]> {
  const nearby = [
    ...settingsSources(directory, env),
    ...roots.flatMap(({ root }) => [sourceIn(root, 'project'), sourceIn(root, 'local')]),
    ...roots.flatMap(({ root }) => otherClients.flatMap((client) => clientFiles(client, root, env))),
  ].map(({ file }) => file);
  const { files, unknown } = changedFiles(home, nearby);
  const remnants: Remnant[] = unknown.map((where) => ({
    what: 'hooks',
    where,
    outcome: 'unreached',
    says: 'this record of 0.1 does not say which settings file it is about; search your projects for gatehouse-hook',
  }));
  const made = files.flatMap((file) => foldersMade({ file, home, env }));
  for (const file of new Set([...files, ...nearby])) {
    const remnant = await settingsOf({ file, home, env }, files.includes(file), dry);
    if (remnant !== undefined) remnants.push(remnant);
  }
  // Two files may share a folder that was made for the first of them.
  for (const folder of dry ? [] : made.toSorted((one, other) => other.length - one.length)) {
    if (existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder);
  }
  return remnants;
}

const clientFiles = (client: OtherClient, root: string, env: Env): readonly { readonly file: string }[] =>
  scopesOf(client).flatMap((scope) => {
    const file = clientFile(client, scope, root, env);
    return file === undefined ? [] : [{ file }];
  });

async function settingsOf(file: SettingsFile, hasRecord: boolean, dry: boolean): Promise<Remnant | undefined> {
  const where = file.file;
  try {
    const text = read(where);
    if (text === undefined) {
      if (!hasRecord || existsSync(path.dirname(path.dirname(where)))) return undefined;
      return {
        what: 'hooks',
        where,
        outcome: 'kept',
        says: 'its folder is not there; a copy elsewhere keeps its hooks',
      };
    }
    if (foundIn(text).length === 0 && statusLineOwner(text) !== 'ours') return undefined;
    const origin = originIn(file);
    const done = dry ? plan(file, { kind: 'uninstall' }) : await carryOut(file, { kind: 'uninstall' });
    const same = origin !== undefined && done.after === origin.text;
    const says = same ? 'byte for byte as it was' : 'later changes by others are kept';
    return { what: 'hooks', where, outcome: same ? 'restored' : 'removed', says };
  } catch (error) {
    return { what: 'hooks', where, outcome: 'unreached', says: messageOf(error) };
  }
}

/** Removes the public files that Gatehouse made, and their lines in git's exclude file. Configuration files stay: they are the person's. */
function worktree({ dry }: Removal, root: string, state: string): Remnant[] {
  if (!existsSync(root)) return [];
  const { repository } = placeOf(root);
  const made = madeFiles(state).filter((file) => isPublicState(file) && existsSync(path.join(root, file)));
  const remnants: Remnant[] = [];
  for (const relative of made) {
    const where = path.join(root, relative);
    if (isTracked(repository, relative) || linkOnTheWay(root, where) !== undefined) continue;
    if (!dry) removeFile(where);
    remnants.push({ what: 'state', where, outcome: 'removed' });
  }
  const folder = path.join(root, '.claude');
  if (!dry) {
    if (state !== '' && repository !== undefined && !forgetIgnored(repository)) {
      remnants.push({ what: 'state', where: path.join(repository.commonDir, 'info/exclude'), outcome: 'unreached' });
    }
    if (made.length > 0 && existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder);
  }
  for (const relative of Object.values(configFiles)) {
    const where = path.join(root, relative);
    if (existsSync(where))
      remnants.push({ what: 'configuration', where, outcome: 'kept', says: 'what you or the project wrote' });
  }
  return remnants;
}

/** Snapshots hold work that exists nowhere else. */
async function snapshots({ exec }: Removal, roots: readonly KnownRoot[]): Promise<Remnant[]> {
  const remnants: Remnant[] = [];
  for (const { root } of roots) {
    if (!existsSync(root) || placeOf(root).repository === undefined) continue;
    const { stdout } = await runGit(exec, ['for-each-ref', '--format=%(refname)', namespace], {
      cwd: root,
      timeoutMs: 5_000,
    });
    const count = stdout.split('\n').filter(Boolean).length;
    if (count === 0) continue;
    const says = `${count} snapshots of discarded work; 'git for-each-ref --format="delete %(refname)" ${namespace} | git update-ref --stdin' removes them`;
    remnants.push({ what: 'snapshots', where: root, outcome: 'kept', says });
  }
  return remnants;
}

/** The client itself uninstalls its plugins, in any scope; it leaves copies behind. */
async function plugin({ env, directory, exec, dry }: Removal): Promise<Remnant[]> {
  const remnants: Remnant[] = [];
  for (const { id } of activePlugins(directory, env).filter(({ own }) => own)) {
    // One that a session was started with ends with it.
    if (id.startsWith('--')) continue;
    const [name = '', marketplace = ''] = id.split('@');
    const ask = (...words: readonly string[]) =>
      exec('claude', ['plugin', ...words], { cwd: directory, timeoutMs: 30_000 });
    let gone = dry;
    for (const scope of gone ? [] : ['user', 'project', 'local']) {
      gone = (await ask('uninstall', id, '--scope', scope)).code === 0 || gone;
    }
    if (gone && !dry) {
      await ask('marketplace', 'remove', marketplace);
      removePluginCopies(path.join(claudeHome(env), 'plugins'), marketplace, name);
    }
    const says = `the client did not remove it; run 'claude plugin uninstall ${id}'`;
    remnants.push({ what: 'plugin', where: id, ...(gone ? { outcome: 'removed' } : { outcome: 'unreached', says }) });
  }
  return remnants;
}

function removePluginCopies(plugins: string, marketplace: string, name: string): void {
  if (!/^[\w.-]+$/.test(marketplace) || !/^[\w.-]+$/.test(name)) return;
  const copies = path.join(plugins, 'cache', marketplace);
  rmSync(path.join(copies, name), { recursive: true, force: true });
  if (existsSync(copies) && namesIn(copies).length === 0) rmdirSync(copies);
}

/** `gatehouse` links in the folders where commands are looked for. */
function links({ env, dry }: Removal, home: string): Remnant[] {
  const folders = new Set([...commandFolders(env), ...pathFolders(env)]);
  return [...folders].flatMap((folder): Remnant[] => {
    const where = path.join(folder, 'gatehouse');
    if (!isLinkInto(where, path.join(home, 'bin'))) return [];
    try {
      if (!dry) rmSync(where);
      return [{ what: 'link', where, outcome: 'removed' }];
    } catch (error) {
      return [{ what: 'link', where, outcome: 'unreached', says: messageOf(error) }];
    }
  });
}

function isLinkInto(file: string, folder: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() !== true) return false;
  const target = path.resolve(path.dirname(file), readlinkSync(file));
  return path.dirname(target) === folder || path.dirname(target) === real(folder);
}

const real = (file: string): string => attempt(() => realpathSync(file)) ?? file;

const startFiles = '.bashrc .bash_profile .profile .zshrc .zprofile .zshenv .config/fish/config.fish'.split(' ');

/** A line that a person wrote is kept. */
function paths({ env }: Removal, home: string): Remnant[] {
  const bin = path.join(home, 'bin');
  const names = [bin, bin.replace(personHome(env), '~'), bin.replace(personHome(env), '$HOME')];
  return startFiles.flatMap((name) => {
    const file = path.join(personHome(env), name);
    const lines = (readText(file, { maxBytes: 1024 * 1024 }) ?? '').split('\n');
    return lines.flatMap((line, index): Remnant[] =>
      names.some((one) => line.includes(one))
        ? [{ what: 'PATH', where: `${file}:${index + 1}`, outcome: 'unreached', says: 'remove this line' }]
        : [],
    );
  });
}

/** An editor removes its extensions itself. */
function extensions({ env }: Removal): Remnant[] {
  const folders = ['.vscode', '.vscode-server', '.vscode-insiders', '.vscode-oss', '.cursor', '.windsurf'];
  return folders.flatMap((name) => {
    const folder = path.join(personHome(env), name, 'extensions');
    return namesIn(folder)
      .filter((one) => /^gatehouse\.gatehouse-\d/.test(one))
      .map((one): Remnant => {
        const says = "uninstall the extension in the editor, or run 'code --uninstall-extension gatehouse.gatehouse'";
        return { what: 'extension', where: path.join(folder, one), outcome: 'unreached', says };
      });
  });
}

async function ownHome({ env, directory, dry }: Removal, home: string, named: readonly Remnant[]): Promise<Remnant[]> {
  if (!existsSync(home)) return [];
  const remnant = { what: 'home', where: home } as const;
  if (named.length > 0) {
    const says = `${named.map(({ where }) => where).join(', ')} may still start the hooks in it; correct that and run this again`;
    return [{ ...remnant, outcome: 'unreached', says }];
  }
  const inside = (folder: string) => isWithin(real(folder), real(home));
  const isOurs =
    path.basename(home) === '.gatehouse' || shimNames.some((name) => existsSync(path.join(home, 'bin', name)));
  if (!isOurs || inside(personHome(env)) || inside(directory)) {
    const says = 'it does not look like a folder of Gatehouse alone; remove it yourself';
    return [{ ...remnant, outcome: 'unreached', says }];
  }
  if (!dry) {
    await stopHost(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  return [{ ...remnant, outcome: 'removed', says: 'receipts, decisions, configuration, backups and programs' }];
}
