import { runSteps } from './schedule.mjs';
import { steps } from './steps.mjs';

const [task, ...args] = process.argv.slice(2);
if (task === undefined || steps[task] === undefined) {
  console.error(`Say what to run: node scripts/run.mjs <task>\nTasks: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}
const results = await runSteps(steps, [task], { arguments: args, stream: task });
process.exit([...results.values()].some(({ outcome }) => outcome === 'failed') ? 1 : 0);
