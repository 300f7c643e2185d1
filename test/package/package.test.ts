import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { entriesOf } from './zip';

const vsix = path.resolve(__dirname, '../../out/gatehouse.vsix');
const most = { kilobytes: 1_050, files: 40 };

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

  it('holds both bundles and the manifest', () => {
    for (const name of [
      'extension/package.json',
      'extension/package.nls.json',
      'extension/dist/extension.js',
      'extension/dist/hooks/runner.js',
    ]) {
      assert.ok(own.includes(name), `${name} is missing`);
    }
  });

  it('G10 tells people of the marketplaces nothing that needs a clone of the repository', () => {
    const page = readFileSync(path.resolve(__dirname, '../../docs/marketplace.md'), 'utf8');
    assert.ok(own.includes('extension/readme.md'));
    assert.doesNotMatch(page, /npm (?:start|run|test|ci)\b|dist\/hooks/);
  });

  it('writes the runner in ASCII alone, which its start reads without a look at each byte', () => {
    const bundles = own.filter((name) => name.startsWith('extension/dist/hooks/'));
    assert.ok(bundles.length > 0);
    for (const name of bundles) {
      const text = readFileSync(path.resolve(__dirname, '../..', name.replace('extension/', '')), 'latin1');
      assert.deepEqual(/[^\0-\x7f].*/.exec(text)?.[0], undefined, name);
    }
  });

  it('runs a module of the runner when something of it is first used: to load the library asks for no other module', () => {
    const file = path.resolve(__dirname, '../../dist/hooks/library.js');
    const asked: string[] = [];
    const library = { exports: {} };
    const load = compileFunction(readFileSync(file, 'utf8'), ['require', 'module']) as (
      require: (id: string) => unknown,
      module: object,
    ) => void;
    load((id) => asked.push(id), library);
    assert.ok('main' in library.exports);
    assert.deepEqual(asked, []);
  });

  it('holds nothing but bundles, media and what a person reads', () => {
    const allowed =
      /^extension\/(package(\.nls(\..+)?)?\.json|l10n\/.+\.json|readme\.md|changelog\.md|LICENSE(\.txt|\.md)?|dist\/.+\.js|media\/.+)$/;
    assert.deepEqual(
      own.filter((name) => !allowed.test(name)),
      [],
    );
  });
});
