import { personHome, type Env } from '../../../project/home';
import * as clients from '../../../protocol/dialects';
import type { Dialect, Registration } from '../../../protocol/dialects/dialect';
import { escapeRegExp } from '../../../project/text';

const registrations = Object.values<Dialect>(clients).flatMap(({ registration }) => registration ?? []);

/** Folders of clients that a variable moves, and where they lie otherwise. */
function movedFolders(env: Env): readonly { readonly folder: string; readonly user: Registration['user'] }[] {
  return registrations.flatMap(({ user }) => {
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

/** Settings of other clients that may name our hooks, or switch all hooks off; a plugin is a file of our own. */
const settings = matching(registrations.filter(({ form }) => form !== 'plugin'));
const plugin = matching(registrations.filter(({ form }) => form === 'plugin'));

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
  return settings.test(usual) ? 'settings' : plugin.test(usual) ? 'own' : undefined;
}

/** Where installations write; without a folder it is the project's. */
export function clientFiles(
  env: Env,
): readonly { readonly folder: string | undefined; readonly files: readonly string[] }[] {
  return [
    { folder: undefined, files: registrations.flatMap(inProject) },
    { folder: personHome(env), files: registrations.map(inHome) },
    ...movedFolders(env).map(({ folder, user }) => ({ folder, files: [user.file] })),
  ];
}
