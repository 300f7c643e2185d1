import type { Evidence } from '../../hooks/evidence/evidence';
import { openEvidence } from '../../hooks/evidence/open-evidence';
import { ownFile } from '../../hooks/state/stored-files';
import { allGates } from '../../hooks/pipeline/catalog';
import type { Level } from '../../hooks/pipeline/gate';
import type { Clock, Site } from '../../hooks/pipeline/site';
import { execIn } from '../../hooks/project/exec';
import { Git } from '../../hooks/project/git';
import { projectHome, type Env, gatehouseHome } from '../../hooks/project/home';
import { loadConfig, type LoadedConfig } from '../../hooks/configuration/load-config';
import { placeOf, type Place } from '../../hooks/project/place';
import { type Disposable, DisposableOwner, Emitter, Disposables } from '../platform/disposables';
import {
  type Allowance,
  allowanceFile,
  AllowanceList,
  Allowances,
  allowOnceTarget,
} from '../../hooks/pipeline/allowance';
import type { Trace } from '../../hooks/pipeline/trace';
import path from 'node:path';
import { configFiles, personFile } from '../../hooks/configuration/layers';
import { trustFile } from '../../hooks/configuration/trust';
import { Coalescer } from '../platform/coalescer';
import { FolderWatch } from '../platform/folder-watch';

export interface FolderServices {
  readonly env: Env;
  readonly clock: Clock;
}

/** One worktree that the window shows, and what the hooks know about it. */
export class Folder {
  readonly place: Place;
  /** Gatehouse's own folder for this worktree. */
  readonly home: string;
  readonly git: Git | undefined;
  private opened: { evidence: Evidence; config: LoadedConfig } | undefined;
  private leveled: Promise<ReadonlyMap<string, Level>> | undefined;

  constructor(
    readonly name: string,
    directory: string,
    readonly services: FolderServices,
  ) {
    this.place = placeOf(directory);
    this.home = projectHome(services.env, this.place.root);
    const { repository, root } = this.place;
    this.git = repository === undefined ? undefined : new Git(root, repository, execIn(services.env));
  }

  get root(): string {
    return this.place.root;
  }

  get evidence(): Evidence {
    return this.open().evidence;
  }

  get config(): LoadedConfig {
    return this.open().config;
  }

  /** The effective level of a gate here; `off` for a gate that does not exist. */
  async level(gate: string): Promise<Level> {
    this.leveled ??= allGates().then(
      (entries) => new Map(entries.map((one) => [one.gate.id, this.config.level(one.gate)])),
    );
    return (await this.leveled).get(gate) ?? 'off';
  }

  /** A configuration file changed: the next use reads it again. */
  forgetConfiguration(): void {
    this.opened = undefined;
    this.leveled = undefined;
  }

  /** A file of Gatehouse's own for this folder, as the hooks read and write it. */
  readonly own: Site['own'] = (name, schema, options) => ownFile(this.home, name, schema, options);

  private open(): { evidence: Evidence; config: LoadedConfig } {
    if (this.opened !== undefined) return this.opened;
    const { env, clock } = this.services;
    const { place, home, git } = this;
    const config = loadConfig({ env, place, requestedByName: false });
    this.opened = { config, evidence: openEvidence({ place, home, clock, git, settings: config.settings }) };
    return this.opened;
  }
}

/** One object per folder of the window, created when the folder is added and disposed when it is removed. */
export class PerFolder<T extends Disposable> implements Disposable {
  private readonly things = new Map<Folder, T>();

  constructor(private readonly make: (folder: Folder) => T) {}

  follow(folders: readonly Folder[]): void {
    for (const [folder, thing] of this.things) {
      if (folders.includes(folder)) continue;
      thing.dispose();
      this.things.delete(folder);
    }
    for (const folder of folders) if (!this.things.has(folder)) this.things.set(folder, this.make(folder));
  }

  get(folder: Folder): T | undefined {
    return this.things.get(folder);
  }

  dispose(): void {
    this.follow([]);
  }
}

/** Follows something of every folder, and tells when it changed. */
export abstract class FolderStore<T extends Disposable, Change = Folder> extends DisposableOwner {
  protected readonly didChangeEmitter = this.ds.add(new Emitter<Change>());
  readonly onDidChange = this.didChangeEmitter.event;
  protected readonly followed: PerFolder<T>;

  constructor(make: (folder: Folder, changed: (change: Change) => void) => T) {
    super();
    this.followed = this.ds.add(
      new PerFolder((folder) => make(folder, (change) => this.didChangeEmitter.fire(change))),
    );
  }

  follow(folders: readonly Folder[]): void {
    this.followed.follow(folders);
  }
}

export const allowancesOf = (folder: Folder): Allowances =>
  new Allowances(folder.own(allowanceFile, AllowanceList, { sealed: true }), folder.services.clock);

/** The unused allowance of a blocked call. */
export function allowanceOf(folder: Folder, trace: Trace): Allowance | undefined {
  const permit = allowOnceTarget(trace);
  return typeof permit === 'string' ? undefined : allowancesOf(folder).unused(permit.gate, permit.fingerprint);
}

const pace = { quietMs: 60, maxWaitMs: 500 };

/** Tells when a folder's configuration files change. By then the folder has forgotten what it had read from them. */
export class ConfigStore extends FolderStore<Disposable> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => {
      const ds = new Disposables();
      const forget = () => {
        folder.forgetConfiguration();
        changed(folder);
      };
      const reader = ds.add(new Coalescer(forget, pace));
      for (const file of filesOf(folder)) {
        const isFile = (name: string) => name === path.basename(file);
        ds.add(new FolderWatch(path.dirname(file), () => reader.request(), failed, isFile));
      }
      return ds;
    });
  }
}

/** The files that a folder's configuration depends on, whether they exist or not. */
function filesOf({ root, services: { env } }: Folder): readonly string[] {
  const own = Object.values(configFiles).map((file) => path.join(root, file));
  return [...own, personFile(env), path.join(gatehouseHome(env), trustFile)];
}
