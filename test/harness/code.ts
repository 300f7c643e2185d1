import { parseArgs } from 'node:util';
import { editors, type EditorName } from '../../scripts/workbench-tools.mjs';
import { runInHost } from './host-run';

/**
 * Understands the arguments that the official runners give to VS Code, and runs the tests in the workbench instead.
 * `GATEHOUSE_EDITOR` says which one.
 */
const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string', default: '' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    version: { type: 'boolean', default: false },
  },
  allowPositionals: true,
  strict: false,
});
const editor: EditorName = process.env.GATEHOUSE_EDITOR === 'min' ? 'min' : 'latest';
const open = positionals[0];

if (values.version === true) {
  console.log(editors[editor].version);
} else if (open === undefined) {
  throw new Error('name the folder or the .code-workspace file to open');
} else {
  const env = Object.entries(process.env).filter(([name]) =>
    /^(GATEHOUSE_(REPORT|SUITES|FAILURES|TIME_FACTOR)|VSCODE_TEST_OPTIONS)$/.test(name),
  );
  void runInHost({
    editor,
    extensions: values.extensionDevelopmentPath.map(String),
    tests: String(values.extensionTestsPath),
    open,
    env: Object.fromEntries(env) as Record<string, string>,
  }).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
