import path from 'node:path';
import { personHome } from '../../../project/home';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables that move a client's own folder, and what it is called otherwise. */
const homeVariables = [
  ['CODEX_HOME', '/.codex'],
  ['COPILOT_HOME', '/.copilot'],
  ['OPENCODE_CONFIG_DIR', '/.config/opencode'],
] as const;

export function movedHomes(env: Env): readonly (readonly [folder: string, usual: string])[] {
  return homeVariables.flatMap(([name, usual]) => {
    const folder = env[name];
    return folder === undefined || folder === '' ? [] : [[folder, usual] as const];
  });
}

/** Settings of other clients that may name our hooks, or switch all hooks off. */
const settings =
  /\/(?:\.codex\/(?:hooks\.json|config\.toml)|\.gemini\/settings\.json|\.cursor\/hooks\.json|\.github\/hooks\/[^/]+\.json|\.github\/copilot\/settings(?:\.local)?\.json|\.copilot\/(?:hooks\/[^/]+|settings|config)\.json)$/;
const plugin = /\/(?:\.opencode|\.config\/opencode)\/plugins?\/gatehouse\.js$/;

/** `low` is in lower case. */
export function clientFileKind(
  low: string,
  homes: readonly (readonly [string, string])[],
): 'settings' | 'own' | undefined {
  const moved = homes.find(([folder]) => low.startsWith(`${folder}/`));
  const usual = moved === undefined ? low : `${moved[1]}${low.slice(moved[0].length)}`;
  return settings.test(usual) ? 'settings' : plugin.test(usual) ? 'own' : undefined;
}

const inProject = [
  ...['.codex/hooks.json', '.gemini/settings.json', '.cursor/hooks.json', '.github/hooks/gatehouse.json'],
  ...['.github/copilot/settings.local.json', '.opencode/plugins/gatehouse.js'],
];
const inHome = ['.codex/hooks.json', '.gemini/settings.json', '.cursor/hooks.json', '.copilot/hooks/gatehouse.json'];

/** Where installations write; without a folder it is the project's. */
export function clientFiles(
  env: Env,
): readonly { readonly folder: string | undefined; readonly files: readonly string[] }[] {
  const home = personHome(env);
  const moved = movedHomes(env).map(([folder]) => ({
    folder,
    files: ['hooks.json', 'hooks/gatehouse.json', 'plugins/gatehouse.js'],
  }));
  return [
    { folder: undefined, files: inProject },
    { folder: home, files: [...inHome, path.join('.config', 'opencode', 'plugins', 'gatehouse.js')] },
    ...moved,
  ];
}
