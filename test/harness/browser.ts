import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { browserPath } from '../../scripts/workbench-tools.mjs';
import type { Profile } from './profile';

export interface Browser {
  readonly page: Page;
  /** Every address outside this machine that something asked for. None was reached. */
  readonly outside: ReadonlySet<string>;
  close(): Promise<void>;
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A headless Chromium with a fresh profile, cut off from every address but loopback. */
export async function openBrowser(
  profile: Profile,
  { width = 1280, height = 800, scale = 1 }: { width?: number; height?: number; scale?: number } = {},
): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Say where one is: CHROMIUM=/path/to/chromium');
  const context: BrowserContext = await chromium.launchPersistentContext(profile.browser, {
    executablePath,
    headless: true,
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    env: { ...profile.env },
    args: flags,
  });
  const outside = new Set<string>();
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => {
      outside.add(route.request().url());
      return route.abort();
    },
  );
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, outside, close: () => context.close() };
}
