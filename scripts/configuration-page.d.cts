import type { Setting } from '../src/hooks/configuration/setting';

/** Where the page of the configuration is checked in. */
export const file: string;
/** The page as settings, variables and commands make it. */
export function page(): Promise<string>;
/** What the page shows as an example of a setting. */
export function exampleFor(name: string, setting: Setting<never>): unknown;
