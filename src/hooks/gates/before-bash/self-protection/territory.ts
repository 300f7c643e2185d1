import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isPublicState } from '../../../evidence/public-names';
import type { Site } from '../../../pipeline/site';
import { claudeHome, type Env, gatehouseHome, personHome } from '../../../project/home';
import { pathPattern } from '../../../project/pattern';
import { placeOf, realTarget } from '../../../project/place';
import { entriesIn, namesIn, readText } from '../../../project/read-file';
import { escapeRegExp } from '../../../project/text';
import type { Registration } from '../../../protocol/dialects/dialect';
import { within } from '../../../shell/paths';
import { attempt } from '../../../project/functions';

/** A path that the agent must not change, and why. */
export interface Guarded {
  /**
   * `state`: the flags that other tools read · `own`: Gatehouse's memory and hooks · `config`: what a person configured ·
   * `settings`: the agent's settings, where only our registration and the plugins are guarded · `plugins`: what the client
   * loads into itself, where a mod may overrule every hook.
   */
  readonly kind: 'state' | 'own' | 'config' | 'settings' | 'plugins';
  /** Absolute, as it was spelled. */
  readonly file: string;
}

/** Tells guarded paths from all others, whichever way they are spelled. */
export class Territory {
  readonly root: string;
  /** Project files that the configuration extends. */
  private readonly policies: ReadonlySet<string>;
  private folders: Folders | undefined;
  private clients: readonly Guarded[] | undefined;
  /** Real paths of files and folders, cached: a command may name thousands in one folder. */
  private readonly landed = new Map<string, string>();
  /** Per folder: how many files were looked up, and which of them are links. */
  private readonly asked = new Map<string, number>();
  private readonly links = new Map<string, ReadonlySet<string>>();

  constructor(private readonly site: Pick<Site, 'env' | 'root'> & Partial<Pick<Site, 'config'>>) {
    this.root = site.root;
    this.policies = new Set(
      (site.config?.layers ?? []).filter(({ policy }) => policy !== undefined).map(({ file }) => folded(file)),
    );
  }

  /** Built on first use; most commands write no file. */
  private get known(): Folders {
    return (this.folders ??= foldersOf(this.site.env));
  }

  /** Checks an absolute path, and where it leads when links are followed. */
  guarded(file: string): Guarded | undefined {
    const lexical = lexicalOf(file);
    const real = this.landingOf(lexical);
    const kind = this.kindOf(lexical) ?? (real === lexical ? undefined : this.kindOf(real));
    return kind === undefined ? undefined : { kind, file: lexical };
  }

  /** The guarded file that would be removed with a folder. Removing a whole worktree with its state is allowed. */
  heldBy(folder: string): readonly Guarded[] {
    const lexical = lexicalOf(folder);
    const real = folded(this.landingOf(lexical));
    const home = this.known.homes.find((one) => within(one, real));
    if (home !== undefined) return [{ kind: 'own', file: gatehouseHome(this.site.env) }];
    const inside = path.basename(real) === '.claude' || real === this.known.agentHome;
    return [
      ...(inside ? this.guardedIn(lexical) : []),
      ...this.ofClients().filter(({ file }) => within(folded(file), real)),
    ];
  }

  /** Existing guarded files that a pattern could match. */
  present(): readonly Guarded[] {
    const { root, env } = this.site;
    const folders = new Set([root, path.join(root, '.claude'), claudeHome(env)]);
    const homes = new Set([gatehouseHome(env), path.join(personHome(env), '.gatehouse')]);
    return [
      ...[...folders].flatMap((folder) => this.guardedIn(folder)),
      ...[...homes].map((file): Guarded => ({ kind: 'own', file })),
      ...this.ofClients(),
    ];
  }

  /** Guarded files and folders that exist and fit a shell pattern, absolute. */
  matching(pattern: string): readonly Guarded[] {
    const matches = pathPattern(pattern);
    const fits = (file: string) => matches(file) || matches(this.landingOf(file));
    const inside = (file: string) => path.basename(path.dirname(file)) === '.claude' && fits(path.dirname(file));
    return this.present().filter(({ file }) => fits(file) || inside(file));
  }

  private landingOf(file: string): string {
    let landed = this.landed.get(file);
    if (landed === undefined) {
      const folder = path.dirname(file);
      const real = folder === file || this.isLink(file, folder) ? undefined : this.landingOf(folder);
      if (real === undefined) landed = realTarget(file);
      else landed = real === folder ? file : path.join(real, path.basename(file));
      this.landed.set(file, landed);
    }
    return landed;
  }

  /** Lists all links of a folder at once when many of its files are named. */
  private isLink(file: string, folder: string): boolean {
    const asked = (this.asked.get(folder) ?? 0) + 1;
    this.asked.set(folder, asked);
    if (asked <= 50) return isLink(file);
    let links = this.links.get(folder);
    if (links === undefined) this.links.set(folder, (links = linksIn(folder)));
    return links.has(folded(path.basename(file)));
  }

  /** Existing settings files of other clients that register our hooks; looked up once. */
  private ofClients(): readonly Guarded[] {
    return (this.clients ??= clientFiles(this.site.env)
      .flatMap(({ folder, files }) => files.map((file) => path.join(folder ?? this.root, file)))
      .flatMap((file): Guarded[] => {
        if (readText(file)?.includes('gatehouse-hook') !== true) return [];
        return [{ kind: file.endsWith('.js') ? 'own' : 'settings', file }];
      }));
  }

  private guardedIn(folder: string): readonly Guarded[] {
    return namesIn(folder).flatMap((name) => this.guarded(path.join(folder, name)) ?? []);
  }

  /** Installed plugins, mods that the client loads from a session, and the parts of a skill that make it a plugin. */
  private isPlugin(low: string): boolean {
    const { agentHome, plugins } = this.known;
    if (plugins.some((folder) => within(low, folder))) return true;
    if (!low.includes('/skills/')) return false;
    const inAgent = within(low, agentHome) ? `/.claude${low.slice(agentHome.length)}` : low;
    return /\/\.claude\/skills\/[^/]+\/(?:\.claude-plugin|hooks)(?:\/|$)/.test(inAgent);
  }

  private kindOf(file: string): Guarded['kind'] | undefined {
    const low = folded(file);
    if (this.known.homes.some((home) => within(low, home))) return 'own';
    if (this.policies.has(low)) return 'config';
    if (ownExtension.test(low)) return 'own';
    if (this.isPlugin(low)) return 'plugins';
    const client = clientFileKind(low, this.known.clientHomes);
    if (client !== undefined) return client;
    const name = path.basename(low);
    const folder = path.dirname(low);
    // gstack keeps the person's question preferences in its own folder.
    if (/^(?:global-)?question-preferences\.json$/.test(name)) return 'own';
    if (path.basename(folder) === '.claude' || folder === this.known.agentHome) {
      if (/^settings(?:\.local)?\.json$/.test(name)) return 'settings';
      if (/^gatehouse(?:\.local)?\.json$/.test(name)) return 'config';
      if (isPublicState(`.claude/${name}`)) return isTop(path.dirname(path.dirname(file))) ? 'state' : undefined;
    }
    return isPublicState(name) && isTop(path.dirname(file)) ? 'state' : undefined;
  }
}

/** Gatehouse in an editor's folder of extensions. */
const ownExtension = /\/\.[\w-]+\/extensions\/gatehouse\.gatehouse-[^/]+(?:\/|$)/;

/** An absolute path without `.`, `..` and doubled slashes. Most have none, and a command may name thousands. */
const lexicalOf = (file: string): string =>
  path.sep === '/' && file.startsWith('/') && !/\/\.{0,2}(?:\/|$)/.test(file) ? file : path.resolve(file);

/** Gatehouse's own folders and the agent's, links followed. */
interface Folders {
  readonly homes: readonly string[];
  readonly agentHome: string;
  /** Where the client keeps installed plugins, and mods that it loads from a session. */
  readonly plugins: readonly string[];
  /** Folders of other clients that a variable moved, and what they are usually called. */
  readonly clientHomes: readonly (readonly [folder: string, usual: string])[];
}

function foldersOf(env: Site['env']): Folders {
  const homes = [gatehouseHome(env), path.join(personHome(env), '.gatehouse')];
  const agentHome = folded(realTarget(claudeHome(env)));
  return {
    homes: [...new Set(homes.flatMap((home) => [home, realTarget(home)]))].map(folded),
    agentHome,
    plugins: [path.join(agentHome, 'plugins'), path.join(agentHome, 'dev-mods')],
    clientHomes: movedHomes(env).map(([folder, usual]) => [folded(realTarget(folder)), usual] as const),
  };
}

/** State files live at the top of a worktree; the same name further down is a sample. */
function isTop(folder: string): boolean {
  const place = placeOf(folder);
  return place.repository === undefined || place.root === realTarget(folder);
}

const isLink = (file: string): boolean =>
  attempt(() => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) ?? false;

function linksIn(folder: string): ReadonlySet<string> {
  const links = entriesIn(folder).filter((entry) => entry.isSymbolicLink());
  return new Set(links.map(({ name }) => folded(name)));
}

/** Some file systems ignore case. */
function folded(file: string): string {
  return file.toLowerCase();
}

interface Clients {
  readonly registrations: readonly Registration[];
  /** Settings of other clients that may name our hooks, or switch all hooks off. */
  readonly settings: RegExp;
  /** Our own plugins, which are files. */
  readonly plugin: RegExp;
}

let loaded: Clients | undefined;

/** Loaded when a command first changes a file; most commands only read. */
const clients = (): Clients => (loaded ??= load());

function load(): Clients {
  const { otherDialects } = require('../../../protocol/dialects') as typeof import('../../../protocol/dialects');
  const registrations = otherDialects.flatMap(({ registration }) => registration ?? []);
  return {
    registrations,
    settings: matching(registrations.filter(({ form }) => form !== 'plugin')),
    plugin: matching(registrations.filter(({ form }) => form === 'plugin')),
  };
}

/** Folders of clients that a variable moves, and where they lie otherwise. */
function movedFolders(env: Env): readonly { readonly folder: string; readonly user: Registration['user'] }[] {
  return clients().registrations.flatMap(({ user }) => {
    const folder = user.variable === undefined ? undefined : env[user.variable];
    return folder === undefined || folder === '' ? [] : [{ folder, user }];
  });
}

function movedHomes(env: Env): readonly (readonly [folder: string, usual: string])[] {
  return movedFolders(env).map(({ folder, user }) => [folder, `/${user.folder}`]);
}

const inProject = ({ local, project }: Registration): readonly string[] =>
  local === undefined ? [project] : [local, project];
const inHome = ({ user }: Registration): string => `${user.folder}/${user.file}`;

function matching(some: readonly Registration[]): RegExp {
  const files = new Set(some.flatMap((one) => [...inProject(one), inHome(one), ...(one.beside ?? [])]));
  const parts = [...files].map((file) => escapeRegExp(file).replaceAll('\\*', '[^/]+'));
  return new RegExp(`/(?:${parts.join('|')})$`);
}

/** `low` is in lower case. */
function clientFileKind(low: string, homes: readonly (readonly [string, string])[]): 'settings' | 'own' | undefined {
  const moved = homes.find(([folder]) => low.startsWith(`${folder}/`));
  const usual = moved === undefined ? low : `${moved[1]}${low.slice(moved[0].length)}`;
  return clients().settings.test(usual) ? 'settings' : clients().plugin.test(usual) ? 'own' : undefined;
}

/** Where installations write; without a folder it is the project's. */
function clientFiles(env: Env): readonly { readonly folder: string | undefined; readonly files: readonly string[] }[] {
  return [
    { folder: undefined, files: clients().registrations.flatMap(inProject) },
    { folder: personHome(env), files: clients().registrations.map(inHome) },
    ...movedFolders(env).map(({ folder, user }) => ({ folder, files: [user.file] })),
  ];
}

/** `harmTo`, loaded when a settings file is first written. */
export const harmTo = (file: string, after: string | undefined): string | undefined =>
  (require('../../../install/harm') as typeof import('../../../install/harm')).harmTo(file, after);
