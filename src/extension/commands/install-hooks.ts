import path from 'node:path';
import * as vscode from 'vscode';
import {
  clientFile,
  clientRegistrations,
  lacksOf,
  otherClients,
  scopesOf,
  type OtherClient,
} from '../../hooks/install/client-settings';
import type { Conflict } from '../../hooks/install/conflicts';
import { install, previewInstall, settingsFileOf, type Preview } from '../../hooks/install/install';
import { scopes, type Scope } from '../../hooks/install/scope';
import { carryOut, type Change } from '../../hooks/install/settings-file';
import type { Choice, Person } from '../platform/person';
import { scopeLabel, t } from '../platform/text';
import type { Folder } from '../store/folder';
import { agreed, chosen, type Command, type CommandParts, Declined, folderFrom, mustBeTrusted } from './command';

export const installCommands = (parts: CommandParts): readonly Command[] => [
  installHooks(parts),
  uninstallHooks(parts),
  // The buttons in the title of the diff.
  { id: 'gatehouse.acceptHooks', run: () => parts.review.settle(true) },
  { id: 'gatehouse.acceptRule', run: () => parts.review.settle(true) },
  { id: 'gatehouse.discardChange', run: () => parts.review.settle(false) },
];

/** Registers the hooks of one folder in the settings file that the person picks, once they have seen the change. */
function installHooks(parts: CommandParts): Command {
  const { installer, person } = parts;
  const tellInstalled = async (folder: Folder, target: Target, file: string): Promise<void> => {
    const tryIt = t('Try It');
    const takeBack = t('Undo');
    const show = t('Show File');
    const text = t(
      'Hooks are installed in {0}. New agent sessions use them. Try It sends a call that is blocked; nothing is run.',
      path.basename(file),
    );
    const picked = await person.tell(text, tryIt, takeBack, show);
    if (picked === tryIt) await vscode.commands.executeCommand('gatehouse.tryHooks', folder);
    if (picked === show) await vscode.window.showTextDocument(vscode.Uri.file(file));
    if (picked !== takeBack) return;
    await uninstall(folder, target, parts);
    void person.tell(t('The hooks are uninstalled. The settings file is as it was before the installation.'));
  };
  return {
    id: 'gatehouse.installHooks',
    async run(argument) {
      mustBeTrusted();
      const folder = await folderFrom(argument, parts);
      const choices = [...scopeChoices(folder), otherAgent()];
      const picked = chosen(await person.pick(t('Install hooks for {0}', folder.name), choices));
      const target: Target = picked === 'other' ? await pickOtherAgent(folder, person) : { scope: picked };
      const { scope, client } = target;
      const preview = await installer.preview(folder, scope, client);
      await confirmConflicts(preview.conflicts, person);
      const name = path.basename(preview.file);
      const change = { ...preview, kind: 'hooks', title: t('{0}: now ↔ with hooks', name) } as const;
      const question = t('Install these hooks in {0}? Nothing is written until you confirm.', name);
      agreed(await parts.review.accepts(change, question, t('Install')));
      const installing = () => installer.install(folder, scope, preview, client);
      const { deployed } = await withProgress(t('Installing hooks'), installing);
      await parts.registration.refresh(folder);
      if (deployed.kept !== undefined) void person.tell(newerText(deployed.kept));
      if (client?.registration.afterwards !== undefined) void person.tell(client.registration.afterwards);
      void tellInstalled(folder, target, preview.file);
    },
  };
}

async function uninstall(folder: Folder, { scope, client }: Target, parts: CommandParts): Promise<void> {
  const { lost, installer, registration, folders } = parts;
  await lost.during(async () => {
    await installer.uninstall(folder, scope, client);
    for (const one of folders.all) await registration.refresh(one);
  });
}

/** The extension and the npm package share one home: the newer program serves both. */
const newerText = (kept: string): string =>
  t(
    'Gatehouse {0} is installed on this machine and newer than this extension, so it serves the hooks. Update the extension.',
    kept,
  );

/** Removes the hooks, from every settings file that has them or from a chosen one. */
function uninstallHooks(parts: CommandParts): Command {
  const { installer, registration, person } = parts;
  const tellUninstalled = async (folder: Folder, { scope, client }: Target): Promise<void> => {
    const undo = t('Undo');
    const text = t('The hooks are uninstalled from {0}. Its agents are unguarded.', folder.name);
    if ((await person.tell(text, undo)) !== undo) return;
    await installer.reinstall(folder, scope, client);
    await registration.refresh(folder);
  };
  return {
    id: 'gatehouse.uninstallHooks',
    async run(argument) {
      mustBeTrusted();
      const folder = await folderFrom(argument, parts);
      const target = await targetToClear(folder, parts);
      await withProgress(t('Uninstalling hooks'), () => uninstall(folder, target, parts));
      void tellUninstalled(folder, target);
    },
  };
}

async function targetToClear(folder: Folder, { registration, person }: CommandParts): Promise<Target> {
  const own = registration.of(folder).scopes.filter(({ found }) => found.length > 0);
  const choices: readonly Choice<Target>[] = [
    ...own.map(({ scope, file }) => ({ label: scope, description: file, value: { scope } })),
    ...otherTargets(folder),
  ];
  const [only, ...others] = choices;
  if (only === undefined) throw new Declined(t('No hooks are installed in {0}.', folder.name));
  if (others.length === 0) return only.value;
  return chosen(await person.pick(t('Uninstall hooks from which file?'), choices));
}

function scopeChoices({ name }: Folder): readonly Choice<Scope>[] {
  const detail: Readonly<Record<Scope, string>> = {
    local: t('.claude/settings.local.json in {0}: for Claude Code, not shared.', name),
    project: t('.claude/settings.json in {0}: for Claude Code, has no effect for teammates without Gatehouse.', name),
    user: t("settings.json in Claude Code's own folder."),
  };
  return scopes.map((value) => ({ label: scopeLabel(value), detail: detail[value], value }));
}

/** Conflicts are shown before anything is written. */
async function confirmConflicts(conflicts: readonly Conflict[], person: Person): Promise<void> {
  const grave = conflicts.filter(({ kind }) => kind !== 'other-hook' && kind !== 'twice');
  if (grave.length === 0) return;
  const rows = grave.map(
    ({ file, line, message }) => `${path.basename(file)}${line === undefined ? '' : `:${line}`} — ${message}`,
  );
  const question = t('The hooks may have no effect. Install them anyway?');
  agreed(await person.confirm(question, rows.join('\n\n'), t('Install Anyway')));
}

const withProgress = <T>(title: string, work: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);

/** A settings file: Claude Code's of this scope, or another client's. */
interface Target {
  readonly scope: Scope;
  readonly client?: OtherClient | undefined;
}

const otherAgent = (): Choice<'other'> => ({
  label: t('$(hubot) For another agent…'),
  detail: otherClients.map(({ title }) => title).join(', '),
  value: 'other',
});

/** Asks for the agent and the settings file, after showing what that agent cannot do. */
async function pickOtherAgent(folder: Folder, person: Person): Promise<Target> {
  const agents = otherClients.map((client) => ({
    label: client.title,
    detail: lacksOf(client)[0] ?? '',
    value: client,
  }));
  const client = chosen(await person.pick(t('Install hooks for which agent?'), agents));
  const places = scopesOf(client).map((value) => ({
    label: scopeLabel(value),
    detail: clientFile(client, value, folder.root, folder.services.env) ?? '',
    value,
  }));
  const scope = chosen(await person.pick(t('Install the hooks of {0} where?', client.title), places));
  const lacks = lacksOf(client).join('\n\n');
  agreed(await person.confirm(t('What the hooks of {0} cannot do', client.title), lacks, t('Continue')));
  return { scope, client };
}

/** The files of other clients that name the hooks, for removal. */
function otherTargets({ root, services }: Folder): readonly Choice<Target>[] {
  return clientRegistrations(root, services.env).map(({ client, scope, file }) => ({
    label: client.title,
    description: path.relative(root, file).startsWith('..') ? file : path.relative(root, file),
    value: { scope, client },
  }));
}

/** Writes registrations for the window's folders, with the runner that this extension brings along. */
export class HookInstaller {
  constructor(
    /** The folder that holds the bundled runner. */
    readonly source: string,
    /** The editor's own runtime, for machines without node. */
    private readonly editor: string,
  ) {}

  /** `client`: another agent than Claude Code. */
  preview(folder: Folder, scope: Scope, client?: OtherClient): Promise<Preview> {
    return previewInstall(this.request(folder, scope, client));
  }

  install(folder: Folder, scope: Scope, preview: Preview, client?: OtherClient): ReturnType<typeof install> {
    return install(this.request(folder, scope, client), preview);
  }

  /** Installs without showing the change first: repairs an installation, or undoes an uninstall. */
  async reinstall(folder: Folder, scope: Scope, client?: OtherClient): Promise<void> {
    await this.install(folder, scope, await this.preview(folder, scope, client), client);
  }

  uninstall(folder: Folder, scope: Scope, client?: OtherClient): Promise<Change> {
    return carryOut(settingsFileOf(this.request(folder, scope, client)), { kind: 'uninstall' });
  }

  private request(folder: Folder, scope: Scope, client: OtherClient | undefined) {
    const { source, editor } = this;
    return { scope, client, directory: folder.root, env: folder.services.env, source, editor };
  }
}
