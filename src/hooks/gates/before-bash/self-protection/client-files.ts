import { personHome, type Env } from '../../../project/home';
import type { Dialect, Registration } from '../../../protocol/dialects/dialect';
import { escapeRegExp } from '../../../project/text';

interface Clients {
  readonly registrations: readonly Registration[];
  /** Settings of other clients that may name our hooks, or switch all hooks off. */
  readonly settings: RegExp;
  /** A plugin is a file of our own. */
  readonly plugin: RegExp;
}

let loaded: Clients | undefined;

/** What is known of the other clients: loaded when a command first changes a file, and most only read. */
const clients = (): Clients => (loaded ??= load());

function load(): Clients {
  const dialects = require('../../../protocol/dialects') as typeof import('../../../protocol/dialects');
  const registrations = Object.values<Dialect>(dialects).flatMap(({ registration }) => registration ?? []);
  return {
    registrations,
    settings: matching(registrations.filter(({ form }) => form !== 'plugin')),
    plugin: matching(registrations.filter(({ form }) => form === 'plugin')),
  };
}

/** Folders of clients that a variable moves, and where they lie otherwise. */
function movedFolders(env: Env): readonly { readonly folder: string; readonly user: Registration['user'] }[] {
  return clients().registrations.flatMap(({ user }) => {
    const folder = user.variable === undefined ? undefined : env[user.variable];
    return folder === undefined || folder === '' ? [] : [{ folder, user }];
  });
}

export function movedHomes(env: Env): readonly (readonly [folder: string, usual: string])[] {
  return movedFolders(env).map(({ folder, user }) => [folder, `/${user.folder}`]);
}

const inProject = ({ local, project }: Registration): readonly string[] =>
  local === undefined ? [project] : [local, project];
const inHome = ({ user }: Registration): string => `${user.folder}/${user.file}`;

function matching(some: readonly Registration[]): RegExp {
  const files = new Set(some.flatMap((one) => [...inProject(one), inHome(one), ...(one.beside ?? [])]));
  const parts = [...files].map((file) => escapeRegExp(file).replaceAll('\\*', '[^/]+'));
  return new RegExp(`/(?:${parts.join('|')})$`);
}

/** `low` is in lower case. */
export function clientFileKind(
  low: string,
  homes: readonly (readonly [string, string])[],
): 'settings' | 'own' | undefined {
  const moved = homes.find(([folder]) => low.startsWith(`${folder}/`));
  const usual = moved === undefined ? low : `${moved[1]}${low.slice(moved[0].length)}`;
  return clients().settings.test(usual) ? 'settings' : clients().plugin.test(usual) ? 'own' : undefined;
}

/** Where installations write; without a folder it is the project's. */
export function clientFiles(
  env: Env,
): readonly { readonly folder: string | undefined; readonly files: readonly string[] }[] {
  return [
    { folder: undefined, files: clients().registrations.flatMap(inProject) },
    { folder: personHome(env), files: clients().registrations.map(inHome) },
    ...movedFolders(env).map(({ folder, user }) => ({ folder, files: [user.file] })),
  ];
}
