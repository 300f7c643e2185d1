import path from 'node:path';
import { allGates } from '../pipeline/catalog';
import type { AnyGate, Profile } from '../pipeline/gate';
import { execIn } from '../project/exec';
import { type Env, gatehouseHome } from '../project/home';
import { loadConfig } from '../configuration/load-config';
import { placeOf } from '../project/place';
import { ActionableError } from '../project/functions';
import { clientEntries, clientFile, scopesOf, type OtherClient } from './client-settings';
import { conflictsAt, type Conflict } from './conflicts';
import { deploy } from './deploy';
import { entriesFor, type Entry } from './entry';
import { findRuntime, type Runtime } from './runtime';
import { formOf, settingsPath, type Scope } from './scope';
import { carryOut, plan, type Change, type SettingsFile, type Operation } from './settings-file';

export interface Request {
  /** Whose settings; Claude Code's if it is not said. */
  readonly client?: OtherClient | undefined;
  readonly scope: Scope;
  /** The project, or any folder of it. */
  readonly directory: string;
  readonly env: Env;
  /** The folder that holds runner.js. */
  readonly source: string;
  /** The editor's runtime, where an editor asks. */
  readonly editor?: string | undefined;
}

/** Which settings are meant. */
type Where = Pick<Request, 'scope' | 'directory' | 'env' | 'client'>;

/** What an installation would do, before it does it. */
export interface Preview extends Change {
  readonly file: string;
  readonly entries: readonly Entry[];
  readonly conflicts: readonly Conflict[];
  readonly runtime: Runtime;
}

export async function previewInstall(request: Request): Promise<Preview> {
  const runtime = await findRuntime(request.env, execIn(request.env), request.editor);
  const settings = settingsFileOf(request);
  const entries = await entriesAt(request, runtime);
  const conflicts = request.client === undefined ? conflictsAt({ ...request, entries }) : [];
  return { file: settings.file, entries, conflicts, runtime, ...plan(settings, { kind: 'install', entries }) };
}

/** Puts runner and shim in place first: a registration never names what is not there. */
export async function install(request: Request, preview: Preview) {
  const home = gatehouseHome(request.env);
  const deployed = deploy(request.source, home, preview.runtime, request.env);
  const done = await carryOut(settingsFileOf(request), { kind: 'install', entries: preview.entries });
  return { ...done, deployed };
}

/** The entries that the enabled gates of this place ask for. */
export async function entriesAt(
  at: Where & { readonly profile?: Profile | undefined },
  runtime: Pick<Runtime, 'node'>,
): Promise<readonly Entry[]> {
  const bin = path.join(gatehouseHome(at.env), 'bin');
  const config = loadConfig({ env: at.env, place: placeOf(at.directory), requestedByName: false, profile: at.profile });
  const gates = (await allGates()).map(({ gate }) => gate);
  const form = formOf(at.scope, bin, runtime.node);
  const level = (gate: AnyGate) => config.level(gate);
  return at.client === undefined ? entriesFor(gates, level, form) : clientEntries(at.client, gates, level, form);
}

export const settingsFileOf = (at: Where): SettingsFile => ({
  file: fileOf(at),
  home: gatehouseHome(at.env),
  env: at.env,
});

function fileOf({ scope, directory, env, client }: Where): string {
  if (client === undefined) return settingsPath(scope, directory, env);
  const file = clientFile(client, scope, directory, env);
  if (file !== undefined) return file;
  throw new ActionableError(
    `${client.title} has no settings that are yours alone in a project.`,
    `Choose one of these: ${scopesOf(client).join(', ')}.`,
  );
}

export const previewOf = (at: Where, operation: Operation): Change & { file: string } => {
  const settings = settingsFileOf(at);
  return { file: settings.file, ...plan(settings, operation) };
};
