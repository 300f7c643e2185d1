import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isLicenseOk, publish, readManifest, validateManifest } from 'ovsx';
import { entriesOf } from './zip';

const root = path.resolve(__dirname, '../..');
const vsix = path.join(root, 'out/gatehouse.vsix');

describe('the marketplaces', () => {
  it('find what their pages show: repository, licence, categories, banner, questions', async () => {
    const manifest = (await readManifest(root)) as unknown as Readonly<Record<string, unknown>>;
    for (const key of [
      'displayName',
      'description',
      'repository',
      'bugs',
      'homepage',
      'license',
      'categories',
      'galleryBanner',
      'icon',
      'qna',
      'pricing',
    ]) {
      assert.ok(manifest[key] !== undefined, key);
    }
    assert.ok(String(manifest.icon).endsWith('.png'));
    const names = entriesOf(vsix).map(({ name }) => name);
    for (const name of ['extension/readme.md', 'extension/changelog.md', 'extension/media/icon.png']) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(names.some((name) => /^extension\/LICENSE/i.test(name)));
  });

  it('are sent the very file by the client of Open VSX, which has nothing to say against it', async () => {
    const manifest = await readManifest(root);
    validateManifest(manifest);
    assert.equal(await isLicenseOk(root, manifest), true);
    let sent = Buffer.alloc(0);
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        sent = Buffer.concat(chunks);
        response.end(
          JSON.stringify({
            namespace: 'gatehouse',
            name: 'gatehouse',
            version: manifest.version,
            targetPlatform: 'universal',
          }),
        );
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { log, warn } = console;
    const said: unknown[] = [];
    try {
      console.log = console.warn = (...words: unknown[]) => void said.push(words);
      const registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const [outcome] = await publish({ extensionFile: vsix, registryUrl, pat: 'a token' });
      assert.deepEqual(outcome?.status, 'fulfilled');
    } finally {
      Object.assign(console, { log, warn });
      server.close();
    }
    assert.equal(said.length, 1);
    assert.ok(sent.equals(readFileSync(vsix)));
  });
});
