import type { Command } from './command';

/** Every command by name, each loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  status: async () => (await import(/* webpackChunkName: "rest" */ './status')).command,
  explain: async () => (await import(/* webpackChunkName: "rest" */ './explain')).command,
  gates: async () => (await import(/* webpackChunkName: "rest" */ './gates')).command,
  config: async () => (await import(/* webpackChunkName: "rest" */ './config')).command,
  rules: async () => (await import(/* webpackChunkName: "rest" */ './rules')).command,
  scope: async () => (await import(/* webpackChunkName: "rest" */ './scope')).command,
  policy: async () => (await import(/* webpackChunkName: "rest" */ './policy')).command,
  trust: async () => (await import(/* webpackChunkName: "rest" */ './trust')).command,
  alarms: async () => (await import(/* webpackChunkName: "rest" */ './alarms')).command,
  reset: async () => (await import(/* webpackChunkName: "rest" */ './flags')).reset,
  accept: async () => (await import(/* webpackChunkName: "rest" */ './flags')).accept,
  proof: async () => (await import(/* webpackChunkName: "rest" */ './flags')).proof,
  attest: async () => (await import(/* webpackChunkName: "rest" */ './attest')).command,
  verify: async () => (await import(/* webpackChunkName: "rest" */ './verify')).command,
  questions: async () => (await import(/* webpackChunkName: "rest" */ './questions')).command,
  'allow-once': async () => (await import(/* webpackChunkName: "rest" */ './allow-once')).command,
  statusline: async () => (await import(/* webpackChunkName: "rest" */ './statusline')).command,
  todo: async () => (await import(/* webpackChunkName: "rest" */ './todo')).command,
  rescue: async () => (await import(/* webpackChunkName: "rest" */ './rescue')).command,
  replay: async () => (await import(/* webpackChunkName: "rest" */ './replay')).command,
  workflow: async () => (await import(/* webpackChunkName: "rest" */ './workflow')).command,
  careful: async () => (await import(/* webpackChunkName: "rest" */ './careful')).command,
  doctor: async () => (await import(/* webpackChunkName: "rest" */ './doctor')).command,
  host: async () => (await import(/* webpackChunkName: "rest" */ './host')).command,
  install: async () => (await import(/* webpackChunkName: "rest" */ './install')).command,
  import: async () => (await import(/* webpackChunkName: "rest" */ './import')).command,
  completion: async () => (await import(/* webpackChunkName: "rest" */ './completion')).command,
  uninstall: async () => (await import(/* webpackChunkName: "rest" */ './uninstall')).command,
};

/** How `gatehouse help` groups them; commands in no group come last. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'See what happens': ['status', 'explain', 'alarms', 'gates', 'rules', 'config', 'replay', 'statusline'],
  'Flags and evidence': ['reset', 'accept', 'proof', 'workflow', 'attest', 'verify'],
  'Decide as a person': ['allow-once', 'trust', 'scope', 'policy', 'questions', 'careful', 'rescue', 'todo'],
  'Install and remove': ['install', 'import', 'doctor', 'host', 'completion', 'uninstall'],
};
