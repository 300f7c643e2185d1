import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './child.mjs';
import { fetchNode, nodeVersions } from './packages.mjs';

/**
 * The runner's tests on every Node that it promises to work on. The binaries come from the npm registry and stay in
 * .nodes/, which git ignores. `node scripts/node-matrix.mjs [version or area of test/unit]…`
 */
const words = process.argv.slice(2);
const versions = words.filter((word) => /^\d/.test(word));
const wanted = words.filter((word) => !/^\d/.test(word));

/** Areas that are no part of the runner: they run where the editor or the developer does. */
const elsewhere = new Set(['extension', 'scripts', 'harness', 'build']);

async function suite(version) {
  const node = await fetchNode(version);
  const areas = readdirSync(path.join(root, 'test/unit'), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && (wanted.length === 0 ? !elsewhere.has(entry.name) : wanted.includes(entry.name)),
    )
    .map(({ name }) => `test/unit/${name}/**/*.test.ts`);
  if (areas.length === 0) throw new Error(`test/unit has no area called ${wanted.join(', ')}`);
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  // The project's own settings name all unit tests; here they are named one by one.
  const options = [
    '--no-config',
    '--node-option',
    'import=tsx',
    '--extension',
    'ts',
    '--timeout',
    '60000',
    '--reporter',
    'dot',
  ];
  const { code, output } = await run(node, [mocha, ...options, ...areas], { env });
  const said = await run(node, ['--version'], {});
  const passed = /(\d+) passing/.exec(output)?.[1] ?? '0';
  const failed = /(\d+) failing/.exec(output)?.[1] ?? '0';
  console.log(`node ${said.output.trim()}: ${passed} passed, ${failed} failed`);
  if (code !== 0) console.log(output.slice(output.indexOf(' passing')));
  return code === 0;
}

let good = true;
for (const version of versions.length > 0 ? versions : nodeVersions) good = (await suite(version)) && good;
process.exit(good ? 0 : 1);
