import path from 'node:path';
import * as vscode from 'vscode';
import type { CoverageGap } from '../../hooks/client/coverage';
import { overrulingEvents, type ActivePlugin } from '../../hooks/client/plugins';
import { lacksOf, type ClientRegistration } from '../../hooks/install/client-settings';
import type { Conflict } from '../../hooks/install/conflicts';
import { readHeartbeats, type Heartbeat } from '../../hooks/client/heartbeat';
import type { EventStatus } from '../../hooks/install/registration';
import type { Scope } from '../../hooks/install/scope';
import type { HostStatus } from '../../hooks/host/client';
import type { AnyGate, Level } from '../../hooks/pipeline/gate';
import { accessibilityLabel, age, duration, t, scopeName } from '../platform/text';
import type { Folder } from '../store/folder';
import { icon, RowNode } from './tree';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export type GroupName = 'registration' | 'conflicts' | 'coverage' | 'plugins' | 'gates';

/** A heading inside a folder. */
export class GroupNode extends vscode.TreeItem {
  readonly kind = 'group';

  constructor(
    readonly folder: Folder,
    readonly name: GroupName,
    label: string,
    description: string,
  ) {
    super(label, name === 'gates' || name === 'plugins' ? Collapsed : Expanded);
    this.id = `${folder.root}#${name}`;
    this.description = description;
    this.contextValue = `group ${name}`;
    this.accessibilityInformation = accessibilityLabel(this);
  }
}

/** How the hooks are registered in one settings file. */
export interface ScopeState {
  readonly scope: Scope;
  readonly file: string;
  readonly events: readonly EventStatus[];
  readonly problem?: string | undefined;
}

export class ScopeNode extends vscode.TreeItem {
  readonly kind = 'scope';

  constructor(
    readonly folder: Folder,
    readonly state: ScopeState,
  ) {
    const here = state.events.filter(({ status }) => status !== 'missing');
    super(scopeName(state.scope), here.length > 0 ? Collapsed : None);
    this.id = `${folder.root}#${state.scope}`;
    const wrong = here.length > 0 && state.events.some(({ status }) => status !== 'registered');
    this.tooltip = state.problem ?? state.file;
    const words = ['scope'];
    if (state.problem !== undefined) {
      this.iconPath = icon('error', 'testing.iconFailed');
      this.description = t('cannot be read');
    } else if (here.length === 0) {
      this.iconPath = icon('circle-large-outline', 'testing.iconUnset');
      this.description = t('no hooks');
      words.push('installable');
    } else {
      this.iconPath = wrong ? icon('warning', 'list.warningForeground') : icon('pass-filled', 'testing.iconPassed');
      const count = t('{0} entries', here.length);
      this.description = wrong ? `${count} · ${t('needs repair')}` : count;
      words.push('registered', ...(wrong ? ['repairable'] : []));
    }
    this.contextValue = words.join(' ');
    this.accessibilityInformation = accessibilityLabel(this);
  }
}

export type HookRow = RowNode<'agent' | 'event' | 'conflict' | 'gap' | 'plugin'>;

/** Another agent in whose settings the hooks are registered, and what it cannot do. */
export function agentRow(folder: Folder, { client, scope, file }: ClientRegistration): HookRow {
  const last = latest(readHeartbeats(folder.services.env).filter(({ source }) => source === client.name));
  const fired = last === undefined ? t('never fired') : age(last.at, Date.now());
  return new RowNode('agent', client.title, {
    id: `${folder.root}#${client.name}#${scope}`,
    description: `${scopeName(scope)} · ${fired}`,
    iconPath: icon('pass-filled', 'testing.iconPassed'),
    tooltip: [file, '', t('What its hooks cannot do'), ...lacksOf(client)].join('\n'),
    command: openAt(file, 1),
  });
}

/** One event in a settings file, and when it last fired from which client. */
export function eventRow(scope: ScopeNode, event: EventStatus, beats: readonly Heartbeat[]): HookRow {
  const { status, lane, line } = event;
  const last = latest(beats);
  const fired = last === undefined ? t('never fired') : `${age(last.at, Date.now())} · ${last.source}`;
  return new RowNode('event', lane === 'async' ? `${event.event} (async)` : event.event, {
    id: `${scope.id ?? ''}#${event.event}#${lane}`,
    description: status === 'registered' ? fired : `${wordFor(status)} · ${fired}`,
    iconPath: status === 'registered' ? icon('symbol-event') : icon('warning', 'list.warningForeground'),
    tooltip: beats.map(({ source, at }) => `${source}: ${new Date(at).toLocaleString()}`).join('\n') || fired,
    ...(line === undefined ? {} : { command: openAt(scope.state.file, line) }),
  });
}

const latest = (beats: readonly Heartbeat[]): Heartbeat | undefined =>
  [...beats].sort((one, other) => other.at - one.at)[0];

/** What is wrong with an entry, in words. */
function wordFor(status: Exclude<EventStatus['status'], 'registered'>): string {
  if (status === 'drifted') return t('changed');
  return status === 'duplicate' ? t('registered twice') : t('missing');
}

export function conflictRow({ file, line, kind, message }: Conflict): HookRow {
  const grave = kind !== 'other-hook' && kind !== 'twice';
  return new RowNode('conflict', message, {
    description: `${path.basename(file)}${line === undefined ? '' : `:${line}`}`,
    iconPath: grave ? icon('error', 'testing.iconFailed') : icon('info', 'charts.blue'),
    tooltip: `${message}\n${file}`,
    command: openAt(file, line ?? 1),
  });
}

/** A session in which tools ran but no hook fired. */
export function gapRow({ session, calls, since, reason, directory, repair }: CoverageGap): HookRow {
  const unchecked = calls === 1 ? t('1 call without hooks') : t('{0} calls without hooks', calls);
  return new RowNode('gap', t('Session {0}', session.slice(0, 8)), {
    description: `${unchecked} · ${age(since, Date.now())} · ${reason}`,
    iconPath: icon('alert', 'testing.iconFailed'),
    tooltip: `${directory}\n${reason}\n${repair}`,
  });
}

/** A plugin with hooks or a mod. A mod may override what the gates refuse. */
export function pluginRow({ id, folder, hooks, mods, own }: ActivePlugin): HookRow {
  const overrules = mods.some((event) => overrulingEvents.includes(event)) && !own;
  const description = [...hooks, ...mods].join(', ');
  const words = overrules ? t('A mod of this plugin can override Gatehouse and run blocked calls.') : '';
  return new RowNode('plugin', id, {
    description,
    iconPath: overrules ? icon('warning', 'list.warningForeground') : icon('plug'),
    tooltip: [folder, description, words].filter((line) => line !== '').join('\n'),
  });
}

function openAt(file: string, line: number): vscode.Command {
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  return { command: 'vscode.open', title: t('Open'), arguments: [vscode.Uri.file(file), { selection }] };
}

/** The warm process that answers hooks. */
export class HostNode extends vscode.TreeItem {
  readonly kind = 'host';

  constructor(folder: Folder) {
    super(t('Host'));
    this.id = `${folder.root}#host`;
  }

  update(status: HostStatus | undefined): void {
    this.contextValue = `host ${status === undefined ? 'stopped' : 'running'}`;
    if (status === undefined) {
      this.iconPath = icon('debug-disconnect');
      this.description = t('not running · hooks work without it, more slowly');
      this.tooltip = t('The next hook of a session starts the host.');
    } else {
      this.iconPath = icon('vm-running', 'testing.iconPassed');
      this.description = callsOf(status);
      this.tooltip = t(
        'Process {0}, build {1}, {2} MB. Median {3}, 99th percentile {4}.',
        status.pid,
        status.build,
        status.rssMb,
        duration(status.p50Ms),
        duration(status.p99Ms),
      );
    }
    this.accessibilityInformation = accessibilityLabel(this);
  }
}

function callsOf({ requests, p50Ms }: HostStatus): string {
  if (requests === 0) return t('ready');
  const calls = requests === 1 ? t('1 call') : t('{0} calls', requests);
  const each = p50Ms < 1 ? t('less than 1 ms each') : t('about {0} each', duration(p50Ms));
  return `${calls} · ${each}`;
}

/** One gate: whether it runs, and at which level. */
export class GateNode extends vscode.TreeItem {
  readonly kind = 'gate';
  readonly level: Level;

  constructor(
    readonly folder: Folder,
    readonly gate: AnyGate,
  ) {
    super(gate.title, None);
    const { value: level, from } = folder.config.resolvedLevel(gate);
    this.level = level;
    this.id = `${folder.root}#gate#${gate.id}`;
    const source = from.filter((one) => one !== 'profile').join(', ');
    this.description = source === 'default' ? level : `${level} · ${source}`;
    this.checkboxState = {
      state: level === 'off' ? vscode.TreeItemCheckboxState.Unchecked : vscode.TreeItemCheckboxState.Checked,
      tooltip: level === 'off' ? t('Switch this gate on') : t('Switch this gate off'),
    };
    const text = new vscode.MarkdownString('', true);
    text.appendMarkdown(`**${gate.title}** \`${gate.id}\`\n\n`);
    text.appendText(`${gate.summary}\n\n`);
    text.appendMarkdown(`${gate.events.map((event) => `\`${event}\``).join(' ')}\n\n`);
    text.appendText(
      gate.posture === 'closed'
        ? t('If this gate fails, the call is blocked.')
        : t('If this gate fails, the call goes on.'),
    );
    this.tooltip = text;
    this.contextValue = `gate ${level}`;
    this.command = { command: 'gatehouse.setGateLevel', title: t('Set Level'), arguments: [this] };
    this.accessibilityInformation = { label: `${gate.title}, ${this.description}`, role: 'checkbox' };
  }
}
