import path from 'node:path';
import { attempt } from '../project/functions';
import type { AnyGate, Level } from '../pipeline/gate';
import { personHome, type Env } from '../project/home';
import { placeOf } from '../project/place';
import type { ClientName, Dialect, Registration } from '../protocol/dialects/dialect';
import { dialectOf, otherDialects } from '../protocol/dialects';
import { eventNames } from '../protocol/events';
import { clientCommand, timeoutOf, type Entry, type Form, type Handler } from './entry';
import { foundIn } from './registration';
import { scopes, type Scope } from './scope';
import { read } from './settings-file';

/** A client beside Claude Code in whose settings hooks can be registered. */
export type OtherClient = Dialect & { readonly registration: Registration };

export const otherClients: readonly OtherClient[] = otherDialects.filter(
  (dialect): dialect is OtherClient => dialect.registration !== undefined,
);

export const otherClient = (name: string | undefined): OtherClient | undefined =>
  otherClients.find((client) => client.name === name);

/** The scopes that a client has a file for, the usual one first. */
export const scopesOf = ({ registration }: OtherClient): readonly Scope[] =>
  scopes.filter((scope) => scope !== 'local' || registration.local !== undefined);

/** The file in which the client's hooks are registered; undefined if it has none. */
export function clientFile(
  { registration }: OtherClient,
  scope: Scope,
  directory: string,
  env: Env,
): string | undefined {
  const { local, project, user } = registration;
  if (scope === 'user') {
    const folder = user.variable === undefined ? undefined : env[user.variable];
    return path.join(folder ?? path.join(personHome(env), user.folder), user.file);
  }
  const name = scope === 'local' ? local : project;
  return name === undefined ? undefined : path.join(placeOf(directory).root, name);
}

/** One entry for each event that the client has and a gate reads; which tools it is about, the payload says. */
export function clientEntries(
  { name, registration }: OtherClient,
  gates: readonly AnyGate[],
  level: (gate: AnyGate) => Level,
  form: Form,
): readonly Entry[] {
  const enabled = gates.filter((gate) => level(gate) !== 'off' && (gate.lane ?? 'sync') === 'sync');
  return eventNames.flatMap((event): Entry[] => {
    const key = registration.events[event];
    if (key === undefined || !enabled.some((gate) => gate.events.includes(event))) return [];
    const command = clientCommand(event, name === 'vscode' ? 'copilot' : name, form);
    const handler = registration.handler(command, timeoutOf(event, 'sync'), event) as unknown as Handler;
    if (registration.form === 'plugin') return [{ event, lane: 'sync', handler: { ...handler, plugin: true } }];
    return [
      {
        event,
        lane: 'sync',
        handler,
        ...(key === event ? {} : { key }),
        ...(registration.form === 'list' ? { flat: true as const } : {}),
      },
    ];
  });
}

/** A settings file of a client with Gatehouse hooks. */
export interface ClientRegistration {
  readonly client: OtherClient;
  readonly scope: Scope;
  readonly file: string;
}

/** Where the hooks are registered for other clients that are started here. */
export function clientRegistrations(directory: string, env: Env): readonly ClientRegistration[] {
  return otherClients
    .filter(({ name }) => name !== 'vscode')
    .flatMap((client) =>
      scopesOf(client).flatMap((scope) => {
        const file = clientFile(client, scope, directory, env);
        return file !== undefined && isRegisteredIn(file) ? [{ client, scope, file }] : [];
      }),
    );
}

/** Does the client have an entry of its own for this event? Then the entry in Claude Code's settings skips it. */
export function registersItself(name: ClientName, event: string, directory: string, env: Env): boolean {
  const client = otherClient(name === 'vscode' ? 'copilot' : name);
  if (client === undefined || dialectOf(name) === undefined) return false;
  return scopesOf(client).some((scope) => {
    const file = clientFile(client, scope, directory, env);
    return file !== undefined && isRegisteredIn(file, event);
  });
}

function isRegisteredIn(file: string, event?: string): boolean {
  const text = attempt(() => read(file));
  if (text?.includes('gatehouse-hook') !== true) return false;
  const found = attempt(() => foundIn(text)) ?? [];
  return found.some((one) => event === undefined || one.event === event);
}

/** What a client cannot do that Claude Code can, as sentences. */
export function lacksOf({ can, failure, blind }: Dialect): readonly string[] {
  const unable = [...new Set(Object.values(can).filter((ability) => ability !== true))];
  return [...unable, ...blind, `If a hook fails or cannot be started, ${failure}`];
}
