import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment, type Surroundings } from '../../scripts/environment.mjs';

/** Everything one workbench writes to, in one fresh folder. */
export interface Profile extends Surroundings {
  readonly userData: string;
  readonly extensions: string;
  readonly browser: string;
}

export type Theme = 'dark' | 'light' | 'contrast';

const themes: Readonly<Record<Theme, string>> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  contrast: 'Default High Contrast',
};

/** A quiet workbench: no network, no tours, no animations, nothing that would cover what is tested. */
const quiet = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'extensions.webWorker': false,
  'files.simpleDialog.enable': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

export interface Taste {
  readonly theme?: Theme;
  readonly trust?: boolean;
  readonly settings?: object;
}

export function freshProfile(label: string, taste: Taste = {}): Profile {
  const surroundings = freshEnvironment(label);
  const at = (name: string) => path.join(surroundings.folder, name);
  mkdirSync(at('user/User'), { recursive: true });
  mkdirSync(at('extensions'));
  mkdirSync(at('browser'));
  const profile = { ...surroundings, userData: at('user'), extensions: at('extensions'), browser: at('browser') };
  settle(profile, taste);
  return profile;
}

/** Writes the settings of a profile's person; a workbench that is open reads them when it reloads. */
export function settle(profile: Profile, { theme = 'dark', trust = true, settings = {} }: Taste): void {
  const all = {
    ...quiet,
    'workbench.colorTheme': themes[theme],
    'security.workspace.trust.enabled': !trust,
    ...settings,
  };
  writeFileSync(path.join(profile.userData, 'User/settings.json'), JSON.stringify(all, null, 2));
}
