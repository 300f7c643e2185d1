import { runSteps } from './schedule.mjs';
import { steps } from './steps.mjs';
import { clearFailures } from './suites.mjs';
import { summary } from './summary.mjs';
import { calibrate } from './time-limits.mjs';

const [task, ...args] = process.argv.slice(2);
if (task === undefined || steps[task] === undefined) {
  console.error(`Say what to run: node scripts/run.mjs <task>\nTasks: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}
if (task.startsWith('test:')) {
  clearFailures();
  console.log(calibrate());
}
const results = await runSteps(steps, [task], { arguments: args, stream: task });
for (const line of summary(results)) console.log(line);
process.exit([...results.values()].some(({ outcome }) => outcome === 'failed') ? 1 : 0);
