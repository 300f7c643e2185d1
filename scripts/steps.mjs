import { existsSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { attach, root, run } from './child.mjs';
import { packForNpm } from './npm-package.mjs';
import { fetchNode, installPackages, installProjectTools, nodeVersions } from './packages.mjs';
import { hostSuite, suite } from './suites.mjs';
import { fetchDesktop, installBrowser, installEditor } from './workbench-tools.mjs';

const node = process.execPath;
const bin = (file) => path.join(root, 'node_modules', file);
const tool = (file, args, options) => run(node, [bin(file), ...args], options);

const slow = '(forging|bounds|cli|evidence|rescue|session|after-tool|after-edit)';

/** Everything that can be run by name. `needs` are run first; a step without `run` only groups others. */
export const steps = {
  install: { title: 'install missing packages', run: installPackages },
  build: { title: 'webpack, and the plugin for Claude Code', needs: ['install'], run: buildAll },
  schema: {
    title: 'generate the JSON Schema, the pages in docs/ and the texts for translators from the code',
    needs: ['install'],
    run: (context) => run(node, ['--import', 'tsx', 'scripts/schema.ts'], context),
  },
  watch: {
    title: 'webpack in watch mode',
    needs: ['install'],
    run: () => attach(node, [bin('webpack-cli/bin/cli.js'), '--mode', 'development', '--watch']),
  },
  types: {
    title: 'tsc',
    needs: ['install'],
    // In a quarter of the time of the TypeScript that typescript-eslint still needs.
    run: (context) => tool('typescript-native/bin/tsc', ['--noEmit'], context),
  },
  lint: {
    title: 'eslint',
    needs: ['install'],
    run: (context) => tool('eslint/bin/eslint.js', ['.', '--cache', '--cache-location', 'out/eslint-cache'], context),
  },
  format: {
    title: 'prettier',
    needs: ['install'],
    run: (context) =>
      tool(
        'prettier/bin/prettier.cjs',
        ['--check', '--log-level', 'warn', '--cache', '--cache-location', 'out/prettier-cache', '.'],
        context,
      ),
  },
  knip: {
    title: 'knip: unused files, exports and packages',
    needs: ['install'],
    run: (context) => tool('knip/bin/knip.js', [], context),
  },
  madge: {
    title: 'madge: import cycles',
    needs: ['install'],
    run: (context) => tool('madge/bin/cli.js', ['--circular', '--no-spinner', 'src'], context),
  },
  jscpd: {
    title: 'jscpd: duplicated code',
    needs: ['install'],
    run: (context) => tool('jscpd/run-jscpd.js', ['src', 'scripts'], context),
  },
  check: { title: 'types, lint, format and structure', needs: ['types', 'lint', 'format', 'knip', 'madge', 'jscpd'] },
  package: { title: 'package the extension', needs: ['build'], run: packageExtension },
  'package:npm': { title: 'package the command line for npm', needs: ['build'], run: packForNpm },
  nodes: { title: 'fetch every supported Node', run: fetchNodes },
  'test:unit': {
    title: 'unit tests',
    needs: ['install'],
    load: 'cores',
    // What starts many processes takes longest and waits for most of it, so it begins first and there is a job more.
    run: suite('unit', [`test/unit/@${slow}/**/*.test.ts`, `test/unit/!${slow}/**/*.test.ts`], {
      jobs: availableParallelism() + 1,
    }),
  },
  'test:forging': {
    title: 'every attempt to forge evidence; test:unit runs a third of them',
    needs: ['install'],
    load: 'cores',
    run: suite('forging', ['test/unit/forging/**/*.test.ts'], {
      env: { GATEHOUSE_ALL_ATTEMPTS: 'yes' },
      jobs: availableParallelism() + 1,
    }),
  },
  tools: { title: 'fetch linters and test frameworks', waits: true, run: installProjectTools },
  'test:tools': {
    title: 'real linters and test frameworks, in sample projects',
    needs: ['install', 'tools'],
    run: suite('tools', ['test/tools/**/*.test.ts']),
  },
  'test:faults': {
    title: 'hooks with something broken on purpose',
    needs: ['build'],
    run: suite('faults', ['test/faults/**/*.test.ts']),
  },
  'test:package': {
    title: 'what is in the packages',
    needs: ['package', 'package:npm'],
    run: suite('package', ['test/package/**/*.test.ts']),
  },
  'test:ways': {
    title: 'install and uninstall from a clean home: every supported Node, the real client, a VS Code window',
    needs: ['package', 'package:npm', 'nodes', 'client', 'editor', 'browser'],
    run: suite('ways', ['test/ways/**/*.test.ts']),
  },
  client: {
    title: 'fetch the real client',
    needs: ['install'],
    run: (context) => tool('tsx/dist/cli.mjs', ['test/client/fetch.ts'], context),
  },
  editor: { title: 'fetch the VS Code server', run: (context) => installEditor('latest', context) },
  desktop: { title: 'fetch desktop VS Code, if this machine can show it', needs: ['install'], run: fetchDesktop },
  browser: { title: 'fetch Chromium', run: installBrowser },
  'test:host': {
    title: 'suites inside a real extension host',
    needs: ['build', 'editor', 'browser', 'desktop'],
    load: 'browser',
    run: hostSuite,
  },
  'test:journeys': {
    title: 'journeys in a real VS Code window',
    needs: ['package', 'editor', 'browser'],
    load: 'browser',
    run: suite('journeys', ['test/journeys/**/*.test.ts']),
  },
  'test:client': {
    title: 'the real client against a scripted model',
    needs: ['build', 'client'],
    load: 'cores',
    // A machine that cannot run the client skips these suites; continuous integration may not.
    // A session spends much of its time waiting: for the client, for hooks, for edits to settle.
    run: suite('client', ['test/client/**/*.test.ts'], { env: { CI: process.env.CI ?? '' }, jobs: 2 }),
  },
  'test:clients': {
    title: 'the other clients against a scripted model',
    needs: ['build'],
    load: 'cores',
    run: suite('clients', ['test/clients/**/*.test.ts']),
  },
  pictures: {
    title: 'make the pictures of the README and the walkthrough from those of the journeys',
    needs: ['install', 'browser'],
    run: (context) => run(node, ['--import', 'tsx', 'test/harness/pictures.ts'], context),
  },
  bench: {
    title: 'how long a hook takes',
    needs: ['build'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/run.ts', ...context.arguments], context),
  },
  'bench:after': {
    title: 'compare PostToolUse with another build',
    needs: ['build'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/post-tool-use.ts', ...context.arguments], context),
  },
  'bench:mod': {
    title: 'how much time the plugin’s mod adds to a call of the real client',
    needs: ['build', 'client'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/mod.ts', ...context.arguments], context),
  },
  'bench:session': {
    title: 'how long a session of the real client takes with and without hooks',
    needs: ['build', 'client'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/session.ts', ...context.arguments], context),
  },
  'bench:editor': {
    title: 'how long the extension takes to activate, and to show 5,000 decisions',
    needs: ['package', 'editor', 'browser'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/editor.ts', ...context.arguments], context),
  },
  faults: {
    title: 'the fault campaign: break something on purpose, and try to get a call past the hooks',
    needs: ['build'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/faults.ts', ...context.arguments], context),
  },
  'rescue:campaign': {
    title: 'the rescue campaign: discard and restore work in generated repositories',
    needs: ['install'],
    alone: true,
    run: (context) => run(node, ['--import', 'tsx', 'bench/rescue.ts', ...context.arguments], context),
  },
  'learn:questions': {
    title: 'learn from examples which answers cannot be undone',
    needs: ['install'],
    run: (context) => run(node, ['--import', 'tsx', 'bench/learn-questions.ts'], context),
  },
  'bench:corpus': { title: 'judge the labelled commands', needs: ['install'], alone: true, run: benchCorpus },
};

const marketplacePage = 'docs/marketplace.md';
export const vsix = path.join(root, 'out/gatehouse.vsix');

async function buildAll(context) {
  const bundles = await tool('webpack-cli/bin/cli.js', ['--mode', 'production'], context);
  if (bundles.code !== 0) return bundles;
  return run(node, ['--import', 'tsx', 'scripts/plugin.ts'], context);
}

async function fetchNodes() {
  for (const version of nodeVersions) await fetchNode(version);
  return { code: 0, output: '', note: nodeVersions.join(', ') };
}

/** As one file, as hooks have it: loading modules one by one must not be measured. */
async function benchCorpus(context) {
  const file = path.join(root, 'out/bench-corpus.cjs');
  const options = ['--bundle', '--platform=node', '--main-fields=module,main', '--log-level=warning'];
  const built = await run(
    path.join(root, 'node_modules/esbuild/bin/esbuild'),
    ['bench/corpus.ts', ...options, `--outfile=${file}`],
    context,
  );
  return built.code === 0 ? run(node, [file, ...context.arguments], context) : built;
}

async function packageExtension(context) {
  rmSync(vsix, { force: true });
  // The page of the marketplaces is written for people who have not installed it; without one it is the README.
  const page = existsSync(path.join(root, marketplacePage)) ? ['--readme-path', marketplacePage] : [];
  const channel = process.env.GATEHOUSE_CHANNEL === 'pre-release' ? ['--pre-release'] : [];
  const result = await tool(
    '@vscode/vsce/vsce',
    ['package', '--no-dependencies', ...page, ...channel, '-o', vsix],
    context,
  );
  if (result.code !== 0) return result;
  const warning = / WARNING .*/.exec(result.output)?.[0];
  if (warning !== undefined) return { ...result, code: 1, output: `vsce warns: ${warning.trim()}` };
  const files = /Packaged: .*\((\d+) files/.exec(result.output)?.[1] ?? '?';
  return { ...result, note: `${(statSync(vsix).size / 1024).toFixed(1)} KB, ${files} files` };
}
