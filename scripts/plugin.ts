import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { description, license, version } from '../package.json';
import { entriesFor } from '../src/hooks/install/entry';
import { grouped } from '../src/hooks/install/registration';
import { allGates } from '../src/hooks/pipeline/catalog';

const root = path.resolve(__dirname, '..');
const plugin = path.join(root, 'dist/plugin');
const into = (name: string) => path.join(plugin, name);

/** The Gatehouse plugin: settings hooks, the mod, and the runner for people who have not installed Gatehouse. */
async function write(): Promise<void> {
  rmSync(plugin, { recursive: true, force: true });
  for (const folder of ['.claude-plugin', 'hooks', 'runner']) mkdirSync(into(folder), { recursive: true });
  const manifest = { name: 'gatehouse', version, description, license, author: { name: 'Gatehouse' } };
  json('.claude-plugin/plugin.json', manifest);
  const plugins = [{ name: 'gatehouse', source: './', description }];
  json('.claude-plugin/marketplace.json', { name: 'gatehouse', owner: { name: 'Gatehouse' }, description, plugins });
  copyFileSync(path.join(root, 'src/plugin/README.md'), into('README.md'));
  cpSync(path.join(root, 'src/plugin/commands'), into('commands'), { recursive: true });
  copyFileSync(path.join(root, 'media/icon.png'), into('.claude-plugin/icon.png'));
  const gates = (await allGates()).map(({ gate }) => gate);
  const entries = entriesFor(gates, (gate) => gate.level.harness, { kind: 'plugin' });
  json('hooks/hooks.json', { modules: ['./register.js'], hooks: grouped(entries) });
  // Nothing is renamed: the client reads the names of methods out of the text.
  await build({
    entryPoints: [path.join(root, 'src/plugin/register.ts')],
    outfile: into('hooks/register.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  const runner = path.join(root, 'dist/hooks');
  for (const name of readdirSync(runner).filter((one) => one.endsWith('.js'))) {
    copyFileSync(path.join(runner, name), into(path.join('runner', name)));
  }
  // The plugin's own kind of modules is no word on the runner's.
  json('runner/package.json', { type: 'commonjs' });
}

function json(name: string, value: object): void {
  writeFileSync(into(name), `${JSON.stringify(value, null, 2)}\n`);
}

void write();
