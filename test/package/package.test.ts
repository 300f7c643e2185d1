import assert from 'node:assert/strict';
import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { entriesOf } from './zip';

const vsix = path.resolve(__dirname, '../../out/gatehouse.vsix');
const most = { kilobytes: 900, files: 42 };

/** The two files that every VSIX has beside the extension's own. */
const envelope = ['extension.vsixmanifest', '[Content_Types].xml'];

describe('the package', () => {
  const own = entriesOf(vsix)
    .map(({ name }) => name)
    .filter((name) => !envelope.includes(name));

  it(`is at most ${most.kilobytes} KB`, () => {
    const kilobytes = statSync(vsix).size / 1024;
    assert.ok(kilobytes <= most.kilobytes, `${kilobytes.toFixed(1)} KB`);
  });

  it(`holds at most ${most.files} files`, () => {
    assert.ok(own.length <= most.files, own.join('\n'));
  });

  it('holds the entries of the editor and of hooks, and the manifest', () => {
    for (const name of [
      'extension/package.json',
      'extension/package.nls.json',
      'extension/dist/extension/extension.js',
      'extension/dist/hooks/runner.js',
    ]) {
      assert.ok(own.includes(name), `${name} is missing`);
    }
  });

  it('holds only ASCII in the bundles of hooks, which take half the memory that way', () => {
    const bundles = path.resolve(__dirname, '../../dist/hooks');
    const names = readdirSync(bundles).filter((name) => name.endsWith('.js'));
    assert.ok(names.includes('core.js'));
    assert.deepEqual(
      names.filter((name) => !isAscii(readFileSync(path.join(bundles, name)))),
      [],
    );
  });

  it('G10 tells people of the marketplaces nothing that needs a clone of the repository', () => {
    const page = readFileSync(path.resolve(__dirname, '../../docs/marketplace.md'), 'utf8');
    assert.ok(own.includes('extension/readme.md'));
    assert.doesNotMatch(page, /npm (?:start|run|test|ci)\b|dist\/hooks/);
  });

  it('holds nothing but bundles, media and what a person reads', () => {
    const allowed =
      /^extension\/(package(\.nls(\..+)?)?\.json|l10n\/.+\.json|readme\.md|changelog\.md|LICENSE(\.txt|\.md)?|dist\/.+\.js(\.LICENSE\.txt)?|media\/.+)$/;
    assert.deepEqual(
      own.filter((name) => !allowed.test(name)),
      [],
    );
  });
});
