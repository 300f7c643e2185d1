'use strict';
const path = require('node:path');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { DefinePlugin } = require('webpack');

// swc unpacks itself into this folder; otherwise into the person's home.
process.env.SWC_NATIVE_BINDING_CACHE ??= path.resolve(__dirname, 'out/swc');

/** What the catalog of programs looks its families up by; out of the families themselves. */
function familyNames() {
  require('tsx/cjs');
  return JSON.stringify(require('./src/hooks/programs/catalog.ts').familyNames());
}

const library = { type: 'commonjs2' };

/** Packages that most hooks do without: each is a file, which is loaded when something of it is first used. */
const packages = {
  'jsonc-parser': { import: 'jsonc-parser', library },
  re2js: { import: 're2js', library },
  zod: { import: './src/hooks/zod.ts', library },
};

/** Everything but those files themselves takes a package from its file. */
const fromFile = (/** @type {{ request: string, contextInfo: { issuer: string } }} */ asked, done) => {
  const [name] = asked.request.split('/');
  const { issuer } = asked.contextInfo;
  if (!Object.hasOwn(packages, name) || issuer === '' || issuer.endsWith('zod.ts')) return done();
  done(null, `var new Proxy({}, { get: (_, part) => part === '__esModule' || require('../hooks/${name}.js')[part] })`);
};

/** The runner's entry shares no file with another, so that it can answer when one of them is damaged. */
const shares = (/** @type {import('webpack').Chunk} */ chunk) => chunk.name !== 'runner';

/**
 * What every hook loads at once, and what the commands or the editor share with other parts. The editor starts with this
 * file alone.
 */
const isCore = (/** @type {import('webpack').Module} */ module, /** @type {any} */ { chunkGraph }) => {
  const names = [...chunkGraph.getModuleChunksIterable(module)].map(({ name }) => name);
  const isShared = names.length > 1 && (names.includes('commands') || names.includes('extension'));
  return isShared || names.includes('library');
};

/** What VS Code loads, and what the agent's hooks run: the editor takes the gates from the files of the hooks. */
module.exports = (/** @type {unknown} */ _env, /** @type {{ mode?: string }} */ argv) => ({
  mode: argv.mode ?? 'production',
  target: 'node20',
  node: false,
  devtool: 'source-map',
  entry: {
    extension: { import: './src/extension/extension.ts', filename: 'extension/extension.js', library },
    runner: './src/hooks/start.ts',
    library: { import: './src/hooks/library.ts', library },
    ...packages,
  },
  externals: [{ vscode: 'commonjs vscode' }, fromFile],
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\.ts$/, loader: 'esbuild-loader', options: { target: 'node20' } }] },
  plugins: [new DefinePlugin({ namesOfFamilies: familyNames() })],
  optimization: {
    // With 'size' a new export renames others, and code from the cache of an earlier build would still use their old names.
    mangleExports: 'deterministic',
    // What swc writes is 7 % smaller in the package than what esbuild does. Node reads ASCII without decoding it.
    minimizer: [
      new MinimizerPlugin({
        minify: MinimizerPlugin.swcMinify,
        minimizerOptions: { ecma: 2022, compress: { passes: 2 }, format: { comments: false, asciiOnly: true } },
        extractComments: false,
      }),
    ],
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        // Most calls have no command that has to be read.
        shell: {
          name: 'shell',
          chunks: 'async',
          test: /unbash|[\\/]hooks[\\/](shell|programs)[\\/]/,
          enforce: true,
          priority: 2,
        },
        core: { name: 'core', chunks: shares, test: isCore, enforce: true, priority: 1 },
        shared: { name: 'shared', chunks: shares, minChunks: 2, enforce: true },
      },
    },
  },
  output: {
    path: path.resolve(__dirname, 'dist'),
    filename: 'hooks/[name].js',
    chunkFilename: ({ chunk }) => (chunk?.name === 'late' ? 'extension/late.js' : 'hooks/[name].js'),
    clean: true,
  },
  // What did not change since the last build is not read and parsed again.
  cache: {
    type: 'filesystem',
    cacheDirectory: path.resolve(__dirname, 'out/webpack-cache'),
    buildDependencies: { config: [__filename] },
  },
  performance: { hints: false },
  stats: 'errors-warnings',
});
