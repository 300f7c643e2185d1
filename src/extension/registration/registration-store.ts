import path from 'node:path';
import { clientRegistrations, type ClientRegistration } from '../../hooks/install/client-settings';
import { foundIn, type Found } from '../../hooks/install/registration';
import { scopes, settingsPath, settingsSources, type Scope } from '../../hooks/install/scope';
import { read } from '../../hooks/install/settings-file';
import { activePlugins } from '../../hooks/client/plugins';
import { registrationsAt } from '../../hooks/install/settings-sources';
import { Coalescer } from '../platform/coalescer';
import { Disposables, Emitter, type Disposable } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { PerFolder, type Folder } from '../store/folder';
import type { Env } from '../../hooks/project/home';

/** Which Gatehouse hooks a folder's settings files name. */
export interface Registration {
  /** Also where the plugin brings the hooks, or a linked worktree obeys the main checkout's settings. */
  readonly registered: boolean;
  readonly scopes: readonly ScopeRegistration[];
  /** The files of other agents that name the hooks. */
  readonly others: readonly ClientRegistration[];
}

export interface ScopeRegistration {
  readonly scope: Scope;
  readonly file: string;
  readonly found: readonly Found[];
  /** Why the file cannot be read, where it cannot. */
  readonly problem?: string | undefined;
}

const pace = { quietMs: 60, patienceMs: 500 };

/** Follows the settings files that the agent's client reads. */
export class RegistrationStore implements Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new Emitter<Folder>());
  readonly onDidChange = this.didChangeEmitter.event;
  private readonly followed: PerFolder<FollowedSettings>;

  constructor(failed: (error: unknown) => void) {
    const changed = (folder: Folder) => () => this.didChangeEmitter.fire(folder);
    this.followed = this.ds.add(new PerFolder((folder) => new FollowedSettings(folder, changed(folder), failed)));
  }

  follow(folders: readonly Folder[]): void {
    this.followed.follow(folders);
  }

  of(folder: Folder): Registration {
    return this.followed.get(folder)?.registration ?? readRegistration(folder);
  }

  /** Looks at once: an installation need not wait for the watcher. */
  async refresh(folder: Folder): Promise<void> {
    await this.followed.get(folder)?.refresh();
  }

  dispose(): void {
    this.ds.dispose();
  }
}

class FollowedSettings implements Disposable {
  registration: Registration;
  private readonly ds = new Disposables();
  private readonly reader = this.ds.add(new Coalescer(() => this.read(), pace));

  constructor(
    private readonly folder: Folder,
    private readonly changed: () => void,
    failed: (error: unknown) => void,
  ) {
    this.registration = readRegistration(folder);
    const { root, services } = folder;
    const files = new Set([
      ...this.registration.scopes.map(({ file }) => file),
      ...settingsSources(root, services.env).map(({ file }) => file),
    ]);
    for (const directory of new Set([...files].map((file) => path.dirname(file)))) {
      const heard = (name: string | undefined) => {
        if (name === undefined || files.has(path.join(directory, name))) this.reader.request();
      };
      this.ds.add(new FolderWatch(directory, heard, failed));
    }
  }

  refresh(): Promise<void> {
    return this.reader.now();
  }

  private read(): Promise<void> {
    const registration = readRegistration(this.folder);
    const same = summary(registration) === summary(this.registration);
    this.registration = registration;
    if (!same) this.changed();
    return Promise.resolve();
  }

  dispose(): void {
    this.ds.dispose();
  }
}

/** What changes when a registration does; the tables of the agents do not. */
const summary = ({ registered, scopes: all, others }: Registration): string =>
  JSON.stringify([registered, all, others.map(({ file }) => file)]);

function readRegistration(folder: Folder): Registration {
  const { root, services } = folder;
  const all = scopes.map((scope) => readScope(scope, settingsPath(scope, root, services.env)));
  const registered = all.some(({ found }) => found.length > 0) || isGuarded(root, services.env);
  const others = clientRegistrations(root, services.env);
  return { registered: registered || others.length > 0, scopes: all, others };
}

/** By the main checkout's settings, or by the plugin. */
const isGuarded = (root: string, env: Env): boolean =>
  registrationsAt(root, env).length > 0 || activePlugins(root, env).some(({ own }) => own);

function readScope(scope: Scope, file: string): ScopeRegistration {
  try {
    return { scope, file, found: foundIn(read(file) ?? '') };
  } catch (error) {
    return { scope, file, found: [], problem: error instanceof Error ? error.message : String(error) };
  }
}
