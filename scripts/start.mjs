import { attach } from './child.mjs';
import { runSteps } from './schedule.mjs';
import { steps } from './steps.mjs';
import { desktopCode } from './workbench-tools.mjs';

const results = await runSteps(steps, desktopCode() === undefined ? ['install', 'editor', 'package'] : ['package'], {
  lanes: 2,
});
if ([...results.values()].some(({ outcome }) => outcome === 'failed')) process.exit(1);
const { code } = await attach(process.execPath, ['--import', 'tsx', 'test/harness/demo.ts', ...process.argv.slice(2)]);
process.exit(code);
