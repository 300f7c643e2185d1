'use strict';
const path = require('node:path');

/**
 * Most calls of tools need the library alone, and a session's moments one file more, which shares nothing with another:
 * each file takes its time.
 */
const isRare = (/** @type {import('webpack').Chunk} */ chunk) => !chunk.canBeInitial() && chunk.name !== 'moments';

const rules = [
  // Nothing happens when a module of ours is loaded: what is not used of a folder's index is left out.
  { test: /\.ts$/, loader: 'esbuild-loader', options: { target: 'node20' }, sideEffects: false },
];

/** Settings that both bundles share: TypeScript through esbuild, Node 20 output, maps beside the bundle but outside the VSIX. */
const shared = (/** @type {{ mode?: string }} */ argv) => ({
  // What did not change since the last build is not read and parsed again.
  cache: {
    type: 'filesystem',
    cacheDirectory: path.resolve(__dirname, 'out/webpack-cache'),
    buildDependencies: { config: [__filename] },
  },
  mode: argv.mode ?? 'production',
  target: 'node20',
  devtool: 'source-map',
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules },
  performance: { hints: false },
  stats: 'errors-warnings',
  node: false,
});

const inSource = (/** @type {string} */ name) => path.resolve(__dirname, 'src', name);

/** The extension takes the gates from the runner's files beside it, when it first needs one. */
const fromRunner = (/** @type {{ request: string, context: string }} */ { request, context }, done) =>
  request.startsWith('.') && path.resolve(context, request) === inSource('hooks/library')
    ? done(null, 'commonjs ./hooks/library.js')
    : done();

/** These too, and when they are first used: nothing of what is seen first has a file to read. */
const lateFromRunner = Object.fromEntries(
  Object.entries({ 'zod/mini': 'zod', 'jsonc-parser': 'jsonc-parser', re2js: 're2js' }).map(([name, file]) => [
    name,
    `var new Proxy({}, { get: (_, key) => (key === '__esModule' ? undefined : require('./hooks/${file}.js')[key]) })`,
  ]),
);

const lateCatalog = (/** @type {{ request: string, context: string }} */ resource) => {
  if (path.resolve(resource.context, resource.request) !== inSource('hooks/pipeline/catalog')) return;
  resource.request = inSource('extension/platform/late-catalog.ts');
};

/**
 * The minimizer leaves letters beyond ASCII in patterns. One of them would make node keep the whole file in twice the
 * space, after a look at each byte. An escape means the same in a pattern.
 */
class AsciiOnly {
  apply(/** @type {import('webpack').Compiler} */ compiler) {
    const { Compilation, sources } = require('webpack');
    const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
    compiler.hooks.compilation.tap('AsciiOnly', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'AsciiOnly', stage }, (assets) => {
        for (const name of Object.keys(assets)) {
          compilation.updateAsset(name, (asset) => {
            const escaped = new sources.ReplaceSource(asset);
            for (const { index, 0: letter } of String(asset.source()).matchAll(/[^\0-\x7f]/g)) {
              escaped.replace(index, index, `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
            }
            return escaped;
          });
        }
      });
    });
  }
}

/**
 * A module runs when something of it is first used, not when another that may use it is loaded: of what a hook loads it
 * uses half. That changes no behaviour, for nothing happens when a module of ours runs.
 */
class LateModules {
  apply(/** @type {import('webpack').Compiler} */ compiler) {
    const { javascript, sources } = require('webpack');
    const declaration =
      /\/\* harmony import \*\/ var (_\w+__WEBPACK_IMPORTED_MODULE_\d+__) = (__webpack_require__\(.+?\));\n/g;
    compiler.hooks.compilation.tap('LateModules', (compilation) => {
      // Modules that were joined would run together. Those that are all of a small file may.
      compilation.hooks.succeedModule.tap('LateModules', (module) => {
        if (/[\\/]src[\\/]hooks[\\/](?!start\.ts|zod\.ts)/.test(module.identifier())) {
          Object.assign(module.buildInfo ?? {}, { moduleConcatenationBailout: 'lateness' });
        }
      });
      const { renderModuleContent } = javascript.JavascriptModulesPlugin.getCompilationHooks(compilation);
      renderModuleContent.tap('LateModules', (content) => {
        const late = new sources.ReplaceSource(content);
        const text = String(content.source());
        for (const { index, 0: whole, 1: name, 2: required } of text.matchAll(declaration)) {
          const end = index + whole.length;
          late.replace(index, end - 1, '');
          for (const use of text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))) {
            if (use.index < index || use.index >= end)
              late.replace(use.index, use.index + name.length - 1, `(${required})`);
          }
        }
        return late;
      });
    });
  }
}

/** What the catalog of programs looks its families up by; out of the families themselves. */
function familyNames() {
  require('tsx/cjs');
  return JSON.stringify(require('./src/hooks/programs/catalog.ts').familyNames());
}

/** The bundles: what VS Code loads, and what the agent's hooks run. */
module.exports = (/** @type {unknown} */ _env, /** @type {{ mode?: string }} */ argv) => {
  const { EsbuildPlugin } = require('esbuild-loader');
  const { DefinePlugin, NormalModuleReplacementPlugin } = require('webpack');
  const optimization = {
    // Modules and exports that are used often have the shortest names: every use of a late module names both.
    moduleIds: 'size',
    mangleExports: 'size',
    minimizer: [new EsbuildPlugin({ target: 'node20', legalComments: 'none', charset: 'ascii' })],
  };
  return [
    {
      ...shared(argv),
      name: 'runner',
      plugins: [new AsciiOnly(), new LateModules(), new DefinePlugin({ namesOfFamilies: familyNames() })],
      // What loads the rest with the code that an earlier run compiled; and the rest, which the editor takes too.
      entry: {
        runner: './src/hooks/start.ts',
        library: { import: './src/hooks/library.ts', library: { type: 'commonjs2' } },
        // Only files that people or earlier calls left need these; the start loads them when they are first used.
        'jsonc-parser': { import: 'jsonc-parser', library: { type: 'commonjs2' } },
        re2js: { import: 're2js', library: { type: 'commonjs2' } },
        zod: { import: './src/hooks/zod.ts', library: { type: 'commonjs2' } },
      },
      externals: ({ request, contextInfo: { issuer } }, done) => {
        if (request === 'jsonc-parser' && issuer !== '') return done(null, 'commonjs ./jsonc-parser.js');
        if (request === 're2js' && issuer !== '') return done(null, 'commonjs ./re2js.js');
        if (request === 'zod/mini' && issuer !== inSource('hooks/zod.ts')) return done(null, 'commonjs ./zod.js');
        done();
      },
      // What several chunks need lies in one more, so that the package stays a handful of files.
      optimization: {
        ...optimization,
        splitChunks: {
          cacheGroups: {
            default: false,
            defaultVendors: false,
            // What reads and judges commands is large, and most calls have none that has to be read.
            commands: {
              chunks: 'async',
              name: 'commands',
              test: /unbash|[\\/]hooks[\\/]shell[\\/](?!paths\.)/,
              enforce: true,
              priority: 1,
            },
            // Claude Code's own calls never reach the tables of other clients.
            dialects: {
              chunks: 'async',
              name: 'clients',
              test: /[\\/]protocol[\\/]dialects[\\/]/,
              enforce: true,
              priority: 2,
            },
            // Few commands take something away; the rest do without it.
            rescue: {
              chunks: 'async',
              name: 'rescue',
              test: /[\\/]hooks[\\/](?:rescue[\\/](?!byte-path\.)|gates[\\/]before-bash[\\/]guard[\\/]rescue\.)/,
              enforce: true,
              priority: 1,
            },
            shared: { chunks: isRare, name: 'shared', minChunks: 2, minSize: 4_000 },
          },
        },
      },
      output: {
        path: path.resolve(__dirname, 'dist/hooks'),
        filename: '[name].js',
        chunkFilename: '[name].js',
        clean: true,
      },
    },
    {
      ...shared(argv),
      name: 'extension',
      entry: './src/extension/extension.ts',
      // Evidence is loaded late for the hooks that do without it; the editor never does.
      module: { rules: [...rules, { test: /[\\/]evidence[\\/]store\.ts$/, parser: { dynamicImportMode: 'eager' } }] },
      optimization,
      externals: [{ vscode: 'commonjs vscode', ...lateFromRunner }, fromRunner],
      plugins: [new NormalModuleReplacementPlugin(/[\\/]catalog$/, lateCatalog)],
      output: {
        path: path.resolve(__dirname, 'dist'),
        filename: 'extension.js',
        chunkFilename: '[name].js',
        library: { type: 'commonjs2' },
        // The runner's files are the other bundle's.
        clean: { keep: /^hooks\// },
      },
    },
  ];
};
