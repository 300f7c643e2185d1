import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { timeLimit } from '../../scripts/time-limits.mjs';
import { browserPath } from '../../scripts/workbench-tools.mjs';
import type { Profile } from './profile';

export interface Browser {
  /** The page that is shown now. */
  readonly page: Page;
  /** Every address outside this machine that something asked for. None was reached. */
  readonly outside: ReadonlySet<string>;
  /** Puts an empty page in place of this one and forgets all that pages stored. What the browser cached of them stays. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

const flags = [
  // The first: the workbench's program is taken from the cache as it was compiled, not compiled again while it arrives.
  // The others are of the driver's own list, which this one replaces.
  '--disable-features=BackgroundResourceFetch,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding',
  // Not by a route: one that looks at every request turns the caches off.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A headless Chromium with a fresh profile, cut off from every address but loopback. */
export async function openBrowser(profile: Profile): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Say where one is: CHROMIUM=/path/to/chromium');
  const context: BrowserContext = await chromium.launchPersistentContext(profile.browser, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    env: { ...profile.env },
    args: flags,
  });
  context.setDefaultTimeout(timeLimit('wait'));
  const outside = new Set<string>();
  context.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') outside.add(href);
  });
  let page = context.pages()[0] ?? (await context.newPage());
  return {
    get page() {
      return page;
    },
    outside,
    async renew() {
      const { origin } = new URL(page.url());
      const next = await context.newPage();
      await page.close();
      page = next;
      await context.clearCookies();
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
      await session.detach();
      outside.clear();
    },
    close: () => context.close(),
  };
}
