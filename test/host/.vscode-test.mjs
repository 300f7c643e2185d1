import { defineConfig } from '@vscode/test-cli';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

// For the Testing view of VS Code and for `vscode-test --config test/host/.vscode-test.mjs`. Build, and run
// `npm run test:host` once before: it compiles the suites. Without a desktop VS Code the tests run in the workbench.
export default defineConfig({
  files: path.join(root, 'out/host/suite/*.test.js'),
  extensionDevelopmentPath: root,
  workspaceFolder: path.join(root, 'out/host-workspace'),
  ...(process.env.GATEHOUSE_DESKTOP ? {} : { useInstallation: { fromPath: path.join(root, 'test/harness/code.cjs') } }),
  mocha: { ui: 'bdd', timeout: 20_000 },
});
