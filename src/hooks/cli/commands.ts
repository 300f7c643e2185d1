import type { Command } from './command';

/** Every command by name, each loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {};
