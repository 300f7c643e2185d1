import { defineConfig } from '@vscode/test-cli';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freshEnvironment } from '../../scripts/environment.mjs';
import { timeLimit } from '../../scripts/time-limits.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
require('tsx/cjs');
const { makeSampleProject } = require('../harness/sample-project.ts');

const { folder, env, clear } = freshEnvironment('vscode-test');
process.once('exit', clear);

// For the Testing view of VS Code, and for `npx vscode-test --config test/host/.vscode-test.mjs`. The suites are the
// ones that `npm run test:host` compiled last; they run in the workbench.
export default defineConfig({
  files: '../../out/host/suite/*.test.js',
  extensionDevelopmentPath: root,
  workspaceFolder: makeSampleProject(path.join(folder, 'till'), env),
  useInstallation: { fromPath: path.join(root, 'test/harness/code.cjs') },
  mocha: { ui: 'bdd', timeout: timeLimit('test') },
});
