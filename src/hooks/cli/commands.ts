import type { Command } from './command';

/** Every command by name, each loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  host: async () => (await import(/* webpackChunkName: "host" */ './host')).command,
  install: async () => (await import(/* webpackChunkName: "install" */ './install')).command,
  uninstall: async () => (await import(/* webpackChunkName: "install" */ './uninstall')).command,
};
