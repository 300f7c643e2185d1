import path from 'node:path';
import { activePlugins } from '../../hooks/client/plugins';
import { type ClientRegistration, clientRegistrations } from '../../hooks/install/client-settings';
import { type Found, foundIn } from '../../hooks/install/registration';
import { type Scope, scopes, settingsPath, settingsSources } from '../../hooks/install/scope';
import { registrationsAt } from '../../hooks/install/settings-sources';
import { read } from '../../hooks/install/settings-file';
import { type Env, gatehouseHome } from '../../hooks/project/home';
import { Coalescer } from '../platform/coalescer';
import { Emitter, DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { type Folder, FolderStore } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { messageOf } from '../../hooks/project/text';

/** Which Gatehouse hooks a folder's settings files name. */
export interface Registration {
  /** True as well if the plugin brings the hooks, or if the main checkout's settings apply to this linked worktree. */
  readonly registered: boolean;
  readonly scopes: readonly ScopeRegistration[];
  /** The files of other agents that name the hooks. */
  readonly others: readonly ClientRegistration[];
}

export interface ScopeRegistration {
  readonly scope: Scope;
  readonly file: string;
  readonly found: readonly Found[];
  /** Why the file cannot be read; undefined if it can. */
  readonly problem?: string | undefined;
}

const pace = { quietMs: 60, maxWaitMs: 500 };

/** Follows the settings files that the agent's client reads. */
export class RegistrationStore extends FolderStore<FollowedSettings> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => new FollowedSettings(folder, () => changed(folder), failed));
  }

  of(folder: Folder): Registration {
    return this.followed.get(folder)?.registration ?? readRegistration(folder);
  }

  /** The first of Claude Code's settings files that has the hooks. */
  scopeOf(folder: Folder): Scope | undefined {
    return this.of(folder).scopes.find(({ found }) => found.length > 0)?.scope;
  }

  /** Reads the files now, without waiting for the watcher, after an installation. */
  async refresh(folder: Folder): Promise<void> {
    await this.followed.get(folder)?.refresh();
  }
}

class FollowedSettings extends DisposableOwner {
  registration: Registration;
  private readonly reader = this.ds.add(new Coalescer(() => this.read(), pace));

  constructor(
    private readonly folder: Folder,
    private readonly changed: () => void,
    failed: (error: unknown) => void,
  ) {
    super();
    this.registration = readRegistration(folder);
    const { root, services } = folder;
    const files = new Set([
      ...this.registration.scopes.map(({ file }) => file),
      ...settingsSources(root, services.env).map(({ file }) => file),
    ]);
    for (const directory of new Set([...files].map((file) => path.dirname(file)))) {
      const isSettings = (name: string) => files.has(path.join(directory, name));
      this.ds.add(new FolderWatch(directory, () => this.reader.request(), failed, isSettings));
    }
  }

  refresh(): Promise<void> {
    return this.reader.now();
  }

  private read(): void {
    const registration = readRegistration(this.folder);
    const same = summary(registration) === summary(this.registration);
    this.registration = registration;
    if (!same) this.changed();
  }
}

/** The part that changes with a registration; the list of agents does not. */
const summary = ({ registered, scopes: all, others }: Registration): string =>
  JSON.stringify([registered, all, others.map(({ file }) => file)]);

function readRegistration(folder: Folder): Registration {
  const { root, services } = folder;
  const all = scopes.map((scope) => readScope(scope, settingsPath(scope, root, services.env)));
  const registered = all.some(({ found }) => found.length > 0) || isGuarded(root, services.env);
  const others = clientRegistrations(root, services.env);
  return { registered: registered || others.length > 0, scopes: all, others };
}

/** Do the main checkout's settings or the plugin guard this folder? */
const isGuarded = (root: string, env: Env): boolean =>
  registrationsAt(root, env).length > 0 || activePlugins(root, env).some(({ own }) => own);

function readScope(scope: Scope, file: string): ScopeRegistration {
  try {
    return { scope, file, found: foundIn(read(file) ?? '') };
  } catch (error) {
    return { scope, file, found: [], problem: messageOf(error) };
  }
}

/** Which files of the installed hook program are not as they were installed. */
export class DamageStore extends DisposableOwner {
  private readonly didChangeEmitter = this.ds.add(new Emitter<void>());
  readonly onDidChange = this.didChangeEmitter.event;
  files: readonly string[] = [];

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly env: Env,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.ds.add(registration.onDidChange(() => void this.refresh()));
  }

  /** The first folder with hooks: its settings say which program to look at. */
  get guarded() {
    return this.folders.all.find((folder) => this.registration.of(folder).registered);
  }

  async refresh(): Promise<void> {
    try {
      const files = this.guarded === undefined ? [] : await damaged(this.env);
      if (files.join() === this.files.join()) return;
      this.files = files;
      this.didChangeEmitter.fire();
    } catch (error) {
      this.failed(error);
    }
  }
}

async function damaged(env: Env): Promise<readonly string[]> {
  const { damageOf } = await import(/* webpackChunkName: "late" */ '../../hooks/install/deploy');
  return damageOf(gatehouseHome(env));
}
