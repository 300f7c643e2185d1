import type { Command } from './command';

/** Every command by name, each loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  status: async () => (await import(/* webpackChunkName: "cli" */ './status')).command,
  explain: async () => (await import(/* webpackChunkName: "cli" */ './explain')).command,
  gates: async () => (await import(/* webpackChunkName: "cli" */ './gates')).command,
  config: async () => (await import(/* webpackChunkName: "cli" */ './config')).command,
  reset: async () => (await import(/* webpackChunkName: "cli" */ './reset')).command,
  proof: async () => (await import(/* webpackChunkName: "cli" */ './proof')).command,
  questions: async () => (await import(/* webpackChunkName: "cli" */ './questions')).command,
  'allow-once': async () => (await import(/* webpackChunkName: "cli" */ './allow-once')).command,
  todo: async () => (await import(/* webpackChunkName: "cli" */ './todo')).command,
  replay: async () => (await import(/* webpackChunkName: "cli" */ './replay')).command,
  workflow: async () => (await import(/* webpackChunkName: "cli" */ './workflow')).command,
  careful: async () => (await import(/* webpackChunkName: "cli" */ './careful')).command,
  doctor: async () => (await import(/* webpackChunkName: "cli" */ './doctor')).command,
  host: async () => (await import(/* webpackChunkName: "host" */ './host')).command,
  install: async () => (await import(/* webpackChunkName: "cli" */ './install')).command,
  uninstall: async () => (await import(/* webpackChunkName: "cli" */ './uninstall')).command,
};
