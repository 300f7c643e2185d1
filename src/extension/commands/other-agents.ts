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
import type { Scope } from '../../hooks/install/scope';
import type { Choice, Person } from '../platform/person';
import type { Folder } from '../store/folder';

/** A settings file: Claude Code's of this scope, or another client's. */
export interface Target {
  readonly scope: Scope;
  readonly client?: OtherClient | undefined;
}

export const otherAgent = (): Choice<'other'> => ({
  label: vscode.l10n.t('$(hubot) For another agent…'),
  detail: otherClients.map(({ title }) => title).join(', '),
  value: 'other',
});

/** Which agent, in which of its files, once the person has read what it cannot do. */
export async function pickOtherAgent(folder: Folder, person: Person): Promise<Target | undefined> {
  const { t } = vscode.l10n;
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
    detail: clientFile(client, scope, folder.root, folder.surroundings.env) ?? '',
    value: scope,
  }));
}

const agentScopes = (): Readonly<Record<Scope, string>> => ({
  local: vscode.l10n.t('$(account) This project, only for me'),
  project: vscode.l10n.t('$(organization) This project, for everyone'),
  user: vscode.l10n.t('$(home) All my projects'),
});

/** The files of other clients that name the hooks, to take them out again. */
export function otherTargets({ root, surroundings }: Folder): readonly Choice<Target>[] {
  return clientRegistrations(root, surroundings.env).map(({ client, scope, file }) => ({
    label: client.title,
    description: path.relative(root, file).startsWith('..') ? file : path.relative(root, file),
    value: { scope, client },
  }));
}
