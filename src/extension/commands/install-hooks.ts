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
import type { Scope } from '../../hooks/install/scope';
import type { LostHooksNotice } from '../notices';
import type { Choice, Person } from '../platform/person';
import { t } from '../platform/text';
import type { ChangeReview } from '../registration/preview-documents';
import type { RegistrationStore } from '../registration/registration-store';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { type Command, folderFrom, mustBeTrusted } from './command';
import { install, previewInstall, settingsFileOf, type Preview } from '../../hooks/install/install';
import { carryOut, type Change } from '../../hooks/install/settings-file';

interface InstallParts {
  readonly folders: OpenFolders;
  readonly registration: RegistrationStore;
  readonly installer: HookInstaller;
  readonly review: ChangeReview;
  readonly lost: LostHooksNotice;
  readonly person: Person;
}

/** Registers the hooks of one folder in the settings file that the person picks, once they have seen the change. */
export function installHooks({ folders, registration, installer, review, lost, person }: InstallParts): Command {
  const undo = async (folder: Folder, { scope, client }: Target): Promise<void> => {
    await lost.during(async () => {
      await installer.uninstall(folder, scope, client);
      for (const one of folders.all) await registration.refresh(one);
    });
    void person.tell(t('The hooks are uninstalled. The settings file is as it was before the installation.'));
  };
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
    if (picked === takeBack) await undo(folder, target);
    if (picked === show) await vscode.window.showTextDocument(vscode.Uri.file(file));
  };
  return {
    id: 'gatehouse.installHooks',
    async run(argument) {
      mustBeTrusted();
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const choices = [...scopeChoices(folder), otherAgent()];
      const picked = await person.pick(t('Install hooks for {0}', folder.name), choices);
      const target = picked === 'other' ? await pickOtherAgent(folder, person) : picked && { scope: picked };
      if (target === undefined) return;
      const { scope, client } = target;
      const preview = await installer.preview(folder, scope, client);
      if (!(await acceptsConflicts(preview.conflicts, person))) return;
      const name = path.basename(preview.file);
      const title = t('{0}: now ↔ with hooks', name);
      const question = t('Install these hooks in {0}? Nothing is written until you confirm.', name);
      const change = { ...preview, kind: 'hooks', title } as const;
      if (!(await review.accepts(change, question, t('Install')))) return;
      const installing = () => installer.install(folder, scope, preview, client);
      const { deployed } = await withProgress(t('Installing hooks'), installing);
      await registration.refresh(folder);
      if (deployed.kept !== undefined) void person.tell(newerText(deployed.kept));
      if (client?.registration.afterwards !== undefined) void person.tell(client.registration.afterwards);
      void tellInstalled(folder, target, preview.file);
    },
  };
}

/** The extension and the npm package share one home: the newer program serves both. */
const newerText = (kept: string): string =>
  t(
    'Gatehouse {0} is installed on this machine and newer than this extension, so it serves the hooks. Update the extension.',
    kept,
  );

/** The buttons in the title of the diff. */
export function reviewCommands(review: ChangeReview): readonly Command[] {
  return [
    { id: 'gatehouse.acceptHooks', run: () => review.settle(true) },
    { id: 'gatehouse.acceptRule', run: () => review.settle(true) },
    { id: 'gatehouse.discardChange', run: () => review.settle(false) },
  ];
}

/** Removes the hooks, from every settings file that has them or from a chosen one. */
export function uninstallHooks({ folders, registration, installer, lost, person }: InstallParts): Command {
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
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const target = await targetToClear(folder, registration, person);
      if (target === undefined) return;
      const { scope, client } = target;
      await lost.during(async () => {
        await withProgress(t('Uninstalling hooks'), () => installer.uninstall(folder, scope, client));
        for (const one of folders.all) await registration.refresh(one);
      });
      void tellUninstalled(folder, target);
    },
  };
}

async function targetToClear(
  folder: Folder,
  registration: RegistrationStore,
  person: Person,
): Promise<Target | undefined> {
  const own = registration.of(folder).scopes.filter(({ found }) => found.length > 0);
  const choices: readonly Choice<Target>[] = [
    ...own.map(({ scope, file }) => ({ label: scope, description: file, value: { scope } })),
    ...otherTargets(folder),
  ];
  const [only, ...others] = choices;
  if (only === undefined) {
    await person.tell(t('No hooks are installed in {0}.', folder.name));
    return undefined;
  }
  if (others.length === 0) return only.value;
  return person.pick(t('Uninstall hooks from which file?'), choices);
}

function scopeChoices(folder: Folder): readonly Choice<Scope>[] {
  return [
    {
      label: t('$(account) This project, only for me'),
      detail: t('.claude/settings.local.json in {0}: for Claude Code, not shared.', folder.name),
      value: 'local',
    },
    {
      label: t('$(organization) This project, for everyone'),
      detail: t(
        '.claude/settings.json in {0}: for Claude Code, has no effect for teammates without Gatehouse.',
        folder.name,
      ),
      value: 'project',
    },
    { label: t('$(home) All my projects'), detail: t("settings.json in Claude Code's own folder."), value: 'user' },
  ];
}

/** Conflicts are shown before anything is written. */
async function acceptsConflicts(conflicts: readonly Conflict[], person: Person): Promise<boolean> {
  const grave = conflicts.filter(({ kind }) => kind !== 'other-hook' && kind !== 'twice');
  if (grave.length === 0) return true;
  const detail = grave.map(
    ({ file, line, message }) => `${path.basename(file)}${line === undefined ? '' : `:${line}`} — ${message}`,
  );
  return person.confirm(
    t('The hooks may have no effect. Install them anyway?'),
    detail.join('\n\n'),
    t('Install Anyway'),
  );
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
async function pickOtherAgent(folder: Folder, person: Person): Promise<Target | undefined> {
  const agents = otherClients.map((client) => ({
    label: client.title,
    detail: lacksOf(client)[0] ?? '',
    value: client,
  }));
  const client = await person.pick(t('Install hooks for which agent?'), agents);
  if (client === undefined) return undefined;
  const scope = await person.pick(t('Install the hooks of {0} where?', client.title), scopesIn(client, folder));
  if (scope === undefined) return undefined;
  const lacks = lacksOf(client).join('\n\n');
  const agreed = await person.confirm(t('What the hooks of {0} cannot do', client.title), lacks, t('Continue'));
  return agreed ? { scope, client } : undefined;
}

function scopesIn(client: OtherClient, folder: Folder): readonly Choice<Scope>[] {
  const labels = agentScopes();
  return scopesOf(client).map((scope) => ({
    label: labels[scope],
    detail: clientFile(client, scope, folder.root, folder.services.env) ?? '',
    value: scope,
  }));
}

const agentScopes = (): Readonly<Record<Scope, string>> => ({
  local: t('$(account) This project, only for me'),
  project: t('$(organization) This project, for everyone'),
  user: t('$(home) All my projects'),
});

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
