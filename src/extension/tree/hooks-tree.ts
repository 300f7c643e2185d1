import { coverageGaps, type CoverageGap } from '../../hooks/client/coverage';
import { activePlugins } from '../../hooks/client/plugins';
import { conflictsAt } from '../../hooks/install/conflicts';
import { entriesAt } from '../../hooks/install/install';
import { readHeartbeats } from '../../hooks/client/heartbeat';
import { statusOf } from '../../hooks/install/registration';
import { read } from '../../hooks/install/settings-file';
import { hostStatus } from '../../hooks/host/client';
import { allGates } from '../../hooks/pipeline/catalog';
import { gatehouseHome } from '../../hooks/project/home';
import { alarmsClearedAt, openAlarms } from '../../hooks/pipeline/alarms';
import type { RegistrationStore, ScopeRegistration } from '../registration/registration-store';
import type { ConfigStore, Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { FolderNode, Tree } from './tree';
import {
  agentRow,
  conflictRow,
  eventRow,
  gapRow,
  GateNode,
  type HookRow,
  type GroupName,
  GroupNode,
  HostNode,
  pluginRow,
  ScopeNode,
  type ScopeState,
} from './hook-nodes';
import { messageOf } from '../../hooks/project/text';
import { t } from '../platform/text';

export type HooksTreeNode = FolderNode | GroupNode | ScopeNode | HostNode | GateNode | HookRow;

const hostTimeoutMs = 500;

/** How the hooks are registered, whether they fire, and the level of each gate. */
export class HooksTree extends Tree<HooksTreeNode> {
  private readonly hosts = new Map<Folder, HostNode>();
  private alarmed = '';

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    config: ConfigStore,
  ) {
    super();
    const all = () => this.refresh();
    this.ds.add(
      folders.onDidChange(() => {
        this.hosts.clear();
        all();
      }),
    );
    this.ds.add(registration.onDidChange(all));
    this.ds.add(config.onDidChange(all));
  }

  /** A new alarm may be about a session without hooks. */
  refreshAlarms(): void {
    const alarmed = this.folders.all.map((folder) => openAlarms(folder).at(-1)?.at ?? 0).join();
    if (alarmed === this.alarmed) return;
    this.alarmed = alarmed;
    this.refresh();
  }

  /** Asks the host again, and repaints its row if it has changed. */
  async refreshHost(): Promise<void> {
    for (const [folder, row] of this.hosts) {
      const before = row.description;
      row.update(await hostStatus(gatehouseHome(folder.services.env), hostTimeoutMs));
      if (row.description !== before) this.didChangeEmitter.fire(row);
    }
  }

  async getChildren(parent?: HooksTreeNode): Promise<HooksTreeNode[]> {
    if (parent === undefined) {
      const [only, ...others] = this.folders.all;
      if (only === undefined) return [];
      return others.length === 0 ? this.groups(only) : this.folders.all.map((folder) => new FolderNode(folder));
    }
    switch (parent.kind) {
      case 'folder':
        return this.groups(parent.folder);
      case 'group':
        return this.inGroup(parent);
      case 'scope': {
        const beats = readHeartbeats(parent.folder.services.env);
        const of = (event: string) => beats.filter((beat) => beat.event === event);
        return parent.state.events.map((event) => eventRow(parent, event, of(event.event)));
      }
      default:
        return [];
    }
  }

  private async groups(folder: Folder): Promise<HooksTreeNode[]> {
    const { env } = folder.services;
    const counted = (name: GroupName, label: string, { length }: readonly unknown[]) =>
      length === 0 ? [] : [new GroupNode(folder, name, label, String(length))];
    const gates = [t('profile {0}', folder.config.profile), ...policiesOf(folder)].join(' · ');
    return [
      new GroupNode(folder, 'registration', t('Registration'), ''),
      ...counted('conflicts', t('Conflicts'), this.conflictsOf(folder)),
      ...counted('coverage', t('Sessions without hooks'), gapsOf(folder)),
      ...counted('plugins', t('Plugins and mods'), activePlugins(folder.root, env)),
      await this.hostRow(folder, gatehouseHome(env)),
      new GroupNode(folder, 'gates', t('Gates'), gates),
    ];
  }

  private async hostRow(folder: Folder, home: string): Promise<HostNode> {
    const row = this.hosts.get(folder) ?? new HostNode(folder);
    this.hosts.set(folder, row);
    row.update(await hostStatus(home, hostTimeoutMs));
    return row;
  }

  private async inGroup({ folder, name }: GroupNode): Promise<HooksTreeNode[]> {
    switch (name) {
      case 'registration':
        return [
          ...(await Promise.all(
            this.registration
              .of(folder)
              .scopes.map(async (one) => new ScopeNode(folder, await this.scopeState(folder, one))),
          )),
          ...this.registration.of(folder).others.map((one) => agentRow(folder, one)),
        ];
      case 'conflicts':
        return this.conflictsOf(folder).map(conflictRow);
      case 'coverage':
        return gapsOf(folder).map(gapRow);
      case 'plugins':
        return activePlugins(folder.root, folder.services.env).map(pluginRow);
      case 'gates':
        return (await allGates()).map(({ gate }) => new GateNode(folder, gate));
    }
  }

  private async scopeState(folder: Folder, { scope, file, problem }: ScopeRegistration): Promise<ScopeState> {
    if (problem !== undefined) return { scope, file, problem, events: [] };
    const { env } = folder.services;
    const entries = await entriesAt({ scope, directory: folder.root, env }, { node: process.execPath });
    try {
      return { scope, file, events: statusOf(read(file) ?? '', entries) };
    } catch (error) {
      // It became unreadable after the store had read it.
      return { scope, file, events: [], problem: messageOf(error) };
    }
  }

  private conflictsOf(folder: Folder) {
    const scope = this.registration.scopeOf(folder) ?? 'local';
    return conflictsAt({ scope, directory: folder.root, env: folder.services.env, entries: [] });
  }
}

/** Sessions without hooks since the alarms were last cleared. */
function gapsOf(folder: Folder): readonly CoverageGap[] {
  const { env, clock } = folder.services;
  return coverageGaps(folder.root, env, clock.now(), alarmsClearedAt(folder));
}

/** The policies that the configuration builds on, each with its version. */
const policiesOf = ({ config }: Folder): readonly string[] =>
  config.layers.flatMap(({ policy, problems }) =>
    policy === undefined
      ? []
      : [problems.length === 0 ? t('policy {0}', policy) : t('policy {0} has no effect', policy)],
  );
