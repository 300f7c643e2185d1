import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';

const shots = path.resolve(__dirname, '../../out/shots');

/** Takes a picture of the workbench into out/shots, which git does not see. */
export async function shoot(page: Page, name: string): Promise<string> {
  mkdirSync(shots, { recursive: true });
  const file = path.join(shots, `${name.replace(/[^\w.-]/g, '-').slice(0, 120)}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  return file;
}

/** Resolves when the page has stopped changing: views paint a little later than their data. */
async function settled(page: Page): Promise<void> {
  let before: Buffer = Buffer.alloc(0);
  for (let tries = 0, same = 0; tries < 12 && same < 2; tries += 1) {
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    same = now.equals(before) ? same + 1 : 0;
    before = now;
    await page.waitForTimeout(250);
  }
}

/** A door on loopback through which tests inside the extension host ask for a picture: POST /<name>. */
export async function openCamera(page: () => Page | undefined): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const subject = page();
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    if (subject === undefined || request.method !== 'POST' || name === '') {
      response.writeHead(409).end();
      return;
    }
    settled(subject)
      .then(() => shoot(subject, name))
      .then(
        (file) => response.end(file),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
